import { balances, createLedger, type Group } from '@nikau/ledger'
import { seeded } from '@nikau/ledger/histories'
import { Secret } from '@nikau/runtime'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

/** Many transactions at once over eight accounts, three transfers in each group: no deadlock, no lost update. */
export async function contention(scratch: Scratch, options: { workers: number; rounds: number; seed: number }): Promise<void> {
  const { db } = scratch.database
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'contention', log })
  const ids = Array.from({ length: 8 }, (_, i) => `k${i}`)
  const expected = new Map(ids.map((id) => [id, 0n]))
  try {
    await db.transaction().execute((tx) =>
      ledger.openAccounts(
        tx,
        ids.map((id) => ({ id, unit: 'nzd.test', kind: 'clearing' })),
      ),
    )
    await Promise.all(
      Array.from({ length: options.workers }, async (_, worker) => {
        const random = seeded(options.seed + worker)
        for (let round = 0; round < options.rounds; round++) {
          const operations = Array.from({ length: 3 }, () => {
            const from = Math.floor(random() * 8)
            const to = (from + 1 + Math.floor(random() * 7)) % 8
            return { op: 'transfer' as const, from: ids[from]!, to: ids[to]!, amount: BigInt(1 + Math.floor(random() * 9)) }
          })
          const group: Group = { reference: `k:${worker}:${round}`, kind: 'contention', subject: '', operations }
          await db.transaction().execute((tx) => ledger.postInTransaction(tx, [group]))
          for (const { from, to, amount } of operations) {
            expected.set(from, expected.get(from)! - amount)
            expected.set(to, expected.get(to)! + amount)
          }
        }
      }),
    )
    for (const account of await balances(db, ids)) assert(account.posted === expected.get(account.id), `${account.id}: an update was lost`)
    await assertInvariants(scratch)
  } finally {
    await ledger.close()
  }
}
