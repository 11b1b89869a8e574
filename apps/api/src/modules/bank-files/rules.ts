import { bankCutOffHour, countsAsAsked, filesClose, isBusinessDay } from '@nikau/contract/business-calendar'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { addDays, type CalendarDate, calendarDate, momentAt } from '@nikau/contract/nz-time'
import type { ReasonCode, RejectionReason, ResultOutcome } from '@nikau/rails/ib4b'

export type FileKind = 'debit' | 'credit'
export const fileKinds: readonly FileKind[] = ['debit', 'credit']
export const transferTypes = { debit: 'topup', credit: 'withdrawal' } as const

/** The business day whose window was the last to close. */
export function lastWindow(now: Date): CalendarDate {
  let day = calendarDate(now)
  while (!isBusinessDay(day) || now < momentAt(day, filesClose.hour, filesClose.minute)) day = addDays(day, -1)
  return day
}

/** The day on which the bank is to process a file that it gets now. */
export function dueDay(now: Date): CalendarDate {
  return countsAsAsked(now, bankCutOffHour)
}

/** `DD261202-01`: kind, day of the window, number in it. Never used twice, because the number rises under the window's lock. */
export function fileReference(kind: FileKind, window: CalendarDate, number: number): string {
  if (number > 99) throw new RangeError('more files in a window than a reference can number')
  return `${kind === 'debit' ? 'DD' : 'DC'}${window.slice(2).replaceAll('-', '')}-${String(number).padStart(2, '0')}`
}

/** Returns are in by eight in the morning; an hour later the last day on which a detail may come back is over. */
export function isCleared(finalDay: CalendarDate, now: Date): boolean {
  return now >= momentAt(finalDay, 9)
}

/** The last day whose statement is complete. Banks write them in the night. */
export function lastStatementDay(now: Date): CalendarDate {
  return calendarDate(new Date(now.getTime() - 3 * 3_600_000 - 86_400_000))
}

export type DetailState = 'sent' | 'at-bank' | 'done' | 'failed' | 'reversed' | 'refused' | 'replaced'
export interface Step {
  /** What is done to the transfer. */
  act?: 'settle' | 'fail' | 'reverse'
  next: DetailState
}

/**
 * What the bank's word on a detail means. A debit that settled may still be dishonoured for three business days, so the wallet is
 * credited only when they are over (see `clear`); until then a return is a failure, after it a reversal. A payout has left when it
 * settled, and one that bounces fails after all. Words may come in any order and more than once: each pair of state and word
 * leads to the same end. Undefined for a word that makes no sense of this kind.
 */
export function stepFor(kind: FileKind, state: DetailState, outcome: ResultOutcome): Step | undefined {
  if (state === 'refused' || state === 'replaced') return undefined
  if (kind === 'debit') {
    if (outcome === 'bounced') return undefined
    if (outcome === 'settled') return { next: state === 'sent' ? 'at-bank' : state }
    if (state === 'done') return { act: 'reverse', next: 'reversed' }
    return state === 'sent' || state === 'at-bank' ? { act: 'fail', next: 'failed' } : { next: state }
  }
  if (outcome === 'settled') return state === 'sent' ? { act: 'settle', next: 'done' } : { next: state }
  if (outcome !== 'bounced') return undefined
  return state === 'sent' || state === 'done' ? { act: 'fail', next: 'failed' } : { next: state }
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

export function failureFor(reason: string | null): FundsTransferFailure {
  return failures[reason as ReasonCode] ?? 'stopped-by-payer'
}

/** The code by which the statement shows a word of the bank, and whether money came in by it. */
export function statementType(kind: FileKind, outcome: ResultOutcome): { type: string; sign: 1n | -1n } {
  if (outcome === 'settled') return kind === 'debit' ? { type: 'DD', sign: 1n } : { type: 'DC', sign: -1n }
  if (outcome === 'bounced') return { type: 'BC', sign: 1n }
  return { type: outcome === 'reversed' ? 'RV' : 'DH', sign: -1n }
}

/** How often the same orders are put into another file before a person must look. */
const mostGenerations = 5

/**
 * What to do after the bank rejected a file: certain that nothing of it was taken, its orders may go out in another one, under a new
 * reference, without the lines that the bank named. That is so when the fault lies with lines or with a due date that has passed
 * while the bank was away. Any other fault is ours, and a person must look.
 */
export function afterRejection(reasons: readonly RejectionReason[], file: { count: number; generation: number }): { again: boolean; refused: Set<number> } {
  const isOrder = ({ line }: RejectionReason) => line >= 2 && line <= file.count + 1
  const mendable = reasons.length > 0 && reasons.every((reason) => isOrder(reason) || reason.code === 'DATE_PAST')
  const again = mendable && file.generation < mostGenerations
  return { again, refused: new Set(again ? reasons.filter(isOrder).map(({ line }) => line) : []) }
}
