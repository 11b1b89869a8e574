import { topUpTestWallet } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import { fakeClock, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { assetMeans, givenHolder, givenWallet } from './given.ts'
import { shown } from './modules/assets/index.ts'
import { once } from './http/idempotency.ts'
import { refuse } from './http/refusal.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const means = assetMeans(database, clock)
await db.transaction().execute((tx) => means.ledger.openAccount(tx, { id: 'test-money', unit: 'nzd.test', kind: 'test money' }))
const mia = await givenHolder(database, means)
const wallet = await givenWallet(means, mia.accountId, { ledgerId: 'nikau.nzd.test' })
const answer = await shown(means, wallet)
const callOf = (idempotencyKey: string, amount = cents(100n), caller = mia.personId) => ({
  caller,
  params: { walletId: wallet },
  body: { amount, idempotencyKey },
})

test('a fault in the work leaves no trace of the key, and who waited for it does the work instead', async () => {
  let tries = 0
  const work = async () => {
    if (++tries === 1) throw new Error('the power went')
    return answer
  }
  const both = await Promise.allSettled([1, 2].map(() => once(means, topUpTestWallet, callOf('fault'), work)))
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(tries).toBe(2)
  expect(await once(means, topUpTestWallet, callOf('fault'), work)).toEqual(answer)
  expect(tries).toBe(2)
})

test('the answer comes back as the contract decodes it, amounts and times and all [API-04]', async () => {
  await once(means, topUpTestWallet, callOf('types'), async () => answer)
  const again = await once(means, topUpTestWallet, callOf('types'), async () => refuse('NEVER'))
  expect(again).toEqual(answer)
  expect(again).toMatchObject({ balance: 0n, createdAt: clock.now() })
})

test('the ledger sees one reference per key, caller and endpoint, and a new one without a key', async () => {
  const references: string[] = []
  const note = async (_: unknown, reference: string) => (references.push(reference), refuse('NO'))
  for (const call of [callOf('a'), callOf('a'), callOf('b'), callOf('a', cents(100n), 'somebody'), { caller: 'x', body: {} }, { caller: 'x', body: {} }])
    await once(means, topUpTestWallet, call, note)
  expect(references[0]).toBe(references[1])
  expect(new Set(references).size).toBe(5)
})
