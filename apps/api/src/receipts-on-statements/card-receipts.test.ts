import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { cardOf } from '../modules/card-payments/fixtures.ts'
import { startReceipts } from './fixtures.ts'
import { endOfDay } from '../modules/safeguarding/rules.ts'
import { selectFigures } from '../modules/safeguarding/store-figures.ts'
import { settleCards as runSettleCards } from '../modules/receipts/settle-cards.ts'

const database = await testDatabase()
// A Tuesday. Every test has weeks of its own, so that none finds what another has left.
const harness = await startReceipts(database, '2026-12-01T10:00:00+13:00')
const { at, banks, cards, deps, payAdvice, payUs, position, openExceptions, readStatements, receipts, rows, settleCards } = harness
const clearing = 'card:farmlands:nzd.main'
const owed = () => harness.owed(clearing)

afterEach(async () => {
  await cards.company.clear()
  await banks.control('clear', {})
  await assertLedgerInvariants(database.db)
  await harness.ignoreOpenExceptions()
})

const charge = async (amount: number) => {
  const { requestId, paid } = await cards.completePayment(amount, cardOf(1))
  expect(paid.status).toBe(200)
  return { requestId, id: (await cards.payment(requestId))!.id }
}
const refund = async (requestId: string, amount: number) => {
  const body = { value: { amount: String(amount), currency: 'NZD' }, externalRef: `r${amount}` }
  expect((await cards.api.post(`/api/payment-requests/${requestId}/refund`, body, cards.shop.till)).status).toBe(200)
  const done = () =>
    rows(sql<{ id: string }>`select r.id from card_refund r join card_payment c on c.id = r.card_payment_id
    where c.payment_request_id = ${requestId} and r.amount = ${amount} and r.step = 'done'`)
  return await vi.waitFor(async () => {
    const [row] = await done()
    expect(row).toBeDefined()
    return row!.id
  }, 20_000)
}
const newReceipts = async (before: number) => (await receipts()).slice(before)

test('the card company pays the charges less refunds of a day in one payment: booked once the statement shows it, and the account is empty [MON-1]', async () => {
  const first = await charge(23_000)
  await charge(4000)
  await refund(first.requestId, 3000)
  expect(await owed()).toBe(24_000n)
  const advice = await cards.company.settleDay('2026-12-01', { payDay: '2026-12-02' })
  expect(advice).toMatchObject({ netCents: 24_000, reference: 'FLS261201-01' })
  await at('2026-12-02T10:00:00+13:00')
  await settleCards()
  expect(await owed()).toBe(24_000n)
  await payAdvice(advice.reference)
  await at('2026-12-03T03:30:00+13:00')
  expect(await readStatements()).toBe(2)
  // Between the statement and the posting.
  expect(await position()).toEqual({ unexplained: 0n, unbooked: 24_000n })
  await settleCards()
  expect(await owed()).toBe(0n)
  expect(await receipts()).toEqual([{ reference: 'card-receipt:FLS261201-01:1', amount: 24_000n }])
  expect(await position()).toEqual({ unexplained: 0n, unbooked: 0n })
  expect(await openExceptions()).toEqual([])
  const lines = await rows(sql`select verdict, type, reference, amount from bank_statement_line`)
  expect(lines).toEqual([{ verdict: 'receipt', type: 'DC', reference: 'FLS261201-01', amount: 24_000n }])
})

test('when refunds exceed charges the company takes the difference from our account [MON-1]', async () => {
  await at('2026-12-07T10:00:00+13:00')
  const { requestId } = await charge(5000)
  await cards.company.settleDay('2026-12-07').then(({ reference }) => payAdvice(reference))
  await at('2026-12-08T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await owed()).toBe(0n)
  await refund(requestId, 2000)
  expect(await owed()).toBe(-2000n)
  const advice = await cards.company.settleDay('2026-12-08')
  expect(advice.netCents).toBe(-2000)
  await payAdvice(advice.reference)
  await at('2026-12-09T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await owed()).toBe(0n)
  expect((await receipts()).at(-1)).toEqual({ reference: 'card-receipt:FLS261208-01:1', amount: -2000n })
  expect(await openExceptions()).toEqual([])
})

test('an advice of charges and refunds that cancel out is settled without a payment [MON-1]', async () => {
  await at('2026-12-09T10:00:00+13:00')
  const before = (await receipts()).length
  const { requestId } = await charge(1500)
  await refund(requestId, 1500)
  await cards.company.settleDay('2026-12-09')
  await settleCards()
  expect(await newReceipts(before)).toEqual([])
  expect(await rows(sql`select from card_advice where reference = 'FLS261209-01' and settled_at is not null`)).toHaveLength(1)
  await at('2026-12-14T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([])
})

test('jobs that run twice, at once, or are stopped between the steps book a receipt once [MON-1]', async () => {
  await at('2026-12-14T10:00:00+13:00')
  const before = (await receipts()).length
  await charge(7000)
  const { reference } = await cards.company.settleDay('2026-12-14')
  await payAdvice(reference)
  await Promise.allSettled([settleCards(), settleCards(), settleCards()])
  await at('2026-12-15T03:30:00+13:00')
  await Promise.allSettled([readStatements(), readStatements()])
  await Promise.allSettled([settleCards(), settleCards(), settleCards(), settleCards()])
  await settleCards()
  await readStatements()
  expect(await newReceipts(before)).toEqual([{ reference: `card-receipt:${reference}:1`, amount: 7000n }])

  // The worker dies while it books: nothing of the transaction remains, and the next run books it.
  await charge(900)
  await at('2026-12-15T10:00:00+13:00')
  const second = await cards.company.settleDay('2026-12-15')
  await payAdvice(second.reference)
  await at('2026-12-16T03:30:00+13:00')
  await readStatements()
  const broken = { ...deps, ledger: { ...deps.ledger, postInTransaction: async () => await Promise.reject(new Error('killed')) } }
  await expect(runSettleCards(broken)).rejects.toThrow('killed')
  expect(await owed()).toBe(900n)
  expect(await rows(sql`select from card_advice where reference = ${second.reference}`)).toHaveLength(0)
  await settleCards()
  expect(await newReceipts(before)).toHaveLength(2)
  expect(await owed()).toBe(0n)
})

test('a line that is not ours raises an exception and is not booked, and no cover for anybody; the rest of the payment is [MON-1] [DESK-81]', async () => {
  await at('2027-01-11T10:00:00+13:00')
  const before = (await receipts()).length
  await charge(3000)
  const { reference } = await cards.company.settleDay('2027-01-11', { fault: 'unknown-line' })
  await payAdvice(reference)
  await at('2027-01-12T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await newReceipts(before)).toMatchObject([{ amount: 3000n }])
  expect(await owed()).toBe(0n)
  expect(await openExceptions()).toEqual([`card-advice-line-unknown ${reference}:2 1234`])
  expect((await position()).unbooked).toBe(1234n)
  const inQuestion = await database.db.transaction().execute((tx) => selectFigures(tx, '2027-01-11', endOfDay('2027-01-11')))
  expect(inQuestion.receiptsInQuestion).toBe(1234n)
  await settleCards()
  expect(await openExceptions()).toHaveLength(1)
})

test('a charge that we book only after its advice is settled then, and its exception closes itself [MON-1]', async () => {
  await at('2027-01-18T10:00:00+13:00')
  const before = (await receipts()).length
  await charge(2500)
  await cards.stopWorker()
  // The company charges, the answer is lost, and nobody asks again until tomorrow.
  const requestId = await cards.createRequest(1164)
  const paying = cards.pay(requestId, await cards.verify(requestId))
  const late = await vi.waitFor(async () => {
    const payment = await cards.payment(requestId)
    expect(payment).toBeDefined()
    return payment!
  }, 20_000)
  await cards.chargeNow(late.id)
  expect(await cards.payment(requestId)).toMatchObject({ step: 'charge' })
  const { reference } = await cards.company.settleDay('2027-01-18')
  await payAdvice(reference)
  await at('2027-01-19T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([`card-advice-line-unknown ${reference}:2 1164`])
  expect(await newReceipts(before)).toMatchObject([{ amount: 2500n }])
  await cards.chargeNow(late.id)
  await paying
  cards.startWorker()
  expect(await owed()).toBe(1164n)
  await settleCards()
  expect(await newReceipts(before)).toMatchObject([{ amount: 2500n }, { amount: 1164n }])
  expect(await owed()).toBe(0n)
  expect(await openExceptions()).toEqual([])
})

test('a line with another amount is raised and stays unbooked; ours is not raised as missing too [MON-1]', async () => {
  await at('2027-01-25T10:00:00+13:00')
  const [{ unbooked }, before] = [await position(), (await receipts()).length]
  await charge(3100)
  const { reference, netCents } = await cards.company.settleDay('2027-01-25', { fault: 'other-amount' })
  expect(netCents).toBe(3099)
  await payAdvice(reference)
  await at('2027-01-29T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await newReceipts(before)).toEqual([])
  expect(await owed()).toBe(3100n)
  expect(await openExceptions()).toEqual([`card-advice-line-amount ${reference}:1 -1`])
  expect((await position()).unbooked - unbooked).toBe(3099n)
})

test('a charge that no advice lists is raised when its day is over, and closes itself when a later advice has it [MON-1]', async () => {
  await at('2027-02-01T10:00:00+13:00')
  const owedBefore = await owed()
  const { id } = await charge(1000)
  await charge(2000)
  const lost = await cards.company.settleDay('2027-02-01', { fault: 'lost-line' })
  await payAdvice(lost.reference)
  await at('2027-02-02T23:00:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([])
  await at('2027-02-03T03:30:00+13:00')
  await settleCards()
  expect(await openExceptions()).toEqual([`card-advice-line-missing ${id} 1000`])
  expect((await owed()) - owedBefore).toBe(1000n)
  // The company lists it after all.
  await cards.company.control('settlements', { day: '2027-02-03', keys: [id] })
  await settleCards()
  expect(await openExceptions()).toEqual([])
  await payAdvice('FLS270203-01')
  await at('2027-02-04T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await owed()).toBe(owedBefore)
})

test('a payment of another sum than the advice books nothing until the rest comes [MON-1]', async () => {
  await at('2027-02-08T10:00:00+13:00')
  const [owedBefore, before] = [await owed(), (await receipts()).length]
  await charge(6000)
  const { reference } = await cards.company.settleDay('2027-02-08')
  await payAdvice(reference, 5900)
  await at('2027-02-09T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([`card-receipt-amount ${reference} -100`])
  expect(await newReceipts(before)).toEqual([])
  expect((await owed()) - owedBefore).toBe(6000n)
  await payAdvice(reference, 100)
  await at('2027-02-10T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([])
  expect(await newReceipts(before)).toMatchObject([{ amount: 6000n }])
  // And once more: what comes after the sum is complete is raised again, and not booked.
  await payAdvice(reference, 50)
  await at('2027-02-11T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([`card-receipt-amount ${reference} 50`])
  expect(await newReceipts(before)).toHaveLength(1)
  expect(await owed()).toBe(owedBefore)
})

test('a payment without an advice waits for it; an advice without a payment is raised after its day [MON-1]', async () => {
  await at('2027-02-15T10:00:00+13:00')
  const [owedBefore, before] = [await owed(), (await receipts()).length]
  await charge(4200)
  await cards.company.fault('settlements', 'down')
  const { reference } = await cards.company.settleDay('2027-02-15', { payDay: '2027-02-16' })
  await at('2027-02-16T10:00:00+13:00')
  await payAdvice(reference)
  await at('2027-02-17T03:30:00+13:00')
  await readStatements()
  await expect(settleCards()).rejects.toThrow('settlement advices not fetched: settlements: 503')
  // The steps after the one that failed have run; the charge is two business days old as well.
  expect(await openExceptions()).toEqual([expect.stringContaining('card-advice-line-missing'), `card-receipt-without-advice ${reference} 4200`])
  await cards.company.clear()
  await settleCards()
  expect(await openExceptions()).toEqual([])
  expect(await newReceipts(before)).toMatchObject([{ amount: 4200n }])

  await charge(800)
  const unpaid = await cards.company.settleDay('2027-02-17', { payDay: '2027-02-18' })
  await at('2027-02-18T23:00:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([])
  await at('2027-02-19T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([`card-advice-unpaid ${unpaid.reference} 800`])
  await payAdvice(unpaid.reference)
  await at('2027-02-20T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await openExceptions()).toEqual([])
  expect(await owed()).toBe(owedBefore)
})

test('an advice whose lines do not add up is raised and fetched again; later ones are stored meanwhile [MON-3]', async () => {
  await at('2027-03-01T10:00:00+13:00')
  const owedBefore = await owed()
  await charge(1100)
  const bad = await cards.company.settleDay('2027-03-01', { fault: 'wrong-net' })
  await charge(1200)
  const good = await cards.company.settleDay('2027-03-01')
  await settleCards()
  expect(await openExceptions()).toEqual([`card-advice-unreadable ${bad.number} 0`])
  expect(await rows(sql`select reference from card_advice where day = '2027-03-01'`)).toEqual([{ reference: good.reference }])
  await cards.company.control(`settlements/${bad.reference}/correct`, {})
  await settleCards()
  expect(await openExceptions()).toEqual([])
  await payAdvice(bad.reference)
  await payAdvice(good.reference)
  await at('2027-03-02T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await owed()).toBe(owedBefore)
})

test('a payment that the statement shows twice is booked once and raised as a duplicate; a stranger is unknown as ever [MON-11]', async () => {
  await at('2027-03-08T10:00:00+13:00')
  const before = (await receipts()).length
  await charge(1300)
  const { reference } = await cards.company.settleDay('2027-03-08')
  await payUs(555, { reference: 'RENT' })
  await payAdvice(reference)
  await banks.control('statement-faults', { account: harness.ourAccount, kind: 'duplicate', count: 1 })
  await at('2027-03-09T03:30:00+13:00')
  await readStatements()
  await settleCards()
  expect(await newReceipts(before)).toMatchObject([{ amount: 1300n }])
  expect(new Set((await openExceptions()).map((text) => text.split(' ')[0]))).toEqual(new Set(['statement-duplicate', 'statement-sum', 'statement-unknown']))
})

test('a charge that the company has not paid within five business days is late, until it is raised [MON-11]', async () => {
  const late = () => rows(sql<{ id: string }>`select id from invariant_card_payment_is_settled_in_time`)
  await at('2027-03-15T10:00:00+13:00') // a Monday
  const { id } = await charge(1400)
  await at('2027-03-22T10:00:00+13:00')
  await charge(100)
  expect(await late()).toEqual([])
  await at('2027-03-23T10:00:00+13:00')
  await charge(100)
  expect(await late()).toEqual([{ id }])
  await settleCards()
  expect((await openExceptions()).filter((text) => text.includes(id))).toEqual([`card-advice-line-missing ${id} 1400`])
  expect(await late()).toEqual([])
})
