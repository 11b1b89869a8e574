import type { Tx } from '@nikau/runtime'
import { Refusal } from '../../http/refusal.ts'
import { closeByOperator } from '../exceptions/index.ts'
import type { ActContext, OperationsDeps } from './act.ts'
import { acts } from './acts.ts'
import type { ActKind } from './rules.ts'
import { markDone } from './store.ts'

/** Does an act, records its result, and closes the exception that it resolves, in the caller's transaction. */
export async function performAct(
  tx: Tx,
  deps: OperationsDeps,
  kind: ActKind,
  content: unknown,
  context: ActContext,
): Promise<Readonly<Record<string, string>> | Refusal<string>> {
  const { perform, keepsException } = acts[kind]
  const result = await perform(tx, deps, content, context)
  if (result instanceof Refusal) return result
  const { exception, operator, note, proposalId, at } = context
  if (exception && !keepsException) await closeByOperator(tx, { exceptionId: exception.id, operator: operator.id, note, proposalId, at })
  await markDone(tx, proposalId, result, at)
  return result
}
