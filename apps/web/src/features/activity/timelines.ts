import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActivityType } from '@nikau/contract/wallet-activity'
import type { TimelineEvent } from '@nikau/ui'

interface Step {
  state: Exclude<TimelineEvent['state'], 'returned'>
  /** `{party}` is the counterparty. */
  text: MessageDescriptor
}

const done = (text: MessageDescriptor): Step => ({ state: 'done', text })
const inWallet = msg`In your wallet`
const backInWallet = msg`Back in your wallet`

/** The timeline of each activity type, derived from the booked transaction alone. */
const timelines: Readonly<Record<ActivityType, readonly Step[]>> = {
  topup: [done(msg`You requested a top-up`), done(inWallet)],
  'topup-pending': [done(msg`You requested a top-up`), { state: 'now', text: msg`On its way from your bank` }, { state: 'later', text: inWallet }],
  'topup-failed': [done(msg`You requested a top-up`), { state: 'failed', text: msg`Your bank declined it` }],
  withdrawal: [done(msg`You requested a withdrawal`), done(msg`Sent from your wallet to your bank account`)],
  payment: [done(msg`You approved it`), done(msg`Paid from your wallet`)],
  refunded: [done(msg({ message: '{party} refunded you' })), done(backInWallet)],
  sent: [done(msg`You sent it`), done(msg({ message: 'Sent from your wallet to {party}' }))],
  received: [done(msg({ message: '{party} sent it' })), done(inWallet)],
  returned: [done(msg({ message: '{party} didn’t accept it' })), done(backInWallet)],
  correction: [done(msg`Nikau corrected your balance`)],
  goodwill: [done(msg`Nikau added it`), done(inWallet)],
  'fee-refund': [done(msg`Nikau refunded a fee`), done(inWallet)],
  recovery: [done(msg`Nikau took back what was owed`)],
  'write-off': [done(msg`Nikau wrote off what was owed`)],
  'account-closed': [done(msg`The account was closed`), done(msg`Sent to your bank account`)],
}

/** Of a payment that an asset other than the wallet made; `{asset}` is its name. */
const otherAssetTimelines: Partial<Record<ActivityType, readonly Step[]>> = {
  payment: [done(msg`You approved it`), done(msg({ message: 'Paid with {asset}' }))],
  refunded: [done(msg({ message: '{party} refunded you' })), done(msg({ message: 'Back on {asset}' }))],
}

export function timelineOf(type: ActivityType, isWallet: boolean): readonly Step[] {
  return (isWallet ? undefined : otherAssetTimelines[type]) ?? timelines[type]
}
