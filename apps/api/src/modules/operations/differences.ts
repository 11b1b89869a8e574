import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { type Refusal } from '../../http/refusal.ts'
import { type DifferenceRow, findDifferences } from '../bank-files/index.ts'
import { closeByOperator } from '../exceptions/index.ts'
import type { ActContext } from './act.ts'

/** Differences of statements by the numbers of their exceptions; on a bad day of the bank there are hundreds. */
export const differenceIds = z.array(z.coerce.bigint().positive()).max(1000)

/** The differences that a proposal names, and the one whose exception it is about. */
export async function differencesOf(
  tx: Tx,
  ids: readonly bigint[],
  { exception }: Pick<ActContext, 'exception'>,
): Promise<DifferenceRow[] | Refusal<'NOT_FOUND' | 'ALREADY_RESOLVED'>> {
  const own = exception?.kind.startsWith('statement-') ? [exception.id] : []
  return await findDifferences(tx, [...new Set([...ids, ...own])])
}

/** Closes the exceptions of resolved differences; that of the proposal itself is closed with the act. */
export async function closeDifferences(tx: Tx, differences: readonly DifferenceRow[], context: ActContext): Promise<void> {
  const { operator, note, proposalId, at, exception } = context
  for (const { exceptionId } of differences)
    if (exceptionId !== exception?.id) await closeByOperator(tx, { exceptionId, operator: operator.id, note, proposalId, at })
}
