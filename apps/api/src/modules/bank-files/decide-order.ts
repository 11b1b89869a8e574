import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { calendarDate } from '@nikau/nz/nz-time'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import type { BankOrderDeps } from './deps.ts'
import { excessOf, recordDifferences } from './differences.ts'
import { decisionFor, type DetailState, isCleared, statementType } from './rules.ts'
import { markCleared, updateDetails } from './store.ts'
import { type DifferenceRow, insertResolutions, selectLastStatementDay } from './store-differences.ts'
import { deleteOpenLines, insertOrderLine, lockOrder, lockOrderLines, type OrderLine, type OrderRow } from './store-orders.ts'

const sumOf = (lines: readonly OrderLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0n)
const signed = ({ kind, amount }: OrderRow) => statementType(kind, 'settled').sign * amount

/** What the statements have to show of an order, all together: its amount once it is settled, nothing while it is not. */
const targetOf = (order: OrderRow, state: DetailState) => (state === 'done' ? signed(order) : 0n)

/**
 * An order that an operator may decide, because the bank does not: its return period is over without a result, the bank contradicts
 * itself, or the statements show something else than what was booked. The results of any other order decide it. A debit is not settled
 * while the bank may still return it.
 */
export async function findUndecided(
  tx: Tx,
  reference: string,
  decision: Pick<OrderDecision, 'outcome' | 'differences' | 'at'>,
): Promise<OrderRow | Refusal<'NOT_FOUND' | 'ORDER_NOT_OPEN'>> {
  const order = await lockOrder(tx, reference)
  if (!order) return refuse('NOT_FOUND')
  const { kind, state, fileState, finalDay, contradicted, resultWaits } = order
  if (resultWaits || fileState === 'ready') return refuse('ORDER_NOT_OPEN')
  if (state !== 'sent' && state !== 'at-bank') {
    const isExplained = sumOf(await lockOrderLines(tx, reference)) + excessOf(decision.differences) === targetOf(order, state)
    return isExplained ? refuse('ORDER_NOT_OPEN') : order
  }
  if (finalDay !== null) {
    const mayDecide = isCleared(finalDay, decision.at) || (contradicted && !(kind === 'debit' && decision.outcome === 'settle'))
    return mayDecide ? order : refuse('ORDER_NOT_OPEN')
  }
  // The orders of a rejected file are sent again or fail together, unless the bank has processed it after all.
  return fileState === 'conflict' || contradicted || state === 'at-bank' ? order : refuse('ORDER_NOT_OPEN')
}

export interface OrderDecision {
  outcome: 'settle' | 'fail'
  reason: FundsTransferFailure
  /** Statement lines that show the order. */
  differences: readonly DifferenceRow[]
  proposalId: string
  at: Date
}

/**
 * Settles or fails an order as operators have decided, by the same port as the bank's results. Afterwards the statements show exactly
 * what was booked: with the lines that the decision names, with one that the next statement must show, or with a difference for the
 * rest that they have shown.
 */
export async function decideOrder(tx: Tx, deps: BankOrderDeps, order: OrderRow, decision: OrderDecision): Promise<DetailState | Refusal<'ORDER_ENDED'>> {
  const { fileId, line, reference, kind, state, fileState, finalDay } = order
  const { outcome, reason, at } = decision
  const transition = decisionFor(kind, state, outcome)
  if (!transition) return refuse('ORDER_ENDED')
  const { event, next } = transition
  if (event) {
    const verdict = event === 'fail' ? await deps.transfers.fail(tx, { reference, reason, at }) : await deps.transfers[event](tx, { reference, at })
    if (verdict !== 'applied' && verdict !== 'repeated') return refuse('ORDER_ENDED', { verdict })
    await updateDetails(tx, fileId, [line], next, at)
  }
  await explain(tx, order, targetOf(order, next), decision)
  if (fileState === 'accepted' && finalDay !== null && isCleared(finalDay, at)) await markCleared(tx, fileId, at)
  return next
}

/** Makes the statement lines of an order add up to the target. `bank_position` explains as much before as after. */
async function explain(tx: Tx, order: OrderRow, target: bigint, { differences, proposalId, at }: OrderDecision): Promise<void> {
  const { account, reference, kind } = order
  const lines = await lockOrderLines(tx, reference)
  const open = lines.filter(({ reconciled }) => !reconciled)
  const named = excessOf(differences)
  const due = target - sumOf(lines.filter(({ reconciled }) => reconciled)) - named
  const isAwaited = open.length > 0 || (lines.length === 0 && differences.length === 0)
  const { type } = statementType(kind, 'settled')
  if (isAwaited && due !== sumOf(open)) {
    await deleteOpenLines(tx, open)
    const expected = open[0] ?? { type, reference, day: calendarDate(at) }
    if (due !== 0n) await insertOrderLine(tx, { ...expected, id: `${proposalId}:expected`, account, amount: due, reconciledOn: null })
  }
  await insertResolutions(tx, differences, { proposalId, at })
  const rest = isAwaited ? 0n : -due
  if (named === 0n && rest === 0n) return
  const day = (await selectLastStatementDay(tx, account))!
  if (named !== rest) await insertOrderLine(tx, { id: `${proposalId}:shown`, account, day, type, reference, amount: named - rest, reconciledOn: day })
  if (rest === 0n) return
  const difference = { kind: 'wrong-amount' as const, ref: `order:${reference}:${proposalId}`, expected: target, shown: target + rest }
  await recordDifferences(tx, account, day, [difference], at)
}
