import { bankFileDate, fileCutOff, isBusinessDay } from '@nikau/nz/business-calendar'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import type { ExceptionKind } from './kinds.ts'

const dayMs = 86_400_000

/** Money that is not ours and has to go back to whom it belongs. */
const toGoBack: ReadonlySet<ExceptionKind> = new Set([
  'bank-payment-surplus',
  'bank-refund-due',
  'card-refund-refused',
  'top-up-return-failed',
  'operator-payment-returned',
])

/** Kinds that cannot wait: an operator is told as soon as one is raised. */
export const urgentKinds: ReadonlySet<ExceptionKind> = new Set(['books-broken', 'books-not-anchored', 'safeguarding-short', 'reveal-limit'])

/**
 * By when an exception is to be resolved (DESK-44): money that has to go back in 2 days, a rejected file before the next window closes,
 * so that its orders are in it, any other in 3 days.
 */
export function targetOf(kind: ExceptionKind, openedAt: Date): Date {
  if (kind === 'bank-file-rejected') return instantAt(bankFileDate(openedAt), fileCutOff.hour, fileCutOff.minute)
  return new Date(openedAt.getTime() + (toGoBack.has(kind) ? 2 : 3) * dayMs)
}

/** What of a kind was opened before this moment is overdue now: `targetOf` the other way round, so that a database can count. */
export function overdueBefore(kind: ExceptionKind, now: Date): Date {
  if (kind !== 'bank-file-rejected') return new Date(now.getTime() - (toGoBack.has(kind) ? 2 : 3) * dayMs)
  const closesAt = (day: string) => instantAt(day, fileCutOff.hour, fileCutOff.minute)
  let day = calendarDate(now)
  while (!isBusinessDay(day) || closesAt(day) >= now) day = addDays(day, -1)
  return closesAt(day)
}

export type AgeState = 'in-time' | 'due-soon' | 'overdue'

/** Due soon from 75 % of its time. */
export function ageStateOf(kind: ExceptionKind, openedAt: Date, now: Date): AgeState {
  const target = targetOf(kind, openedAt)
  if (now > target) return 'overdue'
  const used = now.getTime() - openedAt.getTime()
  return used >= (target.getTime() - openedAt.getTime()) * 0.75 ? 'due-soon' : 'in-time'
}

export function needsAlarm(kind: ExceptionKind, openedAt: Date, now: Date): boolean {
  return urgentKinds.has(kind) || ageStateOf(kind, openedAt, now) === 'overdue'
}
