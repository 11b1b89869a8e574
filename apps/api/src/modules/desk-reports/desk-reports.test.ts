import { createLedger } from '@nikau/ledger'
import { Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { runningDesk } from '../../http/desk/fixtures.ts'

const database = await testDatabase()
const clock = fakeClock('2026-10-31T10:00:00Z')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { FEES: '{}' } })
const desk = await runningDesk(database, { clock, env: { DESK_MODE: 'test' } })
const ruth = await desk.operator('ruth', ['auditor'])
const tama = await desk.operator('tama', ['support'])
const cafe = await createShop(api, database)
const bakery = await createShop(api, database)
const payer = await createPayer(api, database, 50_000)
const pay = async (shop: typeof cafe, amount: number) => {
  const { id } = await shop.createRequest(amount)
  expect((await payer.pay(id)).status).toBe(200)
  return id as string
}
const fees = async (month: string) => (await ruth.get(`/api/desk/reports/fees?month=${month}`)).body

test('fees and GST of an Auckland month by merchant and way of paying equal the movement of the books to the cent, refunds and month ends included [DESK-80]', async () => {
  clock.set('2026-10-31T10:59:59.000Z') // the last second of October in Auckland
  await pay(cafe, 4000)
  clock.set('2026-10-31T11:00:00.000Z') // midnight
  const first = await pay(cafe, 4000)
  await pay(cafe, 67)
  await pay(bakery, 10_000)
  expect((await api.post(`/api/payment-requests/${first}/refund`, { value: { amount: '1000', currency: 'NZD' }, externalRef: 'a' }, cafe.till)).status).toBe(
    200,
  )
  const november = await fees('2026-11')
  const own = (shop: typeof cafe) => november.rows.filter(({ merchantId }: { merchantId: string }) => merchantId === shop.merchantId)
  expect(own(cafe)).toEqual([{ merchantId: cafe.merchantId, merchantName: 'Kauri Cafe', method: 'wallet', payments: 2, fees: '23', gst: '4' }])
  expect(own(bakery)).toMatchObject([{ method: 'wallet', payments: 1, fees: '75', gst: '11' }])
  expect(november).toMatchObject({ month: '2026-11', isOpen: true, total: { fees: '98', gst: '15' }, books: { fees: '98', gst: '15' } })
  expect(await fees('2026-10')).toMatchObject({ isOpen: false, total: { fees: '30', gst: '5' }, books: { fees: '30', gst: '5' } })
  expect(await fees('2026-09')).toMatchObject({ rows: [], total: { fees: '0', gst: '0' }, books: { fees: '0', gst: '0' } })
})

test('what no payment explains stands as other, and the sums still agree [DESK-80]', async () => {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  const operations = [{ op: 'transfer' as const, from: `fees:${bakery.settlementWallet}`, to: `gst:${bakery.settlementWallet}`, amount: 5n }]
  await database.db
    .transaction()
    .execute((tx) => ledger.postInTransaction(tx, [{ reference: 'adjustment:x', kind: 'adjustment', subject: 'account:x', operations }]))
  await ledger.close()
  const report = await fees('2026-11')
  expect(report.rows.at(-1)).toEqual({ method: 'other', payments: 0, fees: '-5', gst: '5' })
  expect(report.total).toEqual(report.books)
})

test('the export has the same rows and the same sum, for finance and those who check [DESK-80]', async () => {
  const report = await fees('2026-11')
  const { status, headers, body } = await ruth.get('/api/desk/reports/fees/export?month=2026-11')
  expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="nikau-fees-2026-11.csv"'])
  const lines = (body as string)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(lines).toHaveLength(report.rows.length + 2)
  expect(lines.at(-1)).toEqual(['2026-11', 'Total', '', '', '', '0.93', '0.20'])
  expect((await tama.get('/api/desk/reports/fees?month=2026-11')).body.message).toBe('OUTSIDE_ROLE')
  expect((await ruth.get('/api/desk/reports/fees?month=2026-13')).status).toBe(400)
})
