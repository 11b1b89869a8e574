import { assertLedgerInvariants, createLedger, violations } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createBank, createBankedPerson, createShop, runningApi, testVault } from './fixtures.ts'
import { createOperators } from './modules/operations/fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-03T02:00:00Z')
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database, { test: false })
const payer = await createBankedPerson(api, database)
const bank = createBank(database, clock)
const desk = await createOperators(database, { db, ledger, clock, ids: randomIds, vault: testVault() }, { mere: ['finance'], hana: ['finance'] })

const position = async () =>
  (
    await sql<{ account: string; balance: bigint; items: bigint; explained: bigint; difference: bigint; hours: number }>`
      select account, balance, items, explained, difference, extract(epoch from age)::float / 3600 as hours from clearing_position
       where balance <> 0 or items > 0 or difference <> 0 order by account`.execute(db)
  ).rows

test('each clearing account has its balance, what explains it and the age of the oldest item [DESK-38]', async () => {
  const held = (await payer.topUp(10_000)).body
  await bank.take('topup')
  await bank.settle(held.id)
  expect(await position()).toEqual([{ account: 'unverified', balance: 10_000n, items: 1n, explained: 10_000n, difference: 0n, hours: 0 }])
  await payer.verify(await bank.codeOf(held.id))
  clock.advance(2 * 3_600_000)
  const own = { debit: 'own:nzd.main', credit: 'unclaimed:nzd.main', amount: '700', words: 'correction' }
  await desk.hana.approve((await desk.mere.propose('adjustment', own)).id)
  expect((await payer.withdraw(2_500)).status).toBe(200)
  clock.advance(3_600_000)
  const request = await shop.createRequest(4_000)
  const pay = { assetType: 'nikau.nzd.main', assetId: payer.walletId, mode: 'multi-asset-payment', amount: '1500' }
  expect((await api.post(`/api/payment-requests/${String(request.id)}/pay`, pay, payer.headers)).status).toBe(200)
  expect((await payer.withdraw(100)).status).toBe(200)
  expect(await position()).toEqual([
    { account: 'payouts', balance: 2_600n, items: 2n, explained: 2_600n, difference: 0n, hours: 1 },
    { account: 'request', balance: 1_500n, items: 1n, explained: 1_500n, difference: 0n, hours: 0 },
    { account: 'unclaimed', balance: 700n, items: 1n, explained: 700n, difference: 0n, hours: 1 },
  ])
  await assertLedgerInvariants(db)
})

test('a cent on a clearing account that no item explains is found [MON-11]', async () => {
  const post = (from: string, to: string) =>
    db
      .transaction()
      .execute((tx) =>
        ledger.postInTransaction(tx, [
          { reference: randomIds.ordered(), kind: 'planted', subject: 'planted', operations: [{ op: 'transfer', from, to, amount: 1n }] },
        ]),
      )
  await post('own:nzd.main', 'unclaimed:nzd.main')
  const found = (await violations(db)).filter(({ invariant }) => invariant.includes('clearing'))
  expect(found).toMatchObject([{ invariant: 'public.invariant_clearing_is_explained', broken: { account: 'unclaimed', difference: 1 } }])
  await post('unclaimed:nzd.main', 'own:nzd.main')
  await assertLedgerInvariants(db)
})
