import { type Group, type Operation } from '@nikau/ledger'
import { inTransaction } from '../../http/refusal.ts'
import { counterOf, keysAt, openCounters, type QuotaKey } from '../quotas/index.ts'
import { dueUsed, pastAccounts, recordPast, refundUsed } from '../payment-requests/index.ts'
import { type Movement, recordMovements, testMoney } from '../wallets/index.ts'
import type { DemoMeans } from './means.ts'
import { isPosted } from './store.ts'
import { bank, type Planned } from './stories.ts'

/**
 * Posts all stories as one, in the order of time, for the books do not run backwards; together or not at all, so that a run
 * that was cut off leaves nothing half told. Movements of one moment go in one call.
 */
export async function postStories(means: DemoMeans, told: readonly Planned[]): Promise<number> {
  const inOrder = told.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first] = inOrder
  if (!first || (await isPosted(means.db, first.reference))) return 0
  const counted = inOrder.map((planned) => ({ ...planned, keys: keysOf(planned) }))
  return await inTransaction(means.db, async (tx) => {
    means.clock.set(first.at)
    await means.ledger.openAccounts(tx, [bank, testMoney])
    const keys = Map.groupBy(
      counted.flatMap((one) => one.keys),
      (key) => key.accountId,
    )
    for (const [accountId, list] of keys) {
      const once = new Map(list.map((key) => [counterOf(key), key]))
      await openCounters(tx, means, accountId, [...once.values()])
    }
    const refundedIds = new Set(inOrder.flatMap(({ refundOf }) => refundOf?.requestId ?? []))
    const counters = inOrder.flatMap(({ payment }) => (payment ? pastAccounts(payment, refundedIds.has(payment.requestId)) : []))
    for (let i = 0; i < counters.length; i += some) await means.ledger.openAccounts(tx, counters.slice(i, i + some))
    const movements: { posting: bigint; movement: Movement }[] = []
    const postings = new Map<string, bigint>()
    for (const [time, planned] of Map.groupBy(counted, (one) => one.at.getTime())) {
      means.clock.set(new Date(time))
      const outcomes = await means.ledger.postIn(tx, planned.map(groupOf))
      outcomes.forEach((outcome, i) => {
        if (outcome.outcome !== 'accepted') throw new Error(`${planned[i]!.reference} of the demo world: ${JSON.stringify(outcome)}`)
        movements.push({ posting: outcome.posting, movement: movementOf(planned[i]!) })
        postings.set(planned[i]!.reference, outcome.posting)
      })
    }
    for (let i = 0; i < movements.length; i += some) await recordMovements(tx, movements.slice(i, i + some))
    const postedOf = ({ reference, at }: Planned) => ({ posting: postings.get(reference)!, at })
    const refunds = new Map(inOrder.flatMap((one) => (one.refundOf ? [[one.refundOf.requestId, postedOf(one)]] : [])))
    const payments = inOrder.flatMap((one) => (one.payment ? [{ payment: one.payment, paid: postedOf(one), refund: refunds.get(one.payment.requestId) }] : []))
    await recordPast(tx, means, payments)
    return movements.length
  })
}

/** Rows that go in one statement. */
const some = 2000

type Counted = Planned & { keys: QuotaKey[] }

function keysOf(planned: Planned): QuotaKey[] {
  return planned.quota ? keysAt(planned.quota, planned.quota.back ?? planned.at) : []
}

function groupOf({ reference, from, to, amount, quota, keys, payment, refundOf }: Counted): Group {
  const op = quota?.back ? 'unuse' : 'use'
  const counted: Operation[] = keys.map((key) => ({ op, account: counterOf(key), amount }))
  if (payment) counted.push(dueUsed(payment.requestId, amount))
  if (refundOf) counted.push(refundUsed(refundOf.requestId, amount))
  return { reference, kind: 'demo', subject: 'demo', operations: [{ op: 'transfer', from, to, amount }, ...counted] }
}

function movementOf({ movement, quota, amount, keys: [month] }: Counted): Movement {
  return month ? { ...movement, quota: counterOf(month), counted: quota?.back ? -amount : amount } : movement
}
