import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bankNumber, createBank, createBankedPerson, createShop, runningApi, testVault } from '../../fixtures.ts'
import { payoutJobs, payoutTerms } from '../payouts/index.ts'
import { ownAccount } from './accounts.ts'
import { createOperators } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
// A Thursday afternoon: the next payouts are on Friday and on Monday.
const clock = fakeClock(instantAt('2026-12-03', 15).toISOString())
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const deps = { db, ledger, clock, ids: randomIds, vault: testVault() }
const desk = await createOperators(database, deps, { mere: ['finance'], hana: ['finance'] })
const api = await runningApi(database, { clock, wallClock: systemClock, env: { FEES: '{}' } })
const shop = await createShop(api, database, { test: false })
const { headers } = shop.owner
const wallet = `asset:${shop.settlementWallet}`
await sql`update identity.person set email = 'owner@kauri.example', email_verified = true where id = ${shop.owner.personId}`.execute(database.owner.db)
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
afterEach(() => assertLedgerInvariants(db))

const { 'make-payouts': makePayouts } = payoutJobs({ ...deps, terms: payoutTerms.parse({}), log: silent }).tasks
const pay = async (amount: number) => {
  const { id } = await shop.createRequest(amount)
  expect((await api.post(`/api/payment-requests/${id}/pay`, { assetType: 'nikau.nzd.main', assetId: payer.walletId }, payer.headers)).status).toBe(200)
}
const adjust = async (debit: string, credit: string, amount: number, words: string) =>
  await desk.hana.approve((await desk.mere.propose('adjustment', { debit, credit, amount: String(amount), words })).id)
const payoutOn = async (day: string) => {
  clock.set(instantAt(day, 0, 10).toISOString())
  await makePayouts!(undefined, undefined as never)
  return (await api.get(`/api/accounts/${shop.accountId}/payouts`, headers)).body.items[0]
}

test('a payout over an adjusted wallet has adjustments as a sum and as lines, to the cent; fees given back lower the fees [DESK-65] [BIZ-44] [BIZ-46]', async () => {
  await pay(4000) // fee $0.30, GST $0.05
  await adjust(ownAccount.id, wallet, 2500, 'goodwill')
  await adjust(wallet, ownAccount.id, 700, 'recovery')
  await adjust(`fees:${shop.settlementWallet}`, wallet, 10, 'fee-refund')
  // Moves our fees and nothing of the merchant's.
  await adjust(ownAccount.id, `fees:${shop.settlementWallet}`, 900, 'correction')
  const payout = await payoutOn('2026-12-04')
  const sums = { payments: '4000', refunds: '0', fees: '20', gst: '5', adjustments: '1800', carriedIn: '0', carriedOut: '0', net: '5775' }
  expect(payout).toMatchObject(sums)

  const { items } = (await api.get(`/api/payouts/${payout.id}/lines`, headers)).body
  expect(items.map(({ kind, adjustment, amount, fee, gst, net }: Record<string, string>) => [kind, adjustment, amount, fee, gst, net])).toEqual([
    ['payment', undefined, '4000', '30', '5', '3965'],
    ['adjustment', 'goodwill', '2500', '0', '0', '2500'],
    ['adjustment', 'recovery', '-700', '0', '0', '-700'],
    ['adjustment', 'fee-refund', '0', '-10', '0', '10'],
  ])
  const file = async (format: string) => (await api.app.inject({ url: `/api/payouts/${payout.id}/export?format=${format}`, headers })).body
  const rows = (text: string) => text.replace('\uFEFF', '').trim().split('\r\n').slice(1).map((row) => row.split(',')) // prettier-ignore
  expect(rows(await file('csv')).map((row) => [row[2], row[4], row[9]])).toEqual([
    ['Payment', '', '39.65'],
    ['Adjustment', 'Goodwill', '25.00'],
    ['Adjustment', 'Recovery', '-7.00'],
    ['Adjustment', 'Fee Refund', '0.10'],
  ])
  expect(JSON.parse(await file('json'))).toMatchObject({ payout: sums, lines: items })
  const xero = rows(await file('xero')).map(([, amount, , text]) => [text, amount])
  expect(xero).toEqual([
    ['Sales', '40.00'],
    ['Fees', '-0.20'],
    ['GST on fees', '-0.05'],
    ['Adjustments', '18.00'],
    ['Payout to bank', '-57.75'],
  ])
  const camt = await file('camt')
  expect(camt).toContain('<Ustrd>adjustment goodwill</Ustrd>')
  expect([...camt.matchAll(/<TxDtls>.*?<Amt Ccy="NZD">([\d.]+)<\/Amt><CdtDbtInd>(\w+)</g)].map(([, amount, side]) => `${side} ${amount}`)).toEqual([
    'CRDT 39.65',
    'CRDT 25.00',
    'DBIT 7.00',
    'CRDT 0.10',
  ])
  const { rows: advice } = await sql<{ body: string }>`select body from message where purpose = 'remittance-advice'`.execute(database.owner.db)
  expect(advice[0]!.body).toContain('Fees: −$0.20\nGST on fees: −$0.05\nAdjustments: $18.00\nTo your bank: $57.75')
})

test('what operators take is not paid out, and the database keeps the sums of a payout together [BIZ-44]', async () => {
  clock.set(instantAt('2026-12-04', 12).toISOString())
  await pay(1000) // fee $0.08, GST $0.01
  await adjust(wallet, ownAccount.id, 991, 'recovery')
  expect(await payoutOn('2026-12-07')).toMatchObject({ payments: '1000', adjustments: '-991', net: '0', carriedOut: '0', status: 'carried' })
  await expect(
    sql`insert into payout (id, day, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
      adjustments, carried_in, carried_out, net, carried_reason, created_at)
      select id || 'x', day - 1, account_id, wallet_id, first_day, last_day, from_version, to_version, fees_version, gst_version, payments, refunds, fees, gst,
             adjustments + 1, carried_in, carried_out, net, carried_reason, created_at from payout where day = '2026-12-07'`.execute(database.owner.db),
  ).rejects.toThrow('payout_adds_up')
})
