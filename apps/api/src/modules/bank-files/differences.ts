import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import type { Difference } from './match-statement.ts'
import { type DifferenceRow, insertDifferences, lockDifferences } from './store-differences.ts'

/** Records differences between a statement and what we expect, each with an exception for operators. */
export async function recordDifferences(tx: Tx, account: string, day: CalendarDate, differences: readonly Difference[], at: Date): Promise<void> {
  await insertDifferences(tx, account, day, differences)
  for (const { kind, ref, expected, shown } of differences)
    await raiseException(tx, {
      kind: `statement-${kind}`,
      ref: `${account}:${day}:${ref}`,
      money: { unit: 'nzd.main', amount: shown - expected },
      refs: { account, day, ref, expected: String(expected), shown: String(shown) },
      at,
    })
}

/** The differences of these exceptions, locked. */
export async function findDifferences(tx: Tx, exceptionIds: readonly bigint[]): Promise<DifferenceRow[] | Refusal<'NOT_FOUND' | 'ALREADY_RESOLVED'>> {
  const found = await lockDifferences(tx, exceptionIds)
  if (found.length !== new Set(exceptionIds).size) return refuse('NOT_FOUND')
  const resolved = found.find((difference) => difference.resolved)
  return resolved ? refuse('ALREADY_RESOLVED', { exceptionId: String(resolved.exceptionId) }) : found
}

/** By how much the statements hold more than expected, over all of them. */
export const excessOf = (differences: readonly DifferenceRow[]) => differences.reduce((sum, { excess }) => sum + excess, 0n)
