import type { PayoutSchedule } from '@nikau/contract/payouts'
import { cents, format } from '@nikau/money'
import { type CalendarDate, longDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { emailOwners, type OwnerContact, selectOwnerContacts } from '../accounts/index.ts'
import { failureTexts } from '../funds-transfers/index.ts'
import type { OutgoingPaymentListener } from '../outgoing-payments/index.ts'
import { recordMovements } from '../wallets/index.ts'
import type { AdvisedPayout } from './store-advice.ts'

/** The money is back in the settlement wallet. It is sent again once the bank account was confirmed or changed. */
export const payoutListener: OutgoingPaymentListener = {
  async returned(tx, payment, { reason, posting }) {
    const walletId = payment.sourceAccount.replace(/^asset:/, '')
    await recordMovements(tx, [{ posting, movement: { outgoingPaymentId: payment.id, destWalletId: walletId, srcParty: 'Payout sent back' } }])
    const amount = format(cents(payment.amount))
    const owners = (await selectOwnerContacts(tx, [payment.accountId!])).get(payment.accountId!) ?? []
    await emailOwners(tx, owners, {
      key: `payout-sent-back:${payment.id}`,
      purpose: 'payout-sent-back',
      subject: `Your payout of ${amount} was sent back`,
      body: `The bank sent back the payout of ${amount} to ${payment.maskedNumber}: ${failureTexts[reason]}.\n\nThe money is in your settlement wallet. Confirm or change your payout account, and it goes out on the next business day.`,
    })
  },
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

function scheduleText(schedule: PayoutSchedule): string {
  if (schedule.kind === 'daily') return 'every business day'
  return schedule.kind === 'monthly' ? 'on the first business day of each month' : `every ${weekdays[schedule.weekday - 1]}, or on the next business day`
}

/** Every owner learns of another schedule: the money comes on other days from then on. */
export async function announceSchedule(tx: Tx, change: { accountId: string; schedule: PayoutSchedule; firstDay: CalendarDate; at: Date }): Promise<void> {
  const { accountId, schedule, firstDay, at } = change
  await emailOwners(tx, (await selectOwnerContacts(tx, [accountId])).get(accountId) ?? [], {
    key: `payout-schedule:${accountId}:${at.toISOString()}`,
    purpose: 'payout-schedule',
    subject: 'Your payout schedule was changed',
    body: `From ${longDate(firstDay)} on, your payouts are made ${scheduleText(schedule)}. If you did not expect this, sign in and change it back.`,
  })
}

/** Remittance advice: what the payout consists of, and the text on the bank statement. */
export async function advise(tx: Tx, payout: AdvisedPayout, owners: readonly OwnerContact[]): Promise<void> {
  const { accountName, firstDay, lastDay } = payout
  const days = firstDay === lastDay ? longDate(firstDay) : `${longDate(firstDay)} to ${longDate(lastDay)}`
  const sums: [name: string, amount: bigint][] = [
    ['Carried in', payout.carriedIn],
    ['Payments', payout.payments],
    ['Refunds', -payout.refunds],
    ['Your own tokens', -payout.ownTokens],
    ['Fees', -payout.fees],
    ['GST on fees', -payout.gst],
    ['Adjustments', payout.adjustments],
    ['Carried to the next payout', -payout.carriedOut],
    ['To your bank', payout.net],
  ]
  const table = sums.filter(([, amount]) => amount !== 0n).map(([name, amount]) => `${name}: ${format(cents(amount))}`).join('\n') // prettier-ignore
  const amount = format(cents(payout.net))
  const where = `It goes to ${payout.number} on ${longDate(payout.day)}. On your bank statement: ${payout.particulars}, ${payout.code}, ${payout.reference}.`
  await emailOwners(tx, owners, {
    key: `payout:${payout.id}`,
    purpose: 'remittance-advice',
    subject: `Payout of ${amount} to ${accountName}`,
    body: `Payout for ${days}:\n\n${table}\n\n${where}`,
  })
}
