import { createHash } from 'node:crypto'
import { type FundsTransferFailure, pendingTopUpLimits, type TransferStep } from '@nikau/contract/funds-transfers'
import { addBusinessDays, bankCutOffHour, effectiveBusinessDay, bankFileDate, topUpBusinessDays, withdrawalBusinessDays } from '@nikau/nz/business-calendar'
import { type CalendarDate, calendarDate } from '@nikau/nz/nz-time'
import { type Cents, cents } from '@nikau/money'
import { z } from 'zod'

export type TransferType = 'topup' | 'withdrawal'

/** Counted from the business day on which the transfer is sent. */
const businessDays: Readonly<Record<TransferType, number>> = { topup: topUpBusinessDays, withdrawal: withdrawalBusinessDays }

/** Limits on the unsettled top-ups of one bank account. */
export const inFlightLimits = { count: 10n, ...pendingTopUpLimits }

/** Limits on payouts to bank accounts that are not verified: each puts a code on the statement of an account that may be a stranger's. */
export const unverifiedLimits = z
  .strictObject({
    minimum: z
      .int()
      .positive()
      .default(100)
      .transform((value) => cents(value)),
    /** To one number and in total, each by one account within the days. */
    perBankAccount: z.int().positive().default(5),
    perAccount: z.int().positive().default(10),
    days: z.int().positive().default(14),
  })
  .prefault({})
export type UnverifiedLimits = z.output<typeof unverifiedLimits>

export const dayMs = 86_400_000

/** When a payout to an unverified bank account is allowed again, or undefined if it is allowed now. `earlier` is newest first. */
export function payoutAllowedAt(earlier: readonly { at: Date; sameNumber: boolean }[], limits: UnverifiedLimits, now: Date): Date | undefined {
  const after = (payouts: typeof earlier, count: number) => (payouts[count - 1]?.at.getTime() ?? 0) + limits.days * dayMs
  const sameNumber = earlier.filter((payout) => payout.sameNumber)
  const at = Math.max(after(sameNumber, limits.perBankAccount), after(earlier, limits.perAccount))
  return at > now.getTime() ? new Date(at) : undefined
}

/** How long a bank account is a new payee, and what may be withdrawn to new payees in that time. */
export interface NewPayeeWait {
  hours: number
  cap: Cents
}

export function isNewPayeeUntil({ hours }: NewPayeeWait, linkedAt: Date): Date {
  return new Date(linkedAt.getTime() + hours * 3_600_000)
}

/** How long after sending the statement code of a transfer verifies the bank account. */
export const codeTtlMs = 14 * dayMs

/** The timestamps of a transfer; its status follows from them. */
export interface TransferTimes {
  type: TransferType
  /** Where its owner approved it; the bank then pays within seconds, whatever the day. */
  bank: string | null
  createdAt: Date
  sentAt: Date | null
  settledAt: Date | null
  held: boolean
  doneAt: Date | null
  failedAt: Date | null
  reversedAt: Date | null
}

/** The business day by which the money arrives, counted from when the transfer was sent, or before that from its creation. */
export function arrivalOf(transfer: Pick<TransferTimes, 'type' | 'bank' | 'createdAt' | 'sentAt'>): CalendarDate {
  if (transfer.bank !== null) return calendarDate(transfer.sentAt ?? transfer.createdAt)
  return addBusinessDays(sendingDay(transfer), businessDays[transfer.type])
}

function sendingDay({ createdAt, sentAt }: Pick<TransferTimes, 'createdAt' | 'sentAt'>): CalendarDate {
  return sentAt ? effectiveBusinessDay(sentAt, bankCutOffHour) : bankFileDate(createdAt)
}

/**
 * The timeline of a transfer, for screens and notifications: past steps with their time, future steps with the day by which they
 * happen. A failure ends it. A held top-up has no day for `done`, because that depends on its owner; neither has one that was approved
 * at the bank, which pays in one step.
 */
export function timelineOf(transfer: TransferTimes): TransferStep[] {
  const { createdAt, sentAt, settledAt, held, doneAt, failedAt, reversedAt } = transfer
  const wasHeld = held || (settledAt !== null && doneAt !== null && doneAt > settledAt)
  const past: TransferStep[] = [{ key: 'requested', at: createdAt }]
  if (sentAt) past.push({ key: 'sent', at: sentAt })
  if (settledAt && transfer.bank === null) past.push({ key: 'at-bank', at: settledAt })
  if (settledAt && wasHeld) past.push({ key: 'held', at: settledAt })
  if (doneAt) past.push({ key: 'done', at: doneAt })
  if (reversedAt) return [...past, { key: 'reversed', at: reversedAt }]
  if (failedAt) return [...past, { key: 'failed', at: failedAt }]
  if (doneAt) return past
  if (held || transfer.bank !== null) return [...past, { key: 'done' }]
  const by = arrivalOf(transfer)
  const future: TransferStep[] = sentAt ? [] : [{ key: 'sent', by: sendingDay(transfer) }]
  return [...past, ...future, { key: 'at-bank', by }, { key: 'done', by }]
}

const referenceLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A reference in bank files: 55 bits derived from the id, as characters that every bank's file format accepts. */
export function bankReferenceOf(prefix: 'T' | 'W' | 'P', id: string): string {
  const bits = BigInt(`0x${createHash('sha256').update(id).digest('hex').slice(0, 16)}`)
  return prefix + Array.from({ length: 11 }, (_, index) => referenceLetters[Number((bits >> (BigInt(index) * 5n)) & 31n)]).join('')
}

export function referenceOf(type: TransferType, id: string): string {
  return bankReferenceOf(type === 'topup' ? 'T' : 'W', id)
}

/** A four-digit statement code derived from a random id. */
export function codeOf(random: string): string {
  return (createHash('sha256').update(`code:${random}`).digest().readUInt32BE() % 10_000).toString().padStart(4, '0')
}

export type BankEventType = 'settle' | 'fail' | 'reverse'
export type Verdict = 'applied' | 'repeated' | 'unknown-reference' | 'conflict'

/**
 * Whether an event can be applied. An event that was applied before is repeated, whatever came after it. A transfer that was not sent
 * takes no events, one that failed cannot settle, and only a settled one can be reversed.
 */
export function verdictFor(event: BankEventType, { sentAt, settledAt, failedAt, reversedAt }: TransferTimes): Exclude<Verdict, 'unknown-reference'> {
  const appliedAt = { settle: settledAt, fail: failedAt, reverse: reversedAt }[event]
  if (appliedAt) return 'repeated'
  if (!sentAt || failedAt || reversedAt) return 'conflict'
  return event === 'reverse' && !settledAt ? 'conflict' : 'applied'
}

/** The bank's reason, for notifications. */
export const failureTexts: Readonly<Record<FundsTransferFailure, string>> = {
  'insufficient-funds': 'there was not enough money in the account',
  'no-authority': 'it holds no direct debit authority for us',
  'authority-cancelled': 'the direct debit authority was cancelled',
  'account-closed': 'the account is closed',
  'account-transferred': 'the account has moved to another bank or branch',
  'stopped-by-payer': 'the payment was stopped at the payer’s request',
  'payer-deceased': 'the holder of the account has died',
  aborted: 'you cancelled it before it was sent',
  declined: 'it did not make the payment',
  expired: 'your approval had run out',
  'bank-unavailable': 'it could not make the payment',
  returned: 'the money is on its way back to you',
}
