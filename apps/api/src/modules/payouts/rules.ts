import type { CarriedReason, PayoutSchedule } from '@nikau/contract/payouts'
import { addBusinessDays, businessDayFrom, isBusinessDay } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, instantAt, weekdayOf } from '@nikau/nz/nz-time'
import { developmentGstNumber } from '@nikau/runtime'
import { z } from 'zod'

/** The shape of PAYOUTS. */
export const payoutTerms = z.strictObject({
  /** In cents: less is carried to the next payout. */
  minimum: z.int().positive().default(100).transform(BigInt),
  /** Business days until a changed account takes effect. */
  accountWaitDays: z.int().nonnegative().default(2),
})
export type PayoutTerms = z.output<typeof payoutTerms>

/** The shape of INVOICE_ISSUER: who issues tax invoices for fees. */
export const invoiceIssuer = z.strictObject({ name: z.string().default('Nikau Limited'), gstNumber: z.string().default(developmentGstNumber) })
export type InvoiceIssuer = z.output<typeof invoiceIssuer>

/** In cents: carriedIn + payments − refunds − fees − gst + adjustments = net + carriedOut. */
export interface PayoutSums {
  payments: bigint
  refunds: bigint
  fees: bigint
  gst: bigint
  adjustments: bigint
  carriedIn: bigint
  carriedOut: bigint
  net: bigint
}

/** Whether payouts are made on a day. A chosen weekday or the first of a month that is no business day moves to the next one. */
export function isPayoutDay(schedule: PayoutSchedule, day: CalendarDate): boolean {
  if (!isBusinessDay(day)) return false
  if (schedule.kind === 'daily') return true
  const chosen = schedule.kind === 'monthly' ? `${day.slice(0, 8)}01` : addDays(day, -((weekdayOf(day) - schedule.weekday + 7) % 7))
  return businessDayFrom(chosen) === day
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

/** The day on which what is paid on a day goes to the bank, at the earliest. */
export function payoutDayOf(paidOn: CalendarDate, schedule: PayoutSchedule = { kind: 'daily' }): CalendarDate {
  let day = addDays(paidOn, 1)
  while (!isPayoutDay(schedule, day)) day = addDays(day, 1)
  return day
}

/** When a newly chosen account takes effect. */
export function accountEffectiveAt(chosenOn: CalendarDate, { accountWaitDays }: PayoutTerms): Date {
  return instantAt(addBusinessDays(chosenOn, accountWaitDays))
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
