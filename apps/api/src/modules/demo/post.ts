import { type Group, type Operation } from '@nikau/ledger'
import { inTransaction } from '../../http/refusal.ts'
import { counterOf, keysAt, openCounters, type QuotaKey } from '../quotas/index.ts'
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
    const movements: { posting: bigint; movement: Movement }[] = []
    for (const [time, planned] of Map.groupBy(counted, (one) => one.at.getTime())) {
      means.clock.set(new Date(time))
      const outcomes = await means.ledger.postIn(tx, planned.map(groupOf))
      outcomes.forEach((outcome, i) => {
        if (outcome.outcome !== 'accepted') throw new Error(`${planned[i]!.reference} of the demo world: ${JSON.stringify(outcome)}`)
        movements.push({ posting: outcome.posting, movement: movementOf(planned[i]!) })
      })
    }
    for (let i = 0; i < movements.length; i += 2000) await recordMovements(tx, movements.slice(i, i + 2000))
    return movements.length
  })
}

type Counted = Planned & { keys: QuotaKey[] }

function keysOf(planned: Planned): QuotaKey[] {
  return planned.quota ? keysAt(planned.quota, planned.quota.back ?? planned.at) : []
}

function groupOf({ reference, from, to, amount, quota, keys }: Counted): Group {
  const op = quota?.back ? 'unuse' : 'use'
  const counted: Operation[] = keys.map((key) => ({ op, account: counterOf(key), amount }))
  return { reference, kind: 'demo', subject: 'demo', operations: [{ op: 'transfer', from, to, amount }, ...counted] }
}

function movementOf({ movement, quota, amount, keys: [month] }: Counted): Movement {
  return month ? { ...movement, quota: counterOf(month), counted: quota?.back ? -amount : amount } : movement
}
