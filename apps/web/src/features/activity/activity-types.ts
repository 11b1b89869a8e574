import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActivityType } from '@nikau/contract/wallet-activity'
import type { IconName } from '@nikau/ui'

export interface ActivityTypeDisplay {
  label: MessageDescriptor
  /** Shown when the counterparty has no initials, and always for banks. */
  icon: IconName
  /** Decides the mark's shape: leaf for a shop, circle for a person; a bank shows its icon. */
  party: 'shop' | 'person' | 'bank'
}

/** Label and mark of each activity type. The accent colour is decided in the contract (`activityLabels`). */
export const activityTypes: Readonly<Record<ActivityType, ActivityTypeDisplay>> = {
  topup: { label: msg`Top Up`, icon: 'top-up', party: 'bank' },
  'topup-pending': { label: msg`Top Up Pending`, icon: 'top-up', party: 'bank' },
  'topup-failed': { label: msg`Top Up Failed`, icon: 'top-up', party: 'bank' },
  withdrawal: { label: msg`Withdrawal`, icon: 'bank', party: 'bank' },
  payment: { label: msg`Payment`, icon: 'bag', party: 'shop' },
  refunded: { label: msg`Refund`, icon: 'bag', party: 'shop' },
  sent: { label: msg`Sent`, icon: 'send', party: 'person' },
  received: { label: msg`Received`, icon: 'request', party: 'person' },
  returned: { label: msg`Returned`, icon: 'refresh', party: 'person' },
  correction: { label: msg`Correction`, icon: 'refresh', party: 'shop' },
  goodwill: { label: msg`Goodwill`, icon: 'refresh', party: 'shop' },
  'fee-refund': { label: msg`Fee Refund`, icon: 'refresh', party: 'shop' },
  recovery: { label: msg`Recovery`, icon: 'refresh', party: 'shop' },
  'write-off': { label: msg`Written Off`, icon: 'refresh', party: 'shop' },
  'account-closed': { label: msg`Account Closed`, icon: 'bank', party: 'bank' },
}
