import { bankCutOffHour, effectiveBusinessDay, fileCutOff, isBusinessDay } from '@nikau/nz/business-calendar'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { addDays, type CalendarDate, calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { ReasonCode, RejectionReason, ResultOutcome } from '@nikau/rails/ib4b'

export type FileKind = 'debit' | 'credit'
export const fileKinds: readonly FileKind[] = ['debit', 'credit']
export const transferTypes = { debit: 'topup', credit: 'withdrawal' } as const

/** The business day whose cut-off window closed last. */
export function lastClosedWindow(now: Date): CalendarDate {
  let day = calendarDate(now)
  while (!isBusinessDay(day) || now < windowCloses(day)) day = addDays(day, -1)
  return day
}

export function windowCloses(day: CalendarDate): Date {
  return instantAt(day, fileCutOff.hour, fileCutOff.minute)
}

/** When the next cut-off window closes. */
export function nextWindowCloses(now: Date): Date {
  let day = calendarDate(now)
  while (!isBusinessDay(day) || now >= windowCloses(day)) day = addDays(day, 1)
  return windowCloses(day)
}

/** The day on which the bank processes a file that it receives now. */
export function dueDay(now: Date): CalendarDate {
  return effectiveBusinessDay(now, bankCutOffHour)
}

/** `DD261202-01`: kind, day of the window, number in it. Unique, because the number is incremented under the window's lock. */
export function fileReference(kind: FileKind, window: CalendarDate, number: number): string {
  if (number > 99) throw new RangeError('a window has at most 99 files')
  return `${kind === 'debit' ? 'DD' : 'DC'}${window.slice(2).replaceAll('-', '')}-${String(number).padStart(2, '0')}`
}

/** Returns arrive by 8 am; an hour later on the final day no detail can be returned any more. */
export function isCleared(finalDay: CalendarDate, now: Date): boolean {
  return now >= instantAt(finalDay, 9)
}

/** The last day with a complete statement. Banks write statements overnight. */
export function lastStatementDay(now: Date): CalendarDate {
  return calendarDate(new Date(now.getTime() - 3 * 3_600_000 - 86_400_000))
}

export type DetailState = 'sent' | 'at-bank' | 'done' | 'failed' | 'reversed' | 'refused' | 'replaced'
export interface Transition {
  /** What is applied to the transfer. */
  event?: 'settle' | 'fail' | 'reverse'
  next: DetailState
}

/**
 * How a result changes a detail. A settled debit may still be dishonoured for three business days, so the wallet is credited
 * only after them (see `settleCleared`); a return before that is a failure, after it a reversal. A payout is done when it settles,
 * and fails if it bounces. Results may arrive in any order and repeatedly and lead to the same final state. Undefined for an
 * outcome that is impossible for the kind.
 */
export function transitionFor(kind: FileKind, state: DetailState, outcome: ResultOutcome): Transition | undefined {
  if (state === 'refused' || state === 'replaced') return undefined
  if (kind === 'debit') {
    if (outcome === 'bounced') return undefined
    if (outcome === 'settled') return { next: state === 'sent' ? 'at-bank' : state }
    if (state === 'done') return { event: 'reverse', next: 'reversed' }
    return state === 'sent' || state === 'at-bank' ? { event: 'fail', next: 'failed' } : { next: state }
  }
  if (outcome === 'settled') return state === 'sent' ? { event: 'settle', next: 'done' } : { next: state }
  if (outcome !== 'bounced') return undefined
  return state === 'sent' || state === 'done' ? { event: 'fail', next: 'failed' } : { next: state }
}

/**
 * What an operator's decision does to an order. What they fail is `refused`: a result that the bank reports later is an exception then.
 * Undefined when the decision is impossible: what has failed is not settled any more.
 */
export function decisionFor(kind: FileKind, state: DetailState, decision: 'settle' | 'fail'): Transition | undefined {
  const isPending = state === 'sent' || state === 'at-bank'
  if (decision === 'settle') return isPending ? { event: 'settle', next: 'done' } : state === 'done' ? { next: 'done' } : undefined
  if (isPending || (state === 'done' && kind === 'credit')) return { event: 'fail', next: 'refused' }
  return state === 'done' ? { event: 'reverse', next: 'reversed' } : state === 'replaced' ? undefined : { next: state }
}

const failures: Readonly<Record<ReasonCode, FundsTransferFailure>> = {
  '01': 'insufficient-funds',
  '02': 'no-authority',
  '03': 'authority-cancelled',
  '04': 'account-closed',
  '05': 'account-transferred',
  '06': 'stopped-by-payer',
  '07': 'payer-deceased',
  '08': 'stopped-by-payer',
}

/** A code that the format does not define says nothing about the cause: the bank declined it. */
export function failureFor(reason: string | null): FundsTransferFailure {
  return failures[reason as ReasonCode] ?? 'declined'
}

export const isKnownReason = (reason: string) => reason in failures

/** The type of the statement line for an outcome, and whether money comes in (1) or goes out (-1). */
export function statementType(kind: FileKind, outcome: ResultOutcome): { type: string; sign: 1n | -1n } {
  if (outcome === 'settled') return kind === 'debit' ? { type: 'DD', sign: 1n } : { type: 'DC', sign: -1n }
  if (outcome === 'bounced') return { type: 'BC', sign: 1n }
  return { type: outcome === 'reversed' ? 'RV' : 'DH', sign: -1n }
}

/** How often the same orders are resent in another file before an operator has to look. */
const maxGenerations = 5

/**
 * What to do after the bank rejected a file. Nothing in it was processed, so its orders can be resent in another file under a new
 * reference, without the lines the bank named, if the cause is in those lines or a due date that passed while the bank was down.
 * Any other cause is a defect of ours and needs an operator.
 */
export function afterRejection(reasons: readonly RejectionReason[], file: { count: number; generation: number }): { resend: boolean; refused: Set<number> } {
  const isOrder = ({ line }: RejectionReason) => line >= 2 && line <= file.count + 1
  const resendable = reasons.length > 0 && reasons.every((reason) => isOrder(reason) || reason.code === 'DATE_PAST')
  const resend = resendable && file.generation < maxGenerations
  return { resend, refused: new Set(resend ? reasons.filter(isOrder).map(({ line }) => line) : []) }
}
