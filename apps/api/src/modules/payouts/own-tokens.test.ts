import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, createShop, createTokens, runningApi } from '../../fixtures.ts'
import { cutPayouts } from './cut.ts'
import { linesOf } from './read.ts'
import { payoutTerms } from './rules.ts'
import { selectPayout } from './store-read.ts'

const database = await testDatabase()
const { db } = database
// A Thursday afternoon: the next payouts are on Friday and on Monday.
const clock = fakeClock(instantAt('2026-12-03', 15).toISOString())
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { FEES: '{}' } })
const shop = await createShop(api, database, { test: false })
const { headers } = shop.owner
const payer = await createBankedPerson(api, database)
const bank = createBank(database, clock)
await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${payer.bankAccountId}`.execute(db)
const topUp = (await payer.topUp(50_000)).body
await bank.take('topup')
await bank.settle(topUp.id)
const linked = { accountId: shop.accountId, bankAccountName: 'Kauri Ltd', bankAccountNumber: bankNumber(), purpose: 'settlement' }
const settlement = (await api.post('/api/bank-accounts', linked, headers)).body
await sql`update bank_account set verified_at = created_at, status = 'active' where id = ${settlement.id}`.execute(db)
await api.put(`/api/accounts/${shop.accountId}/payout-account`, { bankAccountId: settlement.id }, headers)
const tokens = await createTokens(database, clock, shop, 'scone', false)
afterEach(() => assertLedgerInvariants(db))

const lines = [
  { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' },
  { name: 'Scone', qty: '1', price: '450', sku: 'scone' },
]
const pay = async (requestId: string, body: object) => expect((await api.post(`/api/payment-requests/${requestId}/pay`, body, payer.headers)).status).toBe(200)
const byWallet = { assetType: 'nikau.nzd.main', assetId: payer.walletId }
const byToken = async () => ({ assetType: 'nikau.token.main', assetId: await tokens.issue(payer.accountId), lineItems: [lines[1]] })
const refund = async (requestId: string, amount: number) => {
  const body = { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${amount}` }
  expect((await api.post(`/api/payment-requests/${requestId}/refund`, body, shop.till)).status).toBe(200)
}
const payoutOn = async (day: string) => {
  clock.set(instantAt(day, 0, 10).toISOString())
  await cutPayouts({ db, ledger, ids: randomIds, terms: payoutTerms.parse({}) })
  return (await api.get(`/api/accounts/${shop.accountId}/payouts`, headers)).body.items[0]
}
const linesOfPayout = async (id: string) => (await api.get(`/api/payouts/${id}/lines`, headers)).body.items
const figures = (line: Record<string, string>) => [line.kind, line.amount, line.ownTokens, line.fee, line.gst, line.net]

let mixed: { id: string }
let alone: { id: string }

test('own tokens are a part of the sales, a sum and lines of their own, and bring neither money nor fee [BIZ-44, BIZ-81]', async () => {
  mixed = await shop.createRequest(1000, { lineItems: lines })
  await pay(mixed.id, { ...byWallet, mode: 'multi-asset-payment', amount: '550' })
  await pay(mixed.id, { ...(await byToken()), mode: 'multi-asset-payment', amount: '450' })
  alone = await shop.createRequest(450, { lineItems: [lines[1]] })
  await pay(alone.id, await byToken())
  // A request that is not complete has sold nothing yet.
  const open = await shop.createRequest(1000, { lineItems: lines })
  await pay(open.id, { ...(await byToken()), mode: 'multi-asset-payment', amount: '450' })

  const sums = { payments: '1450', refunds: '0', ownTokens: '900', fees: '4', gst: '1', adjustments: '0', carriedIn: '0' }
  expect((await api.get(`/api/accounts/${shop.accountId}/next-payouts`, headers)).body).toMatchObject([{ ...sums, soFar: '545' }])
  const payout = await payoutOn('2026-12-04')
  expect(payout).toMatchObject({ ...sums, carriedOut: '0', net: '545' })
  const items = await linesOfPayout(payout.id)
  expect(items.map(figures)).toEqual([
    ['payment', '550', undefined, '4', '1', '545'],
    ['own-token', '450', '450', '0', '0', '0'],
    ['own-token', '450', '450', '0', '0', '0'],
  ])
  expect(items.map(({ paymentRequestId, items: names, paidWith }: Record<string, unknown>) => [paymentRequestId, names, paidWith])).toEqual([
    [mixed.id, 'Flat white, Scone', [{ method: 'wallet', description: expect.any(String) }]],
    [mixed.id, 'Scone', [{ method: 'token', description: 'Free coffee' }]],
    [alone.id, 'Scone', [{ method: 'token', description: 'Free coffee' }]],
  ])
})

test('pages of any size have every line once; the files have own tokens too, and Xero’s lines leave no rest [BIZ-44, BIZ-46]', async () => {
  const [{ id, bank: to }] = (await api.get(`/api/accounts/${shop.accountId}/payouts`, headers)).body.items
  const row = (await selectPayout(db, id))!
  const all = (await linesOf(db, row, undefined)).items
  for (const limit of [1, 2, 3]) {
    const read: unknown[] = []
    let pageKey: string | undefined
    do {
      const page = await linesOf(db, row, pageKey, limit)
      read.push(...page.items)
      pageKey = page.nextPageKey
    } while (pageKey !== undefined)
    expect(read).toEqual(all)
  }
  const file = async (format: string) => (await api.app.inject({ url: `/api/payouts/${id}/export?format=${format}`, headers })).body
  const rows = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n').map((line) => line.split(',')) // prettier-ignore
  const [names, ...csv] = rows(await file('csv'))
  expect(names!.slice(6, 11)).toEqual(['Amount', 'Fee', 'GST on fee', 'Net', 'Own tokens'])
  expect(csv.map((line) => [line[2], ...line.slice(6, 11)])).toEqual([
    ['Payment', '5.50', '0.04', '0.01', '5.45', '0.00'],
    ['Own token', '4.50', '0.00', '0.00', '0.00', '4.50'],
    ['Own token', '4.50', '0.00', '0.00', '0.00', '4.50'],
  ])
  const [headings, ...xero] = rows(await file('xero'))
  expect(headings).toEqual(['Date', 'Amount', 'Payee', 'Description', 'Reference'])
  expect(xero).toEqual(
    [
      ['14.50', 'Sales'],
      ['-9.00', 'Own tokens'],
      ['-0.04', 'Fees'],
      ['-0.01', 'GST on fees'],
      ['-5.45', 'Payout to bank'],
    ].map(([amount, text]) => ['04/12/2026', amount, 'Nikau', text, to.reference]),
  )
  expect(xero.reduce((sum, line) => sum + Math.round(Number(line[1]) * 100), 0)).toBe(0)
})

test('a refund gives own tokens back in the payout of its day [BIZ-44, BIZ-81]', async () => {
  clock.set(instantAt('2026-12-04', 12).toISOString())
  await refund(alone.id, 450)
  const next = await shop.createRequest(4000)
  await pay(next.id, byWallet)
  const payout = await payoutOn('2026-12-07')
  expect(payout).toMatchObject({ payments: '4000', refunds: '450', ownTokens: '-450', fees: '30', gst: '5', net: '3965' })
  expect((await linesOfPayout(payout.id)).map(figures)).toEqual([
    ['payment', '4000', undefined, '30', '5', '3965'],
    ['own-token', '-450', '-450', '0', '0', '0'],
  ])
})

test('own tokens count when the last condition is accepted, and no longer after a void [BIZ-81]', async () => {
  clock.set(instantAt('2026-12-07', 12).toISOString())
  const counted = async () => (await api.get(`/api/accounts/${shop.accountId}/next-payouts`, headers)).body[0].ownTokens
  const request = await shop.createRequest(450, { lineItems: [lines[1]], conditionsEnabled: true })
  const condition = { id: 'photo-id-check', name: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }
  await sql`update payment_request set conditions = ${JSON.stringify([condition])} where id = ${request.id}`.execute(db)
  await pay(request.id, await byToken())
  expect(await counted()).toBe('0')
  const act = (action: string) => api.app.inject({ method: 'POST', url: `/api/payment-requests/${request.id}/${action}`, headers: shop.till })
  expect((await act('conditions/photo-id-check/accept')).statusCode).toBe(200)
  expect(await counted()).toBe('450')
  await assertLedgerInvariants(db)
  expect((await act('void')).statusCode).toBe(200)
  expect(await counted()).toBe('0')
})

test('the text on the bank statement fits into its three fields of 12 characters, without a comma [BIZ-45]', async () => {
  const { items } = (await api.get(`/api/accounts/${shop.accountId}/payouts`, headers)).body
  for (const { bank: to } of items) for (const field of ['particulars', 'code', 'reference']) expect(to[field]).toMatch(/^[^,]{1,12}$/)
})

test('a change of the schedule is emailed to every owner who has an address [BIZ-41]', async () => {
  await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
  const changed = await api.put(`/api/accounts/${shop.accountId}/payout-schedule`, { kind: 'weekly', weekday: 2 }, headers)
  expect(changed.status).toBe(200)
  const { rows } = await sql`select recipient, body from message where purpose = 'payout-schedule'`.execute(database.owner.db)
  expect(rows).toEqual([{ recipient: 'owner@kauri.example', body: expect.stringContaining('From 8 December 2026 on, your payouts are made every Tuesday') }])
})
