import type { CarriedReason, PayoutSchedule } from '@nikau/contract/payouts'
import { addBusinessDays } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, instantAt } from '@nikau/nz/nz-time'
import { isPayoutDay } from '@nikau/nz/payout-days'
import { developmentGstNumber } from '@nikau/runtime'
import { z } from 'zod'

/** The shape of PAYOUTS. */
export const payoutTerms = z.strictObject({
  /** In cents: less is carried to the next payout. */
  minimum: z.int().positive().default(100).transform(BigInt),
  /** Full business days before a changed account takes effect. */
  accountWaitDays: z.int().nonnegative().default(2),
})
export type PayoutTerms = z.output<typeof payoutTerms>

/** The shape of INVOICE_ISSUER: who issues tax invoices for fees. */
export const invoiceIssuer = z.strictObject({ name: z.string().default('Nikau Limited'), gstNumber: z.string().default(developmentGstNumber) })
export type InvoiceIssuer = z.output<typeof invoiceIssuer>

/** In cents: carriedIn + payments − refunds − ownTokens − fees − gst + adjustments = net + carriedOut. */
export interface PayoutSums {
  payments: bigint
  refunds: bigint
  ownTokens: bigint
  fees: bigint
  gst: bigint
  adjustments: bigint
  carriedIn: bigint
  carriedOut: bigint
  net: bigint
}

/** What came in and went out of a wallet, and of its accounts of fees, GST and own tokens. */
export interface Gathered {
  /** Fees and GST are part of both. */
  credits: bigint
  debits: bigint
  feesCharged: bigint
  feesReturned: bigint
  gstCharged: bigint
  gstReturned: bigint
  tokensRedeemed: bigint
  tokensReturned: bigint
  /** What operators added, less what they took. */
  adjustments: bigint
  /** Of the last payout, and what banks have returned since. */
  carriedOut: bigint
  cameBack: bigint
}

/** The sums of a payout over what a wallet has gathered. Own tokens are a part of what was sold and refunded, and have no entry on the wallet. */
export function gatheredSums(wallet: Gathered): Omit<PayoutSums, 'carriedOut' | 'net'> {
  return {
    payments: wallet.credits - wallet.feesReturned - wallet.gstReturned + wallet.tokensRedeemed,
    refunds: wallet.debits - wallet.feesCharged - wallet.gstCharged + wallet.tokensReturned,
    ownTokens: wallet.tokensRedeemed - wallet.tokensReturned,
    fees: wallet.feesCharged - wallet.feesReturned,
    gst: wallet.gstCharged - wallet.gstReturned,
    adjustments: wallet.adjustments,
    carriedIn: wallet.carriedOut + wallet.cameBack,
  }
}

/**
 * Whether a wallet is due in the run of a day: on a day of its schedule, or after one on which no run was completed. `previousRun` is the
 * day of the last completed one.
 */
export function isDue(schedule: PayoutSchedule, day: CalendarDate, last: { previousRun: CalendarDate | undefined; payout: CalendarDate | null }): boolean {
  for (let candidate = day; candidate === day || (last.previousRun !== undefined && candidate > last.previousRun); candidate = addDays(candidate, -1))
    if (isPayoutDay(schedule, candidate)) return last.payout === null || last.payout < candidate
  return false
}

/** When a newly chosen account takes effect: after full business days, so that a choice just before midnight waits as long as any other. */
export function accountEffectiveAt(chosenOn: CalendarDate, { accountWaitDays }: PayoutTerms): Date {
  return instantAt(addBusinessDays(chosenOn, accountWaitDays + 1))
}

/** What of a wallet is paid out, and why nothing is. */
export function payoutAmount(
  wallet: { payable: bigint; available: bigint; reserve: bigint; isHeld: boolean; account: 'none' | 'to-confirm' | 'ready' },
  { minimum }: PayoutTerms,
): bigint | CarriedReason {
  const { payable, available, reserve } = wallet
  if (payable < 0n) return 'below-zero'
  if (wallet.isHeld) return 'on-hold'
  if (wallet.account === 'none') return 'no-account'
  if (wallet.account === 'to-confirm') return 'account-to-confirm'
  // Refunds since midnight have used a part of it.
  const amount = (payable < available ? payable : available) - reserve
  return amount < minimum ? 'below-minimum' : amount
}
