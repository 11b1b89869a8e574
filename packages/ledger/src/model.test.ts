import { Secret } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { historyAccounts, createGenerator, historyFunding, seeded } from './histories.ts'
import { assertLedgerInvariants, balances, createLedger } from './index.ts'
import { emptyModel, openInModel, postToModel, comparable } from './model.ts'

const start = new Date('2026-11-16T00:00:00Z')

function freshModel(prefix: string) {
  const model = emptyModel()
  for (const account of historyAccounts(prefix, start)) openInModel(model, account)
  postToModel(model, historyFunding(prefix), start)
  return model
}

test('the model conserves money, respects limits and posts each reference once', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seeded(seed)
      let now = start
      const next = createGenerator('', 'a', random, () => now)
      const model = freshModel('')
      for (let i = 0; i < 30; i++) {
        now = new Date(now.getTime() + Math.floor(random() * 2000))
        const group = next()
        const first = postToModel(model, group, now)
        if (first.outcome === 'accepted') expect(postToModel(model, group, now)).toEqual({ outcome: 'replay' })
      }
      const money = [...model.accounts.values()].filter((account) => !account.counter)
      for (const unit of ['nzd.test', 'nzd.main']) {
        const total = money.filter((account) => account.unit === unit).reduce((sum, account) => sum + account.balance, 0n)
        expect(total).toBe(0n)
      }
      for (const account of model.accounts.values()) {
        if (account.ceiling !== undefined) expect(account.balance + account.heldIn <= account.ceiling).toBe(true)
        expect(account.heldIn >= 0n && account.heldOut >= 0n).toBe(true)
      }
      const held = [...model.holds.values()].reduce((sum, hold) => sum + hold.remaining, 0n)
      expect(money.reduce((sum, account) => sum + account.heldOut, 0n)).toBe(held)
      expect(money.reduce((sum, account) => sum + account.heldIn, 0n)).toBe(held)
    }),
    { numRuns: 500 },
  )
})

const database = await testDatabase()
let now = start
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock: { now: () => now } })
afterAll(() => ledger.close())

test('the routine gives the same outcome as the model for every group, and the same balances', { timeout: 60_000 }, async () => {
  let history = 0
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const prefix = `m${++history}:`
      const random = seeded(seed)
      now = start
      const model = freshModel(prefix)
      const next = createGenerator(prefix, 'a', random, () => now)
      await database.db.transaction().execute(async (tx) => {
        await ledger.openAccounts(tx, historyAccounts(prefix, start))
        await ledger.postInTransaction(tx, [historyFunding(prefix)])
      })
      for (let i = 0; i < 30;) {
        now = new Date(now.getTime() + Math.floor(random() * 4000))
        const groups = [...new Map(Array.from({ length: 1 + Math.floor(random() * 5) }, () => next()).map((group) => [group.reference, group])).values()]
        const expected = groups.map((group) => postToModel(model, group, now))
        const outcomes = await database.db.transaction().execute((tx) => ledger.postInTransaction(tx, groups))
        expect(outcomes.map(comparable)).toEqual(expected)
        i += groups.length
      }
      const found = await balances(database.db, [...model.accounts.keys()])
      for (const account of found) {
        const { balance, heldIn, heldOut, entries } = model.accounts.get(account.id)!
        expect([account.posted, account.heldIn, account.heldOut, account.version]).toEqual([balance, heldIn, heldOut, entries])
      }
    }),
    { numRuns: 60, endOnFailure: true },
  )
  await assertLedgerInvariants(database.db)
})
