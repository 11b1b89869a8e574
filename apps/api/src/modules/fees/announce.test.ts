import { assertLedgerInvariants } from '@nikau/ledger'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { inTransaction } from '../../http/refusal.ts'
import { announcePrice } from './announce.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { FEES: '{}' } })
const shop = await createShop(api, database)
afterEach(() => assertLedgerInvariants(database.db))

/** What a use case adds to the merchant's wallet, our fees, and the GST on them. */
async function change(work: () => Promise<unknown>): Promise<number[]> {
  const ids = ['asset', 'fees', 'gst'].map((name) => `${name}:${shop.settlementWallet}`)
  const balances = async () =>
    (
      await sql<{ balance: bigint }>`select balance from ledger.account where id = any (${ids}::text[]) order by array_position(${ids}::text[], id)`.execute(
        database.db,
      )
    ).rows.map(({ balance }) => Number(balance))
  const before = await balances()
  await work()
  return (await balances()).map((balance, place) => balance - before[place]!)
}

test('a merchant’s own price is told to its owners 30 days before, and counts from its first day on [BIZ-33, BIZ-38]', async () => {
  const payer = await createPayer(api, database)
  const [today, first] = [calendarDate(clock.now()), addDays(calendarDate(clock.now()), 30)]
  const announce = (firstDay: string) =>
    inTransaction(database.db, (tx) =>
      announcePrice(tx, { merchantId: shop.merchantId, price: { method: 'wallet', firstDay, rate: 200n, fixed: 25n }, operator: 'mere', at: clock.now() }),
    )
  await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
  expect(await announce(addDays(today, 29))).toMatchObject({ code: 'TOO_EARLY', detail: { earliest: first } })
  expect(await announce(first)).toBe('announced')
  expect(await announce(first)).toMatchObject({ code: 'ALREADY_ANNOUNCED' })
  const { rows } = await sql<{ recipient: string; body: string }>`select recipient, body from message where purpose = 'fee-change'`.execute(database.owner.db)
  expect(rows).toEqual([
    { recipient: 'owner@kauri.example', body: expect.stringContaining('Kauri Cafe pays 2.00 % and $0.25 for payments from a wallet, plus GST') },
  ])

  const fees = async (headers: Record<string, string>) => await api.get(`/api/merchants/${shop.merchantId}/fees`, headers)
  const wallet = { method: 'wallet', rate: 75, fixed: '0' }
  expect((await fees(shop.owner.headers)).body).toMatchObject({
    gst: 1500,
    inForce: [wallet, { method: 'token' }, { method: 'pay-by-bank', rate: 50, fixed: '10' }, { method: 'farm-card' }],
    toCome: [{ method: 'wallet', rate: 200, fixed: '25', firstDay: first }],
  })
  expect((await fees(payer.headers)).body.message).toBe('FORBIDDEN')
  expect((await fees(shop.till)).status).toBe(401)

  const before = await shop.createRequest(1000)
  expect(await change(() => payer.pay(before.id))).toEqual([1000 - 8 - 1, 8, 1])
  const later = await runningApi(database, { clock: fakeClock(`${first}T00:00:00Z`), wallClock: clock, env: { FEES: '{}' } })
  const request = await later.post('/api/payment-requests', { configId: shop.configId, value: { amount: '1000', currency: 'NZD' } }, shop.till)
  const body = { assetType: 'nikau.nzd.test', assetId: payer.walletId }
  expect(await change(() => later.post(`/api/payment-requests/${request.body.id}/pay`, body, payer.headers))).toEqual([1000 - 45 - 7, 45, 7])
})
