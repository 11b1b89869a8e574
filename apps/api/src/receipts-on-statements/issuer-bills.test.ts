import { assertLedgerInvariants } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { applyBillReceipts as applyWith } from '../modules/receipts/apply-bill-receipts.ts'
import { billReferenceOf, issuerBillTerms, periodStart } from '../modules/receipts/rules.ts'
import { startReceipts } from './fixtures.ts'

const database = await testDatabase()
const harness = await startReceipts(database, '2026-12-01T10:00:00+13:00')
const { applyBillReceipts, at, billIssuers, createIssuer, deps, openExceptions, owed, payUs, position, readStatements, rows } = harness
const nextMorning = async (day: string) => {
  await at(instantAt(day, 3, 30).toISOString())
  await readStatements()
  await applyBillReceipts()
}

afterEach(async () => {
  await assertLedgerInvariants(database.db)
  await harness.ignoreOpenExceptions()
})

test('an issuer is billed once a month for what other merchants redeemed, less refunds, to the cent, and told by email [BIZ-81]', async () => {
  const { account, bills, issuer, redeem, refund } = await createIssuer()
  await sql`update identity.person set email = 'owner@issuer.example', email_verified = true where id = ${issuer.owner.personId}`.execute(database.owner.db)
  const first = await redeem(550)
  const second = await redeem(325)
  const back = await redeem(400)
  await refund(back.requestId, 400)
  expect(await billIssuers()).toBe(0)
  await at('2027-01-01T00:10:00+13:00')
  await redeem(199) // of January
  expect(await Promise.all([billIssuers(), billIssuers(), billIssuers()])).toEqual(expect.arrayContaining([0, 1]))
  expect(await billIssuers()).toBe(0)
  // New Year's holidays, two weekends and ten business days.
  expect(await bills()).toMatchObject([{ amount: 875n, paid: 0n, day: '2027-01-01', due: '2027-01-18', isPaid: false }])
  expect(await owed(account)).toBe(875n + 199n)
  const { id, reference } = (await bills())[0]!
  const lines = await rows(sql<{ request: string; amount: bigint }>`
    select payment_request_id as request, amount from issuer_bill_line where bill_id = ${id} order by version`)
  expect(lines).toEqual([
    { request: first.requestId, amount: 550n },
    { request: second.requestId, amount: 325n },
    { request: back.requestId, amount: 400n },
    { request: back.requestId, amount: -400n },
  ])
  const mails = await rows(sql<{ subject: string; body: string }>`select subject, body from message where key like ${`issuer-bill:${id}:%`}`)
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/^Bill \d+: \$8\.75 for redeemed tokens$/) }])
  expect(mails[0]!.body).toContain(`Please pay it by 18 January 2027:\nAccount 02-0192-0214002-00\nReference ${reference}`)
  await payUs(875, { reference })
  await nextMorning('2027-01-02')
  expect([await owed(account), (await bills())[0]]).toMatchObject([199n, { paid: 875n, isPaid: true }])
  await at('2027-02-01T00:10:00+13:00')
  expect(await billIssuers()).toBe(1)
  expect((await bills())[1]).toMatchObject({ amount: 199n })
  await payUs(199, { reference: (await bills())[1]!.reference })
  await nextMorning('2027-02-02')
  expect(await owed(account)).toBe(0n)
  expect(await openExceptions()).toEqual([])
  expect(await position()).toEqual({ unexplained: 0n, unbooked: 0n })
})

test('a bill is paid in parts, in any field of the payment; the rest stays open, and a surplus is raised and not booked [BIZ-81]', async () => {
  await at('2027-02-10T10:00:00+13:00')
  const { account, bills, redeem } = await createIssuer()
  await redeem(800)
  await redeem(200)
  await at('2027-03-01T00:10:00+13:00')
  await billIssuers()
  const { reference } = (await bills())[0]!
  // Two equal parts are two payments, not one line shown twice.
  await payUs(300, { code: reference.toLowerCase() })
  await nextMorning('2027-03-02')
  await payUs(300, { particulars: ` ${reference}` })
  await readStatements()
  await nextMorning('2027-03-03')
  expect([await owed(account), (await bills())[0]]).toMatchObject([400n, { paid: 600n, isPaid: false }])
  await payUs(450, { reference })
  await at('2027-03-04T03:30:00+13:00')
  await readStatements()
  // Between statement and posting; then stopped while posting; then twice at once.
  expect(await position()).toEqual({ unexplained: 0n, unbooked: 450n })
  const broken = { ...deps, ledger: { ...deps.ledger, postInTransaction: async () => await Promise.reject(new Error('killed')) } }
  await expect(applyWith(broken)).rejects.toThrow('killed')
  expect(await owed(account)).toBe(400n)
  await Promise.all([applyBillReceipts(), applyBillReceipts(), applyBillReceipts()])
  expect([await owed(account), (await bills())[0]]).toMatchObject([0n, { paid: 1000n, isPaid: true }])
  expect(await openExceptions()).toEqual([expect.stringMatching(/^issuer-receipt-surplus 02\S+ 50$/)])
  await payUs(70, { reference })
  await nextMorning('2027-03-05')
  expect(await openExceptions()).toEqual([expect.stringMatching(/^issuer-receipt-surplus \S+ 50$/), expect.stringMatching(/^issuer-receipt-surplus \S+ 70$/)])
  expect([await owed(account), await position()]).toEqual([0n, { unexplained: 0n, unbooked: 120n }])
  // What takes money out with the reference is not a payment of the bill.
  await payUs(-10, { reference })
  await nextMorning('2027-03-06')
  expect((await openExceptions()).at(-1)).toMatch(/^statement-unknown /)
})

test('a bill is overdue when the statements up to its due day do not show it, and closes itself when it is paid [BIZ-81]', async () => {
  await at('2027-03-10T10:00:00+13:00')
  const { account, bills, redeem } = await createIssuer()
  await redeem(500)
  await at('2027-04-01T00:10:00+13:00')
  await billIssuers()
  const { reference, due } = (await bills())[0]!
  expect(due).toBe('2027-04-15')
  await nextMorning('2027-04-15')
  expect(await openExceptions()).toEqual([])
  await nextMorning('2027-04-16')
  expect(await openExceptions()).toEqual([`issuer-bill-overdue ${reference} 500`])
  await payUs(500, { reference })
  await nextMorning('2027-04-17')
  expect(await openExceptions()).toEqual([])
  expect(await owed(account)).toBe(0n)
})

test('a refund after the bill was paid leaves the issuer in credit, and the next bill is less [BIZ-81]', async () => {
  await at('2027-04-20T10:00:00+12:00')
  const { account, bills, redeem, refund } = await createIssuer()
  const { requestId } = await redeem(700)
  await at('2027-05-01T00:10:00+12:00')
  await billIssuers()
  await payUs(700, { reference: (await bills())[0]!.reference })
  await at('2027-05-02T03:30:00+12:00')
  await readStatements()
  await applyBillReceipts()
  expect((await refund(requestId, 700)).status).toBe(200)
  expect(await owed(account)).toBe(-700n)
  await at('2027-06-01T00:10:00+12:00')
  expect(await billIssuers()).toBe(0)
  await redeem(800)
  await redeem(150)
  await at('2027-07-01T00:10:00+12:00')
  expect(await billIssuers()).toBe(1)
  expect((await bills())[1]).toMatchObject({ amount: 250n })
  expect(await owed(account)).toBe(250n)
})

test('bills are monthly, or weekly by configuration; references have letters and digits that cannot be confused', () => {
  expect(periodStart('2026-12-31', issuerBillTerms.parse({}))).toBe('2026-12-01')
  const weekly = issuerBillTerms.parse({ period: 'weekly' })
  expect(['2026-12-06', '2026-12-07', '2026-12-13'].map((day) => periodStart(day, weekly))).toEqual(['2026-11-30', '2026-12-07', '2026-12-07'])
  expect(billReferenceOf('a')).toMatch(/^NB[A-HJ-NP-Z2-9]{8}$/)
  expect(billReferenceOf('a')).not.toBe(billReferenceOf('b'))
})
