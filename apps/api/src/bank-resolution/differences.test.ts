import { assertLedgerInvariants, violations } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBankResolution } from './fixtures.ts'

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')
const { at, balanceOf, desk, fetchResults, only, open, openKinds, position, readStatements, sendFiles, stateOf, stranger } = bank
const mia = await bank.createCustomer()
afterEach(() => assertLedgerInvariants(database.db))

const settled = { unexplained: 0, inFlight: 0, unresolved: 0 }
const weeks = ['2026-12-07', '2027-01-11', '2027-01-18', '2027-02-15', '2027-02-22', '2027-03-01', '2027-03-08', '2027-03-15', '2027-03-22'].values()
let monday = 0
const dayOf = (days: number) => new Date(monday + days * 86_400_000).toISOString().slice(0, 10)
const on = (days: number, time: string) => at(`${dayOf(days)}T${time}:00+13:00`)
beforeEach(() => {
  monday = Date.parse(weeks.next().value!)
})
// Statements are read from the day of the first file on.
await mia.topUp(5000)
await at('2026-12-01T15:56:00+13:00')
await sendFiles()
await at('2026-12-04T09:00:00+13:00')
await fetchResults()
await readStatements()

/** Top-ups of Monday, with what the bank makes of them on the statement by their cents. */
async function topUps(...amounts: number[]): Promise<string[]> {
  await on(0, '15:00')
  const references: string[] = []
  for (const amount of amounts) references.push(await mia.topUp(amount))
  await on(0, '15:56')
  await sendFiles()
  await on(0, '18:30')
  await fetchResults()
  return references
}
async function clear(): Promise<void> {
  await on(3, '09:00')
  await fetchResults()
  await readStatements()
}
async function book(debit: string, credit: string, amount: number, more: { exceptionId?: string; differences?: string[] }, words = 'correction') {
  const { exceptionId, differences = [] } = more
  const proposal = await desk.mere.propose('adjustment', { debit, credit, amount: String(amount), words, differences }, exceptionId ? { exceptionId } : {})
  return await desk.aroha.approve(proposal.id)
}
const payee = { name: 'A Stranger', number: '01-0902-0068389-00' }

test('a stranger pays into our account: it is unclaimed money, goes back by payment, and every statement line matches [DESK-99] [MON-2]', async () => {
  const before = await balanceOf('bank')
  await on(0, '10:00')
  await stranger(12_300)
  await on(1, '03:30')
  await readStatements()
  const exceptionId = await only('statement-unknown')
  expect(await position()).toEqual({ ...settled, unresolved: 12_300 })
  await book('bank', 'unclaimed:nzd.main', 12_300, { exceptionId })
  expect([await position(), await openKinds(), await balanceOf('unclaimed:nzd.main')]).toEqual([settled, [], 12_300])
  const send = await desk.mere.propose('pay-out', { debit: 'unclaimed:nzd.main', amount: '12300', payee, particulars: 'RETURNED' })
  const { result } = await desk.aroha.approve(send.id)
  expect([await balanceOf('unclaimed:nzd.main'), await position()]).toEqual([0, settled])
  await on(1, '15:56')
  await sendFiles()
  await on(1, '18:30')
  await fetchResults()
  expect([await stateOf(result!.reference!), await position()]).toEqual(['done', { ...settled, inFlight: 12_300 }])
  await on(2, '03:30')
  await readStatements()
  expect([await openKinds(), await position(), await balanceOf('bank')]).toEqual([[], settled, before])
})

test('a stranger takes money from our account: the loss is booked, or it is matched with its return [DESK-99]', async () => {
  await on(0, '10:00')
  await stranger(-500)
  await on(0, '11:00')
  await stranger(-80_000)
  await on(1, '03:30')
  await readStatements()
  const [small, large] = await open('statement-unknown')
  expect([small!.amount, large!.amount]).toEqual(['-500', '-80000'])
  await book('losses:nzd.main', 'bank', 500, { exceptionId: small!.id }, 'write-off')
  expect([await balanceOf('losses:nzd.main'), await position()]).toEqual([-500, { ...settled, unresolved: -80_000 }])
  await on(1, '10:00')
  await stranger(80_000)
  await on(2, '03:30')
  await readStatements()
  const ids = (await open('statement-unknown')).map(({ id }) => id)
  const matched = await desk.pita.propose('match-differences', { differences: ids })
  expect(matched).toMatchObject({ state: 'waiting', amount: '80000', needs: [['operations', 'finance', 'finance-lead']], movements: [] })
  await desk.rangi.approve(matched.id)
  expect([await openKinds(), await position()]).toEqual([[], settled])
})

test('a customer has paid in by hand: it is booked to their wallet [DESK-65] [DESK-99]', async () => {
  await on(0, '10:00')
  await stranger(2500, 'MIA HENARE')
  await on(1, '03:30')
  await readStatements()
  const before = await mia.balance()
  await book('bank', `asset:${mia.walletId}`, 2500, { exceptionId: await only('statement-unknown') })
  expect([await mia.balance(), await openKinds(), await position()]).toEqual([before + 2500, [], settled])
})

test('our account at the bank moves only with differences, by exactly their sum and in their direction [DESK-64] [DESK-99]', async () => {
  await on(0, '10:00')
  await stranger(100)
  await on(0, '11:00')
  await stranger(-30)
  await on(1, '03:30')
  await readStatements()
  const [more, less] = (await open('statement-unknown')).map(({ id }) => id)
  const refused = (content: object, more: object = {}) => desk.mere.cannotPropose('adjustment', { words: 'correction', ...content }, more)
  const toOwn = { debit: 'bank', credit: 'own:nzd.main' }
  expect(await refused({ ...toOwn, amount: '100' })).toBe('ACCOUNT_NOT_ADJUSTABLE')
  expect(await refused({ ...toOwn, amount: '99' }, { exceptionId: more })).toBe('DIFFERENCES_DO_NOT_MATCH')
  expect(await refused({ debit: 'own:nzd.main', credit: 'bank', amount: '100' }, { exceptionId: more })).toBe('DIFFERENCES_DO_NOT_MATCH')
  expect(await refused({ debit: 'own:nzd.main', credit: 'losses:nzd.main', amount: '100', differences: [more] })).toBe('DIFFERENCES_DO_NOT_MATCH')
  expect(await refused({ ...toOwn, amount: '70', differences: [more, '987654'] })).toBe('NOT_FOUND')
  expect(await desk.pita.cannotPropose('match-differences', { differences: [more, less] })).toBe('DIFFERENCES_DO_NOT_MATCH')
  // Two proposals about the same differences, approved at once.
  const both = { ...toOwn, amount: '70', words: 'correction', differences: [more, less] }
  const proposals = [await desk.mere.propose('adjustment', both), await desk.mere.propose('adjustment', both)]
  const answers = await Promise.all(proposals.map(({ id }) => desk.aroha.ask({ call: 'approve', id })))
  expect(answers.map((answer) => ('ok' in answer ? 'approved' : answer.refused)).toSorted()).toEqual(['ALREADY_RESOLVED', 'approved'])
  expect([await openKinds(), await position(), await balanceOf('own:nzd.main')]).toEqual([[], settled, 70])
})

test('a statement that shows lines twice, not at all or wrongly is matched with its sum; nothing is posted [DESK-99]', async () => {
  await on(0, '03:30')
  await readStatements()
  await topUps(3081, 3082, 3083, 3084)
  await clear()
  expect(await openKinds()).toEqual([
    'statement-duplicate 3081',
    'statement-missing -3082',
    'statement-sum 1232',
    'statement-unknown 1234',
    'statement-wrong-amount -1',
  ])
  const kinds = ['duplicate', 'missing', 'sum', 'unknown', 'wrong-amount']
  const all = await Promise.all(kinds.map((kind) => only(`statement-${kind}`)))
  expect(await desk.pita.cannotPropose('match-differences', { differences: all.slice(1) })).toBe('DIFFERENCES_DO_NOT_MATCH')
  const before = await balanceOf('bank')
  const proposal = await desk.pita.propose('match-differences', { differences: all })
  expect(proposal.state).toBe('approved')
  expect([await openKinds(), await position(), await balanceOf('bank')]).toEqual([[], settled, before])
})

test('a debit that the bank made twice is booked for the payer, or matched with its correction [DESK-99]', async () => {
  await on(0, '15:00')
  const [first, second] = [await mia.topUp(3000), await mia.topUp(3100)]
  await on(0, '15:56')
  await sendFiles()
  await bank.debitAgain(first, 3000)
  await bank.debitAgain(second, 3100)
  await clear()
  expect(await openKinds()).toEqual(['bank-result-unknown-file 3000', 'bank-result-unknown-file 3100', 'statement-duplicate 3000', 'statement-duplicate 3100'])
  expect(await position()).toEqual({ ...settled, unresolved: 6100 })
  for (const { id } of await open('bank-result-unknown-file')) await desk.pita.propose('close-exception', {}, { exceptionId: id })
  const [once, again] = await open('statement-duplicate')
  await book('bank', 'unclaimed:nzd.main', 3000, { exceptionId: once!.id })
  await on(3, '10:00')
  await stranger(-3100)
  await on(4, '03:30')
  await readStatements()
  await desk.pita.propose('match-differences', { differences: [again!.id] }, { exceptionId: await only('statement-unknown') })
  expect([await openKinds(), await position()]).toEqual([[], settled])
})

test('a payment that the bank adds to a day after its statement breaks the balances, and is booked like any other [DESK-99]', async () => {
  await on(1, '03:30')
  await readStatements()
  await bank.banks.setClock(`${dayOf(0)}T20:00:00+13:00`)
  await stranger(650)
  await on(2, '03:30')
  await readStatements()
  expect([await openKinds(), await position()]).toEqual([['statement-balance 650'], { ...settled, unresolved: 650 }])
  await book('bank', 'unclaimed:nzd.main', 650, { exceptionId: await only('statement-balance') })
  expect([await openKinds(), await position()]).toEqual([[], settled])
})

test('closing the exception of a difference does not change the position; resolving it later does [DESK-50]', async () => {
  await on(0, '10:00')
  await stranger(450)
  await on(1, '03:30')
  await readStatements()
  const id = await only('statement-unknown')
  const before = await position()
  await desk.pita.propose('close-exception', {}, { exceptionId: id })
  expect([await openKinds(), await position()]).toEqual([[], before])
  await book('bank', 'unclaimed:nzd.main', 450, { differences: [id] })
  expect(await position()).toEqual(settled)
})

test('a resolution whose amount went nowhere breaks the invariant of the bank balance, and one moved by nobody that of unclaimed money [DESK-99]', async () => {
  await on(0, '10:00')
  await stranger(777)
  await on(1, '03:30')
  await readStatements()
  const id = await only('statement-unknown')
  const broken = async () => (await violations(database.db)).map(({ invariant }) => invariant)
  const booked = { debit: 'bank', credit: 'unclaimed:nzd.main', amount: '777', words: 'correction', differences: [id] }
  const [other, proposal] = [await desk.mere.propose('adjustment', booked), await desk.mere.propose('adjustment', booked)]
  await sql`alter table bank_difference_resolution disable trigger append_only`.execute(database.owner.db)
  // While it is being resolved by somebody else, an approval waits.
  let approval: Promise<unknown> | undefined
  await database.owner.db.transaction().execute(async (tx) => {
    await sql`select from operator_exception where id = ${BigInt(id)} for update`.execute(tx)
    await sql`
      insert into bank_difference_resolution (account, day, kind, ref, proposal_id, at)
      select account, day, kind, ref, ${other.id}, now() from bank_difference where shown = 777 and day = ${dayOf(0)}::date`.execute(tx)
    approval = desk.aroha.ask({ call: 'approve', id: proposal.id })
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
      expect(rows).toHaveLength(1)
    })
  })
  expect(await approval).toMatchObject({ refused: 'ALREADY_RESOLVED' })
  expect(await broken()).toEqual(['public.invariant_bank_balance_is_explained'])
  await sql`delete from bank_difference_resolution where proposal_id = ${other.id}`.execute(database.owner.db)
  await sql`alter table bank_difference_resolution enable trigger append_only`.execute(database.owner.db)
  await desk.aroha.approve(proposal.id)
  await sql`alter table adjustment disable trigger append_only`.execute(database.owner.db)
  await sql`update adjustment set credit = 'own:nzd.main' where id = ${proposal.id}`.execute(database.owner.db)
  expect(await broken()).toContain('public.invariant_operator_accounts_match_movements')
  await sql`update adjustment set credit = 'unclaimed:nzd.main' where id = ${proposal.id}`.execute(database.owner.db)
  await sql`alter table adjustment enable trigger append_only`.execute(database.owner.db)
  expect([await broken(), await position()]).toEqual([[], settled])
})
