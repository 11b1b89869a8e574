import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ActivityType } from '@nikau/contract/wallet-activity'
import type { TimelineEvent } from '@nikau/ui'

interface Step {
  state: TimelineEvent['state']
  /** `{party}` is who was on the other side. */
  text: MessageDescriptor
}

const done = (text: MessageDescriptor): Step => ({ state: 'done', text })
const inWallet = msg`In your wallet`
const backInWallet = msg`Back in your wallet`

/** What happened, in order: why the money moved, then that it did. Only what the books know is told. */
export const timelines: Readonly<Record<ActivityType, readonly Step[]>> = {
  topup: [done(msg`You asked for a top up`), done(inWallet)],
  'topup-pending': [done(msg`You asked for a top up`), { state: 'now', text: msg`On its way from your bank` }, { state: 'later', text: inWallet }],
  'topup-failed': [done(msg`You asked for a top up`), { state: 'failed', text: msg`Your bank did not pay it` }],
  withdrawal: [done(msg`You asked for a withdrawal`), done(msg`Taken from your wallet for your bank account`)],
  payment: [done(msg`You approved`), done(msg`Paid from your wallet`)],
  refunded: [done(msg({ message: '{party} gave a refund' })), done(backInWallet)],
  sent: [done(msg`You sent it`), done(msg({ message: 'Taken from your wallet for {party}' }))],
  received: [done(msg({ message: '{party} sent it' })), done(inWallet)],
  returned: [done(msg({ message: '{party} did not take it up' })), done(backInWallet)],
}
