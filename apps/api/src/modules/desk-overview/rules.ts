import type { Overview } from '@nikau/contract/desk/overview'
import { addBusinessDays, bankCutOffHour, bankFileDate, fileCutOff, withdrawalBusinessDays } from '@nikau/nz/business-calendar'
import { addDays, calendarDate, type CalendarDate, instantAt } from '@nikau/nz/nz-time'
import { httpBuckets } from '@nikau/runtime'

export const minuteMs = 60_000
export const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** The position is read each minute and the check starts every five; a worker that is away for longer has nothing to say about now. */
export const positionLastsMs = 5 * minuteMs
export const checkLastsMs = 20 * minuteMs

export interface Evidence {
  now: Date
  positionAt: Date | undefined
  checkedAt: Date | undefined
  sums: readonly bigint[]
  broken: number
  /** Of live money alone. */
  unexplained: bigint | undefined
}

/** What is broken is broken however old the check is; that nothing is, only a fresh one says. */
export function verdictOf({ now, positionAt, checkedAt, sums, broken, unexplained = 0n }: Evidence): Overview['verdict'] {
  if (broken > 0 || unexplained !== 0n || sums.some((sum) => sum !== 0n)) return 'missing'
  const isFresh = (at: Date | undefined, lastsMs: number) => at !== undefined && now.getTime() - at.getTime() < lastsMs
  return isFresh(positionAt, positionLastsMs) && isFresh(checkedAt, checkLastsMs) ? 'explained' : 'unknown'
}

/** The window into which requests go now. */
export function windowAt(now: Date): { day: CalendarDate; isToday: boolean; closesAt: Date; cutOffAt: Date } {
  const day = bankFileDate(now)
  return {
    day,
    isToday: day === calendarDate(now),
    closesAt: instantAt(day, fileCutOff.hour, fileCutOff.minute),
    cutOffAt: instantAt(day, bankCutOffHour),
  }
}

type ClearingRule = Overview['clearing'][number]['rule']

/** The end of a day in Auckland. */
const endOf = (day: CalendarDate) => instantAt(addDays(day, 1))

/** By the first part of the account's name, what ends an item and when it is due. Where a rule has no day, its owner or the request decides. */
const clearingRules: Readonly<Record<string, { rule: ClearingRule; by?: (since: Date) => Date }>> = {
  // In the file of its window, and at the payee's bank by the day that its owner was told.
  payouts: { rule: 'bank-file', by: (since) => endOf(addBusinessDays(bankFileDate(since), withdrawalBusinessDays)) },
  unverified: { rule: 'owner-code' },
  escrow: { rule: 'send-expiry', by: (since) => new Date(since.getTime() + 14 * dayMs) },
  request: { rule: 'request-expiry' },
  // As the exceptions about it (DESK-44).
  surplus: { rule: 'sent-back', by: (since) => new Date(since.getTime() + 2 * dayMs) },
  'card-refunds': { rule: 'sent-back', by: (since) => new Date(since.getTime() + 2 * dayMs) },
  // On the statement of the next day at the latest, which is read the night after.
  'pay-by-bank': { rule: 'next-statement', by: (since) => endOf(addDays(calendarDate(since), 2)) },
  card: { rule: 'card-advice', by: (since) => endOf(addBusinessDays(calendarDate(since), 5)) },
  owed: { rule: 'issuer-bill' },
}

export function clearingRuleOf(account: string, oldest: Date | undefined, now: Date): { rule: ClearingRule; by?: Date; late: boolean } {
  const { rule, by } = clearingRules[account.split(':')[0]!] ?? { rule: 'operator' as const }
  const due = oldest && by?.(oldest)
  return due ? { rule, by: due, late: due < now } : { rule, late: false }
}

/** When the second age begins, the third and the fourth, counted back from now. */
export const ageBoundaries = (now: Date): Date[] => [4 * hourMs, dayMs, 3 * dayMs].map((age) => new Date(now.getTime() - age))

export interface Counted {
  answered: number
  refused: number
  buckets: readonly number[]
}

export function addUp(minutes: readonly Counted[]): Counted {
  const buckets = [...httpBuckets, Infinity].map((_, index) => minutes.reduce((sum, minute) => sum + (minute.buckets[index] ?? 0), 0))
  const sum = (of: (minute: Counted) => number) => minutes.reduce((total, minute) => total + of(minute), 0)
  return { answered: sum(({ answered }) => answered), refused: sum(({ refused }) => refused), buckets }
}

/** As `histogram_quantile(0.5, …)` of Prometheus: even within a bucket, and no more than the highest bound. Absent without answers. */
export function medianMsOf(buckets: readonly number[]): number | undefined {
  const half = buckets.reduce((sum, count) => sum + count, 0) / 2
  if (half === 0) return undefined
  let below = 0
  for (const [index, count] of buckets.entries()) {
    const [low, high] = [httpBuckets[index - 1] ?? 0, httpBuckets[index]]
    if (high === undefined) break
    if (below + count >= half) return 1000 * (low + ((high - low) * (half - below)) / count)
    below += count
  }
  return 1000 * httpBuckets.at(-1)!
}
