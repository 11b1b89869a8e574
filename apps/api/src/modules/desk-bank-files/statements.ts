import type { NotCompared, StatementComparison, StatementDifference } from '@nikau/contract/desk/statements'
import { cents } from '@nikau/money'
import { addDays, type CalendarDate, instantAt } from '@nikau/nz/nz-time'
import type { AccountRow, DifferenceRow, StatementRow, TypeRow } from './store-statements.ts'

/** A statement is read from three in the morning after its day. */
const statementHour = 3

/** Why a day has no comparison. Days are compared in order, so that one that is late holds up those after it. */
export function whyNotCompared(
  { firstDay, lastDay }: Pick<AccountRow, 'firstDay' | 'lastDay'>,
  day: CalendarDate,
  { lastDue, isFailing }: { lastDue: CalendarDate; isFailing: boolean },
): NotCompared {
  if (day > lastDue) return { reason: 'not-due', dueAt: instantAt(addDays(day, 1), statementHour) }
  if (firstDay === null || day < firstDay) return { reason: 'before-first', ...(firstDay !== null && { day: firstDay }) }
  const next = lastDay === null ? firstDay : addDays(lastDay, 1)
  const due = { dueAt: instantAt(addDays(day, 1), statementHour), isFailing }
  return day > next ? { reason: 'earlier-day', day: next, ...due } : { reason: 'no-statement', ...due }
}

export const isLate = ({ reason }: NotCompared): boolean => reason === 'no-statement' || reason === 'earlier-day'

/** About lines, as the statement was compared. Balances are not lines, and a decision of operators came later. */
const isOfLines = ({ kind, isDecision }: Pick<StatementDifference, 'kind' | 'isDecision'>) => kind !== 'sum' && kind !== 'balance' && !isDecision

/** `DC:W4TB7KQ2ZDPE:file:021234567890123456:12`, by which a missing line is known. */
const missingParts = (ref: string) => ref.split(':')

function presentDifference(row: DifferenceRow): StatementDifference {
  const { kind, ref, expected, shown, type, line, reference, transactionId, exceptionId, ownerId, ownerName, closedAt, resolvedBy } = row
  const isDecision = ref.startsWith('order:')
  const [missingType, missingReference] = kind === 'missing' ? missingParts(ref) : []
  const subject = isDecision ? ref.split(':')[1]! : (missingReference ?? (reference === null || reference === '' ? (transactionId ?? ref) : reference))
  const ofType = type ?? missingType
  return {
    kind,
    subject,
    ...(ofType !== undefined && { type: ofType }),
    ...(line !== null && { line }),
    expected: cents(expected),
    shown: cents(shown),
    difference: cents(kind === 'sum' ? expected - shown : shown - expected),
    ...(exceptionId !== null && { exceptionId: String(exceptionId) }),
    ...(ownerId !== null && { owner: { id: ownerId, name: ownerName ?? ownerId } }),
    ...(closedAt && { closedAt }),
    ...(resolvedBy !== null && { resolvedBy }),
    isDecision,
  }
}

const totalOf = (rows: readonly { count: number; sum: bigint }[]) => ({
  count: rows.reduce((count, row) => count + row.count, 0),
  sum: cents(rows.reduce((sum, row) => sum + row.sum, 0n)),
})

/** What was written when the statement was compared; that it adds up is checked and not made so. */
export function presentComparison(
  { fetchedAt, opening, closing, gap, closingBefore }: StatementRow,
  { expected, shown, differences: rows }: { expected: readonly TypeRow[]; shown: readonly TypeRow[]; differences: readonly DifferenceRow[] },
): StatementComparison {
  const differences = rows.map(presentDifference)
  const ofLines = differences.filter(isOfLines)
  const differing = { count: ofLines.length, sum: cents(ofLines.reduce((sum, { difference }) => sum + difference, 0n)) }
  const [allExpected, allShown] = [totalOf(expected), totalOf(shown)]
  const added = ofLines.filter(({ kind }) => kind === 'duplicate' || kind === 'unknown').length - ofLines.filter(({ kind }) => kind === 'missing').length
  const keys = [...new Set([...expected, ...shown].map(({ type, isReceipt }) => `${isReceipt ? 1 : 0}${type}`))].toSorted()
  const types = keys.map((key) => {
    const of = (rows_: readonly TypeRow[]) => totalOf(rows_.filter(({ type, isReceipt }) => `${isReceipt ? 1 : 0}${type}` === key))
    const isReceipt = key.startsWith('1')
    const type = key.slice(1)
    const difference = isReceipt ? 0n : ofLines.filter((row) => row.type === type).reduce((sum, row) => sum + row.difference, 0n)
    return { type, isReceipt, expected: of(expected), shown: of(shown), difference: cents(difference) }
  })
  return {
    fetchedAt,
    opening: cents(opening),
    closing: cents(closing),
    gap: cents(gap),
    ...(closingBefore !== null && { closingBefore: cents(closingBefore) }),
    expected: allExpected,
    shown: allShown,
    differing,
    addsUp:
      allExpected.sum + differing.sum === allShown.sum &&
      allExpected.count + added === allShown.count &&
      types.every((row) => row.expected.sum + row.difference === row.shown.sum),
    types,
    differences,
  }
}

/** Only a day that was compared and has nothing that differs agrees. */
export const statusOf = ({ gap, differences }: { gap: bigint; differences: number }): 'agrees' | 'differs' =>
  gap === 0n && differences === 0 ? 'agrees' : 'differs'
