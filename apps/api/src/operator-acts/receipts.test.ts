import assert from 'node:assert/strict'
import { assertLedgerInvariants } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardOf } from '../modules/card-payments/fixtures.ts'
import { createOperators } from '../modules/operations/fixtures.ts'
import { startReceipts } from '../receipts-on-statements/fixtures.ts'

const database = await testDatabase()
// A Tuesday. Every test has weeks of its own, so that none finds what another has left.
const harness = await startReceipts(database, '2026-12-01T10:00:00+13:00')
const { at, cards, payAdvice, payUs, position, openExceptions, rows, settleCards } = harness
const desk = await createOperators(database, cards.deps, { mere: ['finance'], hana: ['finance'], pita: ['operations'] })
const owed = () => harness.owed('card:farmlands:nzd.main')

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(async () => {
  await cards.company.clear()
  await assertLedgerInvariants(database.db)
  assert.deepEqual([await owed(), await position(), await openExceptions()], [0n, { unexplained: 0n, unbooked: 0n }, []])
})

const charge = async (amount: number) => {
  const { requestId } = await cards.completePayment(amount, cardOf(1))
  return { requestId, id: (await cards.payment(requestId))!.id }
}
const morning = async (day: string) => {
  await at(instantAt(day, 3, 30).toISOString())
  await harness.readStatements()
  await settleCards()
  await harness.applyBillReceipts()
}
const books = async () => ({
  unclaimed: await cards.balance('unclaimed:nzd.main'),
  own: await cards.balance('own:nzd.main'),
  losses: await cards.balance('losses:nzd.main'),
})
/** What an act that two of finance agree on has changed. */
async function done(kind: string, content: object, exception: string) {
  const before = await books()
  const [kindOf, ref] = exception.split(' ')
  const [row] = await rows(sql<{ id: bigint }>`select id from operator_exception where kind = ${kindOf} and ref = ${ref} and closed_at is null`)
  expect(await desk.pita.cannotPropose(kind, content)).toBe('OUTSIDE_ROLE')
  const proposal = await desk.mere.propose(kind, content, { exceptionId: String(row!.id) })
  expect((await position()).unexplained).toBe(0n)
  await desk.hana.approve(proposal.id)
  const after = await books()
  const changes = (['unclaimed', 'own', 'losses'] as const).map((account) => [account, after[account] - before[account]] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}

test('the money of a line that is not ours waits for its owner, and goes back by payment [DESK-99] [MON-2]', async () => {
  await charge(3000)
  const { reference } = await cards.company.settleDay('2026-12-01', { fault: 'unknown-line' })
  await settleCards()
  expect(await desk.mere.cannotPropose('book-receipt', { reference, line: 2, to: 'unclaimed' })).toBe('NOT_PAID')
  await payAdvice(reference)
  await morning('2026-12-02')
  expect(await openExceptions()).toEqual([`card-advice-line-unknown ${reference}:2 1234`])
  expect(await desk.mere.cannotPropose('book-receipt', { reference, line: 1, to: 'unclaimed' })).toBe('NOTHING_UNBOOKED')
  expect(await done('book-receipt', { reference, line: 2, to: 'unclaimed' }, `card-advice-line-unknown ${reference}:2`)).toEqual({ unclaimed: 1234n })
  // The advice is looked at again, and the line stays booked.
  await payAdvice(reference, 5)
  await morning('2026-12-03')
  expect(await done('book-receipt', { reference, to: 'own' }, `card-receipt-amount ${reference}`)).toEqual({ own: 5n })
  expect(await desk.mere.cannotPropose('book-receipt', { reference, line: 2, to: 'unclaimed' })).toBe('NOTHING_UNBOOKED')
  // Back to the company.
  const payee = { name: 'Farmlands', number: '02-0500-0214005-00' }
  const back = await desk.mere.propose('pay-out', { debit: 'unclaimed:nzd.main', amount: '1234', payee, particulars: 'NOT OURS' })
  await desk.hana.approve(back.id)
  expect(await cards.balance('unclaimed:nzd.main')).toBe(0n)
})

test('a line of another amount is accepted: the company owes nothing more, and we bear the difference [DESK-99] [MON-2]', async () => {
  await at('2026-12-07T10:00:00+13:00')
  await charge(3100)
  const { reference } = await cards.company.settleDay('2026-12-07', { fault: 'other-amount' })
  await payAdvice(reference)
  await morning('2026-12-08')
  expect(await openExceptions()).toEqual([`card-advice-line-amount ${reference}:1 -1`])
  expect(await done('accept-card-line', { reference, line: 1 }, `card-advice-line-amount ${reference}:1`)).toEqual({ losses: -1n })
})

test('a charge that the company never settles is written off, and what it pays later is not settled as if it was owed [MON-2]', async () => {
  await at('2026-12-14T10:00:00+13:00')
  const { id } = await charge(1000)
  await charge(2000)
  const { reference } = await cards.company.settleDay('2026-12-14', { fault: 'lost-line' })
  await payAdvice(reference)
  await morning('2026-12-15')
  await morning('2026-12-16')
  expect(await openExceptions()).toEqual([`card-advice-line-missing ${id} 1000`])
  expect(await done('write-off-card-line', { key: id }, `card-advice-line-missing ${id}`)).toEqual({ losses: -1000n })
  expect(await desk.mere.cannotPropose('write-off-card-line', { key: id })).toBe('NOT_FOUND')
  await cards.company.control('settlements', { day: '2026-12-16', keys: [id] })
  await settleCards()
  await payAdvice('FLS261216-01')
  await morning('2026-12-17')
  expect(await openExceptions()).toEqual(['card-advice-line-unknown FLS261216-01:1 1000'])
  expect(await done('book-receipt', { reference: 'FLS261216-01', line: 1, to: 'losses' }, 'card-advice-line-unknown FLS261216-01:1')).toEqual({ losses: 1000n })
})

test('what the company pays too much waits for it, and what it never pays is our loss; the advice is settled then [DESK-99] [MON-2]', async () => {
  await at('2027-01-11T10:00:00+13:00')
  await charge(6000)
  const more = await cards.company.settleDay('2027-01-11')
  await payAdvice(more.reference, 6040)
  await morning('2027-01-12')
  expect([await owed(), await openExceptions()]).toEqual([6000n, [`card-receipt-amount ${more.reference} 40`]])
  expect(await done('book-receipt', { reference: more.reference, to: 'unclaimed' }, `card-receipt-amount ${more.reference}`)).toEqual({ unclaimed: 40n })
  expect(await owed()).toBe(0n)

  await at('2027-01-18T10:00:00+13:00')
  await charge(5000)
  const less = await cards.company.settleDay('2027-01-18')
  await payAdvice(less.reference, 4900)
  await morning('2027-01-19')
  expect(await openExceptions()).toEqual([`card-receipt-amount ${less.reference} -100`])
  expect(await done('book-receipt', { reference: less.reference, to: 'losses' }, `card-receipt-amount ${less.reference}`)).toEqual({ losses: -100n })

  await at('2027-01-25T10:00:00+13:00')
  await charge(700)
  const none = await cards.company.settleDay('2027-01-25', { payDay: '2027-01-26' })
  await morning('2027-01-27')
  expect(await openExceptions()).toEqual([`card-advice-unpaid ${none.reference} 700`])
  expect(await done('book-receipt', { reference: none.reference, to: 'losses' }, `card-advice-unpaid ${none.reference}`)).toEqual({ losses: -700n })
})

test('a payment without an advice waits for its owner, and is taken back when the advice comes after all [DESK-99] [MON-2]', async () => {
  await at('2027-02-15T10:00:00+13:00')
  await charge(4200)
  await cards.company.fault('settlements', 'down')
  const { reference } = await cards.company.settleDay('2027-02-15')
  await payAdvice(reference)
  await at('2027-02-16T03:30:00+13:00')
  await harness.readStatements()
  await expect(settleCards()).rejects.toThrow('settlement advices not fetched')
  expect(await openExceptions()).toEqual([`card-receipt-without-advice ${reference} 4200`])
  expect(await done('book-receipt', { reference, to: 'unclaimed' }, `card-receipt-without-advice ${reference}`)).toEqual({ unclaimed: 4200n })
  await cards.company.clear()
  await settleCards()
  expect([await owed(), (await position()).unexplained]).toEqual([4200n, 0n])
  await morning('2027-02-17')
  expect(await openExceptions()).toEqual([`card-advice-unpaid ${reference} 4200`])
  expect(await done('book-receipt', { reference, to: 'unclaimed' }, `card-advice-unpaid ${reference}`)).toEqual({ unclaimed: -4200n })
})

test('a payment that its statement lacks is booked with the sum of that day, and pays its advice [DESK-99] [MON-2]', async () => {
  await at('2027-02-22T10:00:00+13:00')
  await charge(4300)
  const { reference } = await cards.company.settleDay('2027-02-22', { payDay: '2027-02-22' })
  await payAdvice(reference)
  await harness.banks.control('statement-faults', { account: harness.ourAccount, kind: 'missing', day: '2027-02-22' })
  await morning('2027-02-23')
  const sum = '020192002140020000:2027-02-22:lines'
  expect(await openExceptions()).toEqual([`statement-sum ${sum} -4300`, `card-advice-unpaid ${reference} 4300`])
  const [difference] = await rows(sql<{ id: string }>`select id::text as id from operator_exception where kind = 'statement-sum' and ref = ${sum}`)
  const content = { debit: 'bank', credit: 'unclaimed:nzd.main', amount: '4300', words: 'correction', differences: [difference!.id] }
  expect(await done('adjustment', content, `statement-sum ${sum}`)).toEqual({ unclaimed: 4300n })
  expect([await owed(), await openExceptions()]).toEqual([4300n, [`card-advice-unpaid ${reference} 4300`]])
  expect(await done('book-receipt', { reference, to: 'unclaimed' }, `card-advice-unpaid ${reference}`)).toEqual({ unclaimed: -4300n })
})

test('the surplus of an issuer waits for it; a bill that it never pays is written off, and what comes later is not owed [DESK-99] [MON-2]', async () => {
  await at('2027-03-10T10:00:00+13:00')
  const { account, bills, redeem } = await harness.createIssuer()
  await redeem(500)
  await at('2027-04-01T00:10:00+13:00')
  await harness.billIssuers()
  const [bill] = await bills()
  await payUs(200, { reference: bill!.reference })
  await morning('2027-04-16')
  expect(await openExceptions()).toEqual([`issuer-bill-overdue ${bill!.reference} 300`])
  expect(await done('write-off-bill', { billId: bill!.id }, `issuer-bill-overdue ${bill!.reference}`)).toEqual({ losses: -300n })
  expect([await harness.owed(account), (await bills())[0]]).toMatchObject([0n, { paid: 200n, isPaid: true }])
  expect(await desk.mere.cannotPropose('write-off-bill', { billId: bill!.id })).toBe('NOT_FOUND')

  await payUs(300, { reference: bill!.reference })
  await morning('2027-04-17')
  const [surplus] = await openExceptions()
  expect(surplus).toMatch(/^issuer-receipt-surplus \S+ 300$/)
  const [, transaction] = surplus!.split(' ')
  expect(await done('book-receipt', { transaction, to: 'losses' }, surplus!)).toEqual({ losses: 300n })
  expect(await desk.mere.cannotPropose('book-receipt', { transaction, to: 'losses' })).toBe('NOTHING_UNBOOKED')
  // The next bill has nothing of it.
  await redeem(450)
  await at('2027-05-01T00:10:00+12:00')
  await harness.billIssuers()
  expect((await bills())[1]).toMatchObject({ amount: 450n })
})
