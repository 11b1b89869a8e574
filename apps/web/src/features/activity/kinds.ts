import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActivityType } from '@nikau/contract/wallet-activity'
import type { IconName } from '@nikau/ui'

export interface Kind {
  label: MessageDescriptor
  /** Drawn where no name gives letters, and always for movements to and from a bank. */
  icon: IconName
  /** A shop is a leaf, a person a circle; a bank has no letters of its own. */
  party: 'shop' | 'person' | 'bank'
}

/** What each kind of movement is called and looks like. Which of them are in the accent colour is the contract's to say. */
export const kinds: Readonly<Record<ActivityType, Kind>> = {
  topup: { label: msg`Top Up`, icon: 'top-up', party: 'bank' },
  'topup-pending': { label: msg`Top Up Pending`, icon: 'top-up', party: 'bank' },
  'topup-failed': { label: msg`Top Up Failed`, icon: 'top-up', party: 'bank' },
  withdrawal: { label: msg`Withdrawal`, icon: 'bank', party: 'bank' },
  payment: { label: msg`Payment`, icon: 'bag', party: 'shop' },
  refunded: { label: msg`Refund`, icon: 'bag', party: 'shop' },
  sent: { label: msg`Sent`, icon: 'send', party: 'person' },
  received: { label: msg`Received`, icon: 'request', party: 'person' },
  returned: { label: msg`Returned`, icon: 'refresh', party: 'person' },
}
