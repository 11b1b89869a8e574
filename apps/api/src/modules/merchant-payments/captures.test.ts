import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
// A Friday afternoon in Auckland.
const clock = fakeClock('2026-11-13T03:00:00Z')
const env = { FEES: '{"prices": {"wallet": {"rate": 75, "fixed": 3}}}', RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '8640000' }
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env })
const goTo = (at: string) => clock.advance(new Date(at).getTime() - clock.now().getTime())
const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })

type Row = Record<string, string>

/** A hold of $80.00 on Friday, of which $40.00 are captured on Saturday and $20.01 on Monday, with $5.00 of the first going back. */
async function startHold() {
  goTo('2026-11-13T03:00:00Z')
  const shop = await createShop(api, database)
  const payer = await createPayer(api, database, 100_000)
  const base = `/api/merchants/${shop.merchantId}`
  const get = async (path: string) => (await api.get(`${base}${path}`, shop.owner.headers)).body
  const call = async (id: string, action: string, body: object) => {
    const answer = await api.post(`/api/payment-requests/${id}/${action}`, body, shop.till)
    expect(answer.status).toBe(200)
  }
  const { id } = await shop.createRequest(8000, { preAuth: true, expirySeconds: 3600 })
  expect((await payer.pay(id)).status).toBe(200)
  return {
    shop,
    payer,
    get,
    id: id as string,
    call,
    capture: (key: string, amount: number) => call(id, 'confirm', { idempotencyKey: key, invoiceRef: 'inv', value: nzd(amount) }),
    exported: async () => {
      const { body } = await api.app.inject({ url: `${base}/payments/export?from=2026-11-10`, headers: shop.owner.headers })
      const [names, ...rows] = body.replace('\uFEFF', '').trim().split('\r\n').map((line) => line.split(',')) // prettier-ignore
      return rows.map((row) => Object.fromEntries(row.map((value, place) => [names![place], value])) as Row)
    },
  }
}

test('a hold is no takings: each capture counts on its own day and hour, and the payment once, with its last [BIZ-11, BIZ-13]', async () => {
  const { get, capture, id } = await startHold()
  const takings = async (day: string) => (await get(`/takings?day=${day}`)).day
  expect(await takings('2026-11-13')).toMatchObject({ amount: '0', count: 0 })
  expect(await get(`/payments/${id}`)).not.toHaveProperty('paidAt')
  goTo('2026-11-14T03:10:00Z')
  await capture('a', 4000)
  expect(await takings('2026-11-14')).toMatchObject({ amount: '4000', count: 1, soFar: { amount: '4000', count: 1 } })
  goTo('2026-11-15T20:30:00Z')
  await capture('b', 2001)
  const days = [await takings('2026-11-13'), await takings('2026-11-14'), await takings('2026-11-16')]
  expect(days.map(({ amount, count }) => [amount, count])).toEqual([['0', 0], ['4000', 0], ['2001', 1]]) // prettier-ignore
  expect([days[1].hours[16], days[2].hours[9]]).toMatchObject([{ amount: '4000' }, { amount: '2001', count: 1 }])
  expect((await get(`/payments/${id}`)).paidAt).toBe('2026-11-15T20:30:00.000Z')
})

test('captures are legs and rows of their own, with their time, fee and payout, and the rows add up to the totals [BIZ-19, BIZ-20, BIZ-21]', async () => {
  const { shop, get, id, capture, call, exported } = await startHold()
  goTo('2026-11-14T03:10:00Z')
  await capture('a', 4000)
  goTo('2026-11-15T20:30:00Z')
  await capture('b', 2001)
  await call(id, 'refund', { value: nzd(500), externalRef: 'r', confirmationIdempotencyKey: 'a' })
  // The payout of the weekend has been cut; Monday's has not.
  await sql`insert into payout_run (day, started_at) values ('2026-11-16', now()) on conflict do nothing`.execute(database.owner.db)
  await sql`
    insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
      carried_in, carried_out, net, carried_reason, created_at)
    values ('po_1', '2026-11-16', ${shop.accountId}, ${shop.settlementWallet}, '2026-11-13', '2026-11-15', 0, 0, 0, 0, 0, 0, 0, 0, 100, 100, 0, 'no-account', now())`.execute(
    database.owner.db,
  )
  const rows = await exported()
  expect(rows.map((row) => ['Type', 'Date', 'Time', 'Amount', 'Fee', 'GST on fee', 'Payout', 'Whole sale'].map((name) => row[name]))).toEqual([
    ['Payment', '2026-11-14', '4:10 pm', '40.00', '0.33', '0.05', 'po_1', '80.00'],
    ['Payment', '2026-11-16', '9:30 am', '20.01', '0.18', '0.03', '', ''],
    ['Refund', '2026-11-16', '9:30 am', '-5.00', expect.any(String), expect.any(String), '', ''],
  ])
  const sumOf = (column: string, type?: string) =>
    String(rows.filter(({ Type }) => (type ?? Type) === Type).reduce((sum, row) => sum + BigInt(row[column]!.replace('.', '')), 0n))
  const totals = await get('/payments/totals?from=2026-11-10')
  expect(totals).toMatchObject({ taken: sumOf('Amount', 'Payment'), fees: sumOf('Fee'), gstOnFees: sumOf('GST on fee'), gstInSales: sumOf('GST in sale') })

  await sql`update payment_request set test = false where id = ${id}`.execute(database.owner.db)
  const page = await get(`/payments/${id}`)
  expect(page.legs).toMatchObject([
    { amount: '4000', refunded: '500', paidAt: '2026-11-14T03:10:00.000Z', payout: { id: 'po_1', day: '2026-11-16' } },
    { amount: '2001', refunded: '0', paidAt: '2026-11-15T20:30:00.000Z', payout: { day: '2026-11-17' } },
  ])
  expect(page).toMatchObject({ payout: { day: '2026-11-17' }, whatYouGet: { taken: '6001', givenBack: '500', fees: totals.fees } })
})

test('captures of before their fee was written down share what was charged in all [BIZ-19, BIZ-20]', async () => {
  const { get, capture, exported } = await startHold()
  await capture('a', 4000)
  await database.owner.db.transaction().execute(async (tx) => {
    await sql`alter table payment_activity disable trigger append_only`.execute(tx)
    await sql`update payment_activity set detail = detail - 'charged' where type = 'confirmation' and idempotency_key = 'a' and detail ? 'charged'`.execute(tx)
    await sql`alter table payment_activity enable trigger append_only`.execute(tx)
  })
  await capture('b', 2001)
  expect((await exported()).map(({ Fee }) => Fee)).toEqual(['0.33', '0.18'])
  expect((await get('/payments/totals')).fees).toBe('51')
})

test('the latest payments are those paid last, whenever they were asked for, and captures count [BIZ-15]', async () => {
  const { shop, payer, get, id, capture, call } = await startHold()
  const ask = async (expirySeconds = 86_400) => {
    clock.advance(1000)
    return String((await shop.createRequest(100, { expirySeconds })).id)
  }
  const [first, second, voided, waiting] = [await ask(), await ask(), await ask(), await ask()]
  for (const paid of [voided, second, first]) {
    clock.advance(1000)
    expect((await payer.pay(paid)).status).toBe(200)
  }
  await call(voided, 'void', {})
  const latest = async (query = '') => (await get(`/payments?order=paid${query}`)).items.map((item: { id: string }) => item.id)
  expect(await latest()).toEqual([first, second])
  clock.advance(1000)
  await capture('a', 100)
  expect(await latest()).toEqual([id, first, second])
  expect(await get('/payments?order=paid')).not.toHaveProperty('nextPageKey')
  for (const query of ['&method=token', '&from=2026-11-14']) expect(await latest(query)).toEqual([])
  expect((await get('/payments')).items.map((item: { id: string }) => item.id)[0]).toBe(waiting)
})
