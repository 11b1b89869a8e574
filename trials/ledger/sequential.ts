import { isDeepStrictEqual } from 'node:util'
import { balances, createLedger, type Group } from '@nikau/ledger'
import { historyAccounts, createGenerator, historyFunding, seeded } from '@nikau/ledger/histories'
import { emptyModel, type Model, openInModel, postToModel, comparable } from '@nikau/ledger/model'
import { type Db, Secret } from '@nikau/runtime'
import { assertInvariants, log, type Scratch } from '../harness/postgres.ts'
import { assert } from '../harness/assert.ts'

const start = new Date('2026-11-16T00:00:00Z')

export function freshModel(prefix: string, opened: Date): Model {
  const model = emptyModel()
  for (const account of historyAccounts(prefix, opened)) openInModel(model, account)
  postToModel(model, historyFunding(prefix), opened)
  return model
}

/** Random histories, one after the other, through the routine and the model: every answer and every balance must match. */
export async function sequentialHistories(scratch: Scratch, options: { histories: number; seed: number }): Promise<string> {
  const { db } = scratch.database
  let now = start
  const ledger = createLedger({ url: new Secret(scratch.url), name: 'trial', log, deadlineMs: 120_000, clock: { now: () => now } })
  const counts: Record<string, number> = {}
  let commands = 0
  for (let history = 0; history < options.histories; history++) {
    const seed = options.seed + history
    const prefix = `s${seed}:`
    const random = seeded(seed)
    now = start
    const model = freshModel(prefix, start)
    const next = createGenerator(prefix, 'a', random, () => now)
    await db.transaction().execute(async (tx) => {
      await ledger.openAccounts(tx, historyAccounts(prefix, start))
      await ledger.postInTransaction(tx, [historyFunding(prefix)])
      for (let done = 0; done < 30;) {
        now = new Date(now.getTime() + Math.floor(random() * 8000))
        const many = random() < 0.5 ? 1 : 1 + Math.floor(random() * 12)
        const groups: Group[] = [...new Map(Array.from({ length: many }, () => next()).map((group) => [group.reference, group])).values()]
        if (random() < 0.1) groups.push(...expiries(model, now).filter((one) => groups.every((other) => other.reference !== one.reference)))
        const expected = groups.map((group) => postToModel(model, group, now))
        const outcomes = (await ledger.postInTransaction(tx, groups)).map(comparable)
        assert(
          isDeepStrictEqual(outcomes, expected),
          `seed ${seed}: the routine and the model differ\n${JSON.stringify({ groups, outcomes, expected }, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value), 1)}`,
        )
        for (const one of outcomes) {
          const key = one.outcome === 'refused' ? one.code : one.outcome
          counts[key] = (counts[key] ?? 0) + 1
        }
        done += groups.length
        commands += groups.length
      }
    })
    await assertSameBalances(db, model, `seed ${seed}`)
    if (history % 1000 === 999) await assertInvariants(scratch)
  }
  await assertInvariants(scratch)
  await ledger.close()
  return `${options.histories} histories, ${commands} commands, seeds ${options.seed}..${options.seed + options.histories - 1}, every answer matches the model: ${JSON.stringify(counts)}`
}

function expiries(model: Model, now: Date): Group[] {
  return [...model.holds]
    .filter(([, hold]) => hold.remaining > 0n && hold.expiresAt <= now)
    .map(([id]) => ({ reference: `expire:${id}`, kind: 'hold.expired', subject: id, operations: [{ op: 'release', hold: id }] }))
}

/** The accounts in the database match the model exactly. */
export async function assertSameBalances(db: Db, model: Model, name: string): Promise<void> {
  const found = await balances(db, [...model.accounts.keys()])
  assert(found.length === model.accounts.size, `${name}: accounts are missing`)
  for (const account of found) {
    const expected = model.accounts.get(account.id)!
    const same =
      account.posted === expected.balance &&
      account.heldIn === expected.heldIn &&
      account.heldOut === expected.heldOut &&
      account.version === expected.entries &&
      (account.closedAt !== null) === expected.closed
    assert(
      same,
      `${name}: ${account.id} differs from the model: ${JSON.stringify([account, expected], (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))}`,
    )
  }
}
