import { topUpTestWallet } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import { fakeClock, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { assetDeps, createHolder, createWallet } from './fixtures.ts'
import { presentAsset } from './modules/assets/index.ts'
import { withIdempotencyKey } from './http/idempotency.ts'
import { refuse } from './http/refusal.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const deps = assetDeps(database, clock)
await db.transaction().execute((tx) => deps.ledger.openAccount(tx, { id: 'test-money', unit: 'nzd.test', kind: 'test money' }))
const mia = await createHolder(database, deps)
const wallet = await createWallet(deps, mia.accountId, { ledgerId: 'nikau.nzd.test' })
const answer = await presentAsset(deps, wallet)
const callOf = (idempotencyKey: string, amount = cents(100n), caller = mia.personId) => ({
  caller,
  params: { walletId: wallet },
  body: { amount, idempotencyKey },
})

test('an error rolls back the key, and the concurrent call does the work instead', async () => {
  let attempts = 0
  const work = async () => {
    if (++attempts === 1) throw new Error('crashed')
    return answer
  }
  const both = await Promise.allSettled([1, 2].map(() => withIdempotencyKey(deps, topUpTestWallet, callOf('fault'), work)))
  expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(attempts).toBe(2)
  expect(await withIdempotencyKey(deps, topUpTestWallet, callOf('fault'), work)).toEqual(answer)
  expect(attempts).toBe(2)
})

test('the stored response is decoded by the contract, amounts and times included [API-04]', async () => {
  await withIdempotencyKey(deps, topUpTestWallet, callOf('types'), async () => answer)
  const again = await withIdempotencyKey(deps, topUpTestWallet, callOf('types'), async () => refuse('NEVER'))
  expect(again).toEqual(answer)
  expect(again).toMatchObject({ balance: 0n, createdAt: clock.now() })
})

test('the ledger gets one reference per key, caller and endpoint, and a new one without a key', async () => {
  const references: string[] = []
  const note = async (_: unknown, reference: string) => (references.push(reference), refuse('NO'))
  for (const call of [callOf('a'), callOf('a'), callOf('b'), callOf('a', cents(100n), 'another caller'), { caller: 'x', body: {} }, { caller: 'x', body: {} }])
    await withIdempotencyKey(deps, topUpTestWallet, call, note)
  expect(references[0]).toBe(references[1])
  expect(new Set(references).size).toBe(5)
})
