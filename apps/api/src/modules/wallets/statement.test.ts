import { parse } from 'csv-parse/sync'
import { XMLParser } from 'fast-xml-parser'
import { type Cents, cents } from '@nikau/money'
import { fakeClock, createAccessToken, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { assetDeps, createHolder, createWallet, runningApi } from '../../fixtures.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { recordMovements } from './index.ts'
import { createPdfDrawer } from './pdf-drawer.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-09-01T00:00:00Z')
const deps = assetDeps(database, clock)
const { app } = await runningApi(database, { clock })
await db.transaction().execute((tx) => deps.ledger.openAccount(tx, { id: 'outside', unit: 'nzd.main', kind: 'bank clearing' }))

const mia = await createHolder(database, deps)
const wallet = await createWallet(deps, mia.accountId)

async function move(at: string, amount: bigint, party: string): Promise<void> {
  clock.set(at)
  await db.transaction().execute(async (tx) => {
    const [from, to] = amount > 0n ? ['outside', ledgerAccountOf(wallet)] : [ledgerAccountOf(wallet), 'outside']
    const size = amount < 0n ? -amount : amount
    const [outcome] = await deps.ledger.postInTransaction(tx, [
      { reference: deps.ids.ordered(), kind: 'test', subject: 'test', operations: [{ op: 'transfer', from, to, amount: size }] },
    ])
    if (outcome!.outcome === 'refused') throw new Error(outcome!.code)
    const movement = amount > 0n ? { topupId: 't', srcParty: party } : { paymentRequestId: 'p', destParty: party }
    await recordMovements(tx, [{ posting: outcome!.posting, movement }])
  })
}

const awkward = 'Hēnare & Daughters, "Purveyors" <of> Fine Wool Blankets and Other Winter Comforts'
await move('2026-09-15T22:00:00Z', 100_00n, '12-3140-0171323-00')
await move('2026-09-26T13:59:59Z', -4_35n, 'Kererū Grocer') // one second before the clocks go forward
await move('2026-09-26T14:00:00Z', -12_00n, awkward)
await move('2026-09-30T10:59:59Z', -1n, '=HYPERLINK("http://evil.example")') // the last second of September in Auckland
await move('2026-09-30T11:00:00Z', 20_00n, '+6421*****18')
await move('2026-10-20T01:00:00Z', -7_05n, 'Kererū Grocer')
clock.set('2026-10-21T00:00:00Z')
const headers = { authorization: `Bearer ${await createAccessToken(database, mia.personId)}` }
const balance = cents(100_00n - 4_35n - 12_00n - 1n + 20_00n - 7_05n)

const getStatement = async (query: string) => await app.inject({ url: `/api/wallets/${wallet}/statement?${query}`, headers })
const total = (amounts: string[]): Cents => cents(amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n))

interface Row {
  Number: string
  Date: string
  Type: string
  Details: string
  Amount: string
  Balance: string
}
const readCsv = (text: string) => parse(text, { columns: true, bom: true }) as Row[]

interface Ofx {
  OFX: {
    BANKMSGSRSV1: {
      STMTTRNRS: {
        STMTRS: {
          CURDEF: string
          BANKTRANLIST: { DTSTART: string; DTEND: string; STMTTRN: { TRNTYPE: string; DTPOSTED: string; TRNAMT: string; FITID: string; NAME: string }[] }
          LEDGERBAL: { BALAMT: string }
        }
      }
    }
  }
}
const readOfx = (text: string) =>
  (new XMLParser({ parseTagValue: false, isArray: (name) => name === 'STMTTRN' }).parse(text) as Ofx).OFX.BANKMSGSRSV1.STMTTRNRS.STMTRS

test('a parsed CSV sums to the balance, line by line', async () => {
  const response = await getStatement('format=csv')
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="nikau-2026-09-01-to-2026-10-21.csv"',
    'cache-control': 'no-store',
  })
  const rows = readCsv(response.payload)
  expect(total(rows.map((row) => row.Amount))).toBe(balance)
  expect(total([rows.at(-1)!.Balance])).toBe(balance)
  rows.forEach((row, i) => expect(total([row.Balance])).toBe(total(rows.slice(0, i + 1).map((earlier) => earlier.Amount))))
  expect(rows.map((row) => [row.Number, row.Date, row.Type, row.Details])).toEqual([
    ['1', '2026-09-16', 'Top Up', '12-3140-0171323-00'],
    ['2', '2026-09-27', 'Payment', 'Kererū Grocer'],
    ['3', '2026-09-27', 'Payment', awkward],
    ['4', '2026-09-30', 'Payment', `'=HYPERLINK("http://evil.example")`],
    ['5', '2026-10-01', 'Top Up', "'+6421*****18"],
    ['6', '2026-10-20', 'Payment', 'Kererū Grocer'],
  ])
})

test('a parsed OFX sums to its stated balance', async () => {
  const response = await getStatement('format=ofx')
  expect(response.headers['content-type']).toBe('application/x-ofx')
  const { CURDEF, BANKTRANLIST, LEDGERBAL } = readOfx(response.payload)
  const transactions = BANKTRANLIST.STMTTRN
  expect(CURDEF).toBe('NZD')
  expect(total(transactions.map((one) => one.TRNAMT))).toBe(balance)
  expect(total([LEDGERBAL.BALAMT])).toBe(balance)
  expect(transactions.map((one) => one.TRNTYPE)).toEqual(['CREDIT', 'DEBIT', 'DEBIT', 'DEBIT', 'CREDIT', 'DEBIT'])
  expect(transactions.map((one) => one.DTPOSTED).slice(1, 5)).toEqual([
    '20260927015959[+12:NZST]',
    '20260927030000[+13:NZDT]',
    '20260930235959[+13:NZDT]',
    '20261001000000[+13:NZDT]',
  ])
  expect(new Set(transactions.map((one) => one.FITID)).size).toBe(6)
  expect(transactions[2]!.NAME).toBe('Hēnare & Daughters, "Purveyors"')
  expect(transactions[1]!.NAME).toBe('Kererū Grocer')
})

test('days are those of Auckland, and earlier movements are in the opening balance', async () => {
  const september = readCsv((await getStatement('format=csv&from=2026-09-01&to=2026-09-30')).payload)
  expect(september.map((row) => row.Number)).toEqual(['1', '2', '3', '4'])
  const october = readCsv((await getStatement('format=csv&from=2026-10-01&to=2026-10-31')).payload)
  expect(october.map((row) => [row.Number, row.Balance])).toEqual([
    ['5', '103.64'],
    ['6', '96.59'],
  ])
  expect(total([september.at(-1)!.Balance]) + total(october.map((row) => row.Amount))).toBe(balance)
  expect(readCsv((await getStatement('format=csv&from=2026-08-01&to=2026-08-31')).payload)).toEqual([])
  expect(readOfx((await getStatement('format=ofx&from=2026-10-02&to=2026-10-03')).payload).LEDGERBAL.BALAMT).toBe('103.64')
})

test('a PDF is complete and has enough pages for its lines', async () => {
  const response = await getStatement('format=pdf')
  expect(response.headers['content-type']).toBe('application/pdf')
  const text = response.rawPayload.toString('latin1')
  expect(text.startsWith('%PDF-1.')).toBe(true)
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  for (let i = 0; i < 30; i++) await move('2026-10-21T00:00:00Z', 1n, 'Mia')
  const longer = await getStatement('format=pdf')
  expect(longer.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('invalid queries are malformed', async () => {
  for (const query of ['format=doc', '', 'format=csv&from=2026-13-01', 'format=csv&from=2026-10-02&to=2026-10-01', 'format=csv&page=2'])
    expect((await getStatement(query)).statusCode).toBe(400)
})

test('a PDF over the line limit is refused, a CSV of the same lines is not', async () => {
  const before = (await getStatement('format=csv')).payload
  const many = Array.from({ length: 2000 }, () => ({ posting: 0n, movement: { topupId: 't', srcParty: 'Mia' } }))
  await db.transaction().execute(async (tx) => {
    const groups = many.map(() => ({
      reference: deps.ids.ordered(),
      kind: 'test',
      subject: 'test',
      operations: [{ op: 'transfer' as const, from: 'outside', to: ledgerAccountOf(wallet), amount: 1n }],
    }))
    const outcomes = [...(await deps.ledger.postInTransaction(tx, groups.slice(0, 1000))), ...(await deps.ledger.postInTransaction(tx, groups.slice(1000)))]
    await recordMovements(
      tx,
      outcomes.map((outcome, i) => ({ ...many[i]!, posting: outcome.outcome === 'refused' ? 0n : outcome.posting })),
    )
  })
  const refused = await getStatement('format=pdf')
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ message: 'STATEMENT_TOO_LONG' })
  expect(readCsv((await getStatement('format=csv')).payload)).toHaveLength(readCsv(before).length + 2000)
})

test('three PDFs a minute are made for a person; the other formats are free of that limit [SEC-16]', async () => {
  clock.advance(60_000)
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await getStatement('format=pdf&from=2026-09-01&to=2026-09-02')).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await getStatement('format=csv')).statusCode).toBe(200)
})

test('a long PDF is drawn in a thread, not in the one that answers calls [SEC-16]', async () => {
  const drawer = createPdfDrawer()
  const at = new Date('2026-10-01T00:00:00Z')
  const line = { at, label: 'Payment', party: 'Kererū Grocer', value: cents(-1n), balance: cents(0n) }
  const lines = Array.from({ length: 2000 }, (_, i) => ({ ...line, number: i + 1 }))
  const period = { from: '2026-10-01', to: '2026-10-01' } as const
  const [process0, thread0] = [process.cpuUsage(), process.threadCpuUsage()]
  const drawn = await drawer.draw({
    walletId: wallet,
    holder: 'Mia',
    test: false,
    ...period,
    opening: cents(2000n),
    closing: cents(0n),
    lines,
    generatedAt: at,
  })
  const [inProcess, inThread] = [process.cpuUsage(process0).user, process.threadCpuUsage(thread0).user]
  const pdf = Buffer.from(drawn).toString('latin1')
  expect(pdf.startsWith('%PDF-1.')).toBe(true)
  expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(50)
  expect(inThread).toBeLessThan(inProcess / 4)
  await drawer.close()
})
