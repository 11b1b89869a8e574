import type { Tx } from '@nikau/runtime'
import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { decideOrder, type DifferenceRow, findUndecided, type OrderRow } from '../../bank-files/index.ts'
import { act, type ActContext } from '../act.ts'
import { closeDifferences, differenceIds, differencesOf } from '../differences.ts'
import { orderFailures } from '../rules.ts'

const content = z.strictObject({
  /** Of the order, on statements and in results. */
  reference: z.string().min(1).max(12),
  /** What the owner of a failed order reads. */
  reason: z.enum(orderFailures).default('declined'),
  /** The exceptions of statement lines that show the order. Without any, the next statement has to show it. */
  differences: differenceIds.default([]),
})

type Decision = z.output<typeof content>
type Found = { order: OrderRow; differences: DifferenceRow[] }

async function find(
  tx: Tx,
  outcome: 'settle' | 'fail',
  { reference, differences: ids }: Decision,
  context: Pick<ActContext, 'exception' | 'at'>,
): Promise<Found | Refusal<string>> {
  const differences = await differencesOf(tx, ids, context)
  if (differences instanceof Refusal) return differences
  const order = await findUndecided(tx, reference, { outcome, differences, at: context.at })
  if (order instanceof Refusal) return order
  const isElsewhere = differences.some(({ account }) => account !== order.account)
  return isElsewhere ? refuse('BAD_REQUEST', { reason: 'differences: of another account of ours' }) : { order, differences }
}

/** Decides an order that the bank has not reported on, or about which it contradicts itself. The evidence is what the bank says now. */
const decide = (outcome: 'settle' | 'fail') =>
  act({
    content,
    async plan(tx, _deps, wanted, context) {
      const found = await find(tx, outcome, wanted, context)
      if (found instanceof Refusal) return found
      const { reference, amount, state, ownerAccountId } = found.order
      const subject = `order:${reference}`
      return {
        subject,
        money: { unit: 'nzd.main', amount, debit: subject },
        madeFor: { state, amount: String(amount) },
        ...(ownerAccountId !== null && { accountId: ownerAccountId }),
      }
    },
    async perform(tx, { bankFiles }, wanted, context) {
      const found = await find(tx, outcome, wanted, context)
      if (found instanceof Refusal) return found
      const { order, differences } = found
      const { proposalId, at } = context
      const state = await decideOrder(tx, bankFiles, order, { outcome, reason: wanted.reason, differences, proposalId, at })
      if (state instanceof Refusal) return state
      await closeDifferences(tx, differences, context)
      return { state }
    },
  })

export const settleOrderAct = decide('settle')
export const failOrderAct = decide('fail')
