import { type Group, type Operation } from '@nikau/ledger'
import { inTransaction } from '../http/refusal.ts'
import { recordPastSend } from '../modules/asset-transfers/index.ts'
import { counterOf, keysAt, openCounters, type QuotaKey } from '../modules/quotas/index.ts'
import { useDue, useRefund } from '../modules/payment-requests/index.ts'
import { type Movement, recordMovements, testMoney } from '../modules/wallets/index.ts'
import type { SeedDeps } from './deps.ts'
import { historyCounters, recordHistory } from './history.ts'
import { isPosted } from './store.ts'
import { type PlannedPosting, seedBank } from './scenarios.ts'

/**
 * Posts all scenarios in order of time, because ledger time must not run backwards, and in one transaction, so that an
 * interrupted run leaves nothing half posted. Postings of the same moment share one call.
 */
export async function postScenarios(deps: SeedDeps, plan: readonly PlannedPosting[]): Promise<number> {
  const inOrder = plan.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = inOrder
  if (!first || (await isPosted(deps.db, first.reference))) return 0
  const counted = inOrder.map((planned) => ({ ...planned, keys: keysOf(planned) }))
  return await inTransaction(deps.db, async (tx) => {
    deps.clock.set(first.at)
    await deps.ledger.openAccounts(tx, [seedBank, testMoney])
    const keys = Map.groupBy(
      counted.flatMap((one) => one.keys),
      (key) => key.accountId,
    )
    for (const [accountId, list] of keys) {
      const byCounter = new Map(list.map((key) => [counterOf(key), key]))
      await openCounters(tx, deps, accountId, [...byCounter.values()])
    }
    const refundedIds = new Set(inOrder.flatMap(({ refundOf }) => refundOf?.requestId ?? []))
    const counters = inOrder.flatMap(({ payment }) => (payment ? historyCounters(payment, refundedIds.has(payment.requestId)) : []))
    for (let i = 0; i < counters.length; i += batchSize) await deps.ledger.openAccounts(tx, counters.slice(i, i + batchSize))
    const movements: { posting: bigint; movement: Movement }[] = []
    const postings = new Map<string, bigint>()
    for (const [time, planned] of Map.groupBy(counted, (one) => one.at.getTime())) {
      deps.clock.set(new Date(time))
      const outcomes = await deps.ledger.postInTransaction(tx, planned.map(groupOf))
      outcomes.forEach((outcome, i) => {
        if (outcome.outcome !== 'accepted') throw new Error(`seed posting ${planned[i]!.reference} was refused: ${JSON.stringify(outcome)}`)
        movements.push({ posting: outcome.posting, movement: movementOf(planned[i]!) })
        postings.set(planned[i]!.reference, outcome.posting)
      })
    }
    for (let i = 0; i < movements.length; i += batchSize) await recordMovements(tx, movements.slice(i, i + batchSize))
    const postedOf = ({ reference, at }: PlannedPosting) => ({ posting: postings.get(reference)!, at })
    const refunds = new Map(inOrder.flatMap((one) => (one.refundOf ? [[one.refundOf.requestId, postedOf(one)]] : [])))
    const payments = inOrder.flatMap((one) => (one.payment ? [{ payment: one.payment, paid: postedOf(one), refund: refunds.get(one.payment.requestId) }] : []))
    await recordHistory(tx, deps, payments)
    for (const one of inOrder) if (one.send) await recordPastSend(tx, { ...one.send, ...postedOf(one) })
    return movements.length
  })
}

/** Rows per statement: few enough for the statement timeout on a busy machine. */
const batchSize = 500

type Counted = PlannedPosting & { keys: QuotaKey[] }

function keysOf(planned: PlannedPosting): QuotaKey[] {
  return planned.quota ? keysAt(planned.quota, planned.quota.back ?? planned.at) : []
}

function groupOf({ reference, from, to, amount, quota, keys, payment, refundOf }: Counted): Group {
  const op = quota?.back ? 'unuse' : 'use'
  const counted: Operation[] = keys.map((key) => ({ op, account: counterOf(key), amount }))
  if (payment) counted.push(useDue(payment.requestId, amount))
  if (refundOf) counted.push(useRefund(refundOf.requestId, amount))
  return { reference, kind: 'seed', subject: 'seed', operations: [{ op: 'transfer', from, to, amount }, ...counted] }
}

function movementOf({ movement, quota, amount, keys: [month] }: Counted): Movement {
  return month ? { ...movement, quota: counterOf(month), counted: quota?.back ? -amount : amount } : movement
}
