import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBankResolution } from './fixtures.ts'

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')
const { at, desk, fault, fetchResults, files, only, open, position, readStatements, sendFiles, stateOf } = bank
const mia = await bank.createCustomer()
afterEach(() => assertLedgerInvariants(database.db))

const settled = { unexplained: 0, inFlight: 0, unresolved: 0 }
const weeks = [
  '2026-12-07',
  '2027-01-11',
  '2027-01-18',
  '2027-02-15',
  '2027-02-22',
  '2027-03-01',
  '2027-03-08',
  '2027-03-15',
  '2027-04-12',
  '2027-04-19',
].values()
/** Each test has a week of its own: its files are sent on Monday, results come from the evening on, and debits clear on Thursday. */
let monday = 0
const zone = () => (monday > Date.parse('2027-04-04') ? '+12:00' : '+13:00')
const on = (days: number, time: string) => at(`${new Date(monday + days * 86_400_000).toISOString().slice(0, 10)}T${time}:00${zone()}`)
beforeEach(() => {
  monday = Date.parse(weeks.next().value!)
})
async function order(type: 'topUp' | 'withdraw', amount: number, customer = mia, send = sendFiles): Promise<string> {
  await on(0, '15:00')
  const reference = await customer[type](amount)
  await on(0, '15:56')
  await send()
  return reference
}
/** The feed and the file lose the results of the newest orders. */
async function lose(work: () => Promise<unknown>): Promise<void> {
  await bank.banks.control('faults', { bank: 'bnz', at: 'results', kind: 'lost-line' })
  await work()
}
const approved = async (act: string, content: object, more: object = {}) => {
  const proposal = await desk.pita.propose(act, content, more)
  if (proposal.state === 'waiting') await desk.aroha.approve(proposal.id)
}

test('a top-up that the bank never reported is credited by decision, with the statement line that shows it [MON-2] [DESK-11] [DESK-99]', async () => {
  const reference = await order('topUp', 20_000)
  await lose(async () => {
    for (const [day, time] of [
      [0, '18:30'],
      [1, '03:30'],
    ] as const) {
      await on(day, time)
      await fetchResults()
      await readStatements()
    }
    // The bank has nothing to decide yet: it may still report, or return it.
    expect(await desk.pita.cannotPropose('settle-order', { reference })).toBe('ORDER_NOT_OPEN')
    await on(3, '09:00')
    await fetchResults()
  })
  const [missing, shown] = [await only('bank-result-missing'), await only('statement-unknown')]
  expect([await stateOf(reference), await position()]).toEqual(['sent', { unexplained: 0, inFlight: 0, unresolved: 20_000 }])
  expect(await desk.pita.cannotPropose('settle-order', { reference }, { exceptionId: missing, evidence: [] })).toBe('BAD_REQUEST')
  expect(await desk.pita.cannotPropose('resend-file', { fileId: (await files()).at(-1)!.id }, { exceptionId: missing })).toBe('BAD_REQUEST')
  await sql`update operator set person_id = ${mia.personId} where id = 'rangi'`.execute(database.owner.db)
  expect(await desk.rangi.cannotPropose('settle-order', { reference })).toBe('OWN_ACCOUNT')
  const proposal = await desk.pita.propose('settle-order', { reference, differences: [shown] }, { exceptionId: missing })
  expect(proposal.movements).toMatchObject([
    { kind: 'topup.settle', debit: { account: 'bank' }, credit: { account: `asset:${mia.walletId}` }, amount: '20000' },
  ])
  await desk.hana.approve(proposal.id)
  expect([await stateOf(reference), await mia.balance(), await position()]).toEqual(['done', 20_000, settled])
  expect([await open('bank-result-missing'), await open('statement-unknown'), (await files()).at(-1)!.cleared]).toEqual([[], [], true])
  expect(await desk.pita.cannotPropose('settle-order', { reference })).toBe('ORDER_NOT_OPEN')
  expect(await desk.pita.cannotPropose('match-differences', { differences: [shown] })).toBe('ALREADY_RESOLVED')
  // The result is found after all: nothing is credited or expected twice.
  await bank.banks.control('clear', {})
  await sql`update bank_connection set last_result_sequence = 0`.execute(database.owner.db)
  await on(4, '03:30')
  await fetchResults()
  await readStatements()
  expect([await mia.balance(), await position(), await bank.openKinds()]).toEqual([20_000, settled, []])
})

test('an order that is settled without a line must be on the next statement [DESK-99]', async () => {
  const reference = await order('withdraw', 3000)
  await lose(async () => {
    await on(0, '18:30')
    await fetchResults()
    await on(3, '09:00')
    await fetchResults()
  })
  const exceptionId = await only('bank-result-missing')
  await approved('settle-order', { reference }, { exceptionId })
  expect([await stateOf(reference), await position()]).toEqual(['done', { ...settled, inFlight: 3000 }])
  // The statements of Monday shows it as unknown, that of Thursday not at all.
  await on(4, '03:30')
  await readStatements()
  expect(await bank.openKinds()).toEqual(['statement-missing 3000', 'statement-unknown -3000'])
  expect(await position()).toEqual(settled)
  const both = [await only('statement-missing'), await only('statement-unknown')]
  await approved('match-differences', { differences: both })
  await bank.banks.control('clear', {})
  await fetchResults()
  expect([await bank.openKinds(), await position()]).toEqual([[], settled])
})

test('a payout that the bank did not make fails by decision; if the statement shows it later, it is a difference [MON-2]', async () => {
  const before = await mia.balance()
  const reference = await order('withdraw', 4000)
  await lose(async () => {
    await on(3, '09:00')
    await fetchResults()
  })
  const exceptionId = await only('bank-result-missing')
  await approved('fail-order', { reference, reason: 'account-closed' }, { exceptionId })
  expect([await stateOf(reference), await mia.balance()]).toEqual(['refused', before])
  // It did make it: the result is a contradiction, and the money is missing at the bank.
  await bank.banks.control('clear', {})
  await sql`update bank_connection set last_result_sequence = 0`.execute(database.owner.db)
  await on(4, '03:30')
  await readStatements()
  expect(await bank.openKinds()).toEqual(['bank-result-mismatch 4000'])
  expect(await position()).toEqual({ ...settled, inFlight: -4000 })
  await approved('fail-order', { reference }, { exceptionId: await only('bank-result-mismatch') })
  expect(await position()).toEqual({ ...settled, unresolved: -4000 })
  // Mia has the money twice, and pays it back from her wallet.
  const booked = { debit: `asset:${mia.walletId}`, credit: 'bank', amount: '4000', words: 'recovery' }
  const proposal = await desk.mere.propose('adjustment', booked, { exceptionId: await only('statement-wrong-amount') })
  await desk.aroha.approve(proposal.id)
  expect([await bank.openKinds(), await position(), await mia.balance()]).toEqual([[], settled, before - 4000])
})

test('a result with another amount: the order is right and its statement line is still to come [MON-2] [DESK-99]', async () => {
  const reference = await order('withdraw', 5000)
  await on(0, '18:30')
  await fault('wrong-amount')
  await fetchResults()
  const exceptionId = await only('bank-result-mismatch')
  await approved('settle-order', { reference }, { exceptionId })
  expect([await stateOf(reference), await bank.balanceOf('payouts:nzd.main')]).toEqual(['done', 0])
  await on(1, '03:30')
  await readStatements()
  expect([await bank.openKinds(), await position()]).toEqual([[], settled])
})

test('a result with another amount, found after the statement: the line belongs to the order [MON-2] [DESK-99]', async () => {
  const before = await mia.balance()
  const reference = await order('topUp', 6000)
  await on(0, '18:30')
  await fault('wrong-amount')
  await fetchResults()
  await on(1, '03:30')
  await readStatements()
  expect(await bank.openKinds()).toEqual(['bank-result-mismatch 6001', 'statement-wrong-amount -1'])
  expect(await position()).toEqual({ ...settled, inFlight: 6001, unresolved: -1 })
  const differences = [await only('statement-wrong-amount')]
  // The bank may still return the debit.
  expect(await desk.pita.cannotPropose('settle-order', { reference, differences })).toBe('ORDER_NOT_OPEN')
  await on(3, '09:00')
  await fetchResults()
  await approved('settle-order', { reference, differences }, { exceptionId: await only('bank-result-mismatch') })
  expect([await bank.openKinds(), await position(), await mia.balance()]).toEqual([[], settled, before + 6000])
})

test('the bank has really taken another amount: the rest of it is a difference to book, and goes back [MON-2] [DESK-99]', async () => {
  const before = await mia.balance()
  const reference = await order('topUp', 7000, mia, () => bank.sendWithAmount(7000, 7001))
  await on(0, '18:30')
  await fetchResults()
  await on(1, '03:30')
  await readStatements()
  expect(await bank.openKinds()).toEqual(['bank-file-conflict 7000', 'bank-result-mismatch 7001'])
  expect(await position()).toEqual({ ...settled, inFlight: 7001 })
  await approved('settle-order', { reference }, { exceptionId: await only('bank-result-mismatch') })
  await approved('close-exception', {}, { exceptionId: await only('bank-file-conflict') })
  expect([await mia.balance(), await bank.openKinds(), await position()]).toEqual([before + 7000, ['statement-wrong-amount 1'], { ...settled, unresolved: 1 }])
  const booked = { debit: 'bank', credit: 'unclaimed:nzd.main', amount: '1', words: 'correction' }
  const proposal = await desk.mere.propose('adjustment', booked, { exceptionId: await only('statement-wrong-amount') })
  await desk.aroha.approve(proposal.id)
  expect([await bank.openKinds(), await position(), await bank.balanceOf('unclaimed:nzd.main')]).toEqual([[], settled, 1])
})

test('a top-up that ended here before it cleared at the bank: what the bank has is a difference, and reaches its owner [MON-2]', async () => {
  const before = await mia.balance()
  const reference = await order('topUp', 8000)
  await on(0, '18:30')
  await fetchResults()
  // As a defect would.
  await bank.db.transaction().execute((tx) => bank.deps.transfers.fail(tx, { reference, reason: 'declined', at: bank.clock.now() }))
  await on(3, '09:00')
  await fetchResults()
  await readStatements()
  const exceptionId = await only('bank-settlement-conflict')
  expect([await stateOf(reference), await position()]).toEqual(['refused', { ...settled, inFlight: 8000 }])
  expect(await desk.pita.cannotPropose('settle-order', { reference })).toBe('ORDER_ENDED')
  await approved('fail-order', { reference }, { exceptionId })
  expect([await mia.balance(), await position()]).toEqual([before, { ...settled, unresolved: 8000 }])
  const booked = { debit: 'bank', credit: `asset:${mia.walletId}`, amount: '8000', words: 'correction' }
  const proposal = await desk.mere.propose('adjustment', booked, { exceptionId: await only('statement-wrong-amount') })
  await desk.aroha.approve(proposal.id)
  expect([await mia.balance(), await bank.openKinds(), await position()]).toEqual([before + 8000, [], settled])
})

test('a payout that came back without a result fails by decision, with the line that shows it [MON-2] [DESK-99]', async () => {
  const before = await mia.balance()
  const reference = await order('withdraw', 1566) // the bank returns it on Tuesday
  await on(0, '18:30')
  await fetchResults()
  await lose(async () => {
    await on(3, '09:00')
    await readStatements()
  })
  expect([await stateOf(reference), await bank.openKinds(), await position()]).toEqual(['done', ['statement-unknown 1566'], { ...settled, unresolved: 1566 }])
  expect(await desk.pita.cannotPropose('fail-order', { reference })).toBe('ORDER_NOT_OPEN')
  const exceptionId = await only('statement-unknown')
  await approved('fail-order', { reference, reason: 'account-closed' }, { exceptionId })
  expect([await mia.balance(), await bank.openKinds(), await position()]).toEqual([before, [], settled])
  // The result is found after all: its line is not expected again.
  await bank.banks.control('clear', {})
  await on(4, '03:30')
  await readStatements()
  expect([await mia.balance(), await bank.openKinds(), await position()]).toEqual([before, ['bank-result-mismatch 1566'], settled])
  await approved('close-exception', {}, { exceptionId: await only('bank-result-mismatch') })
})

test('a top-up that the bank reported and never made is taken back, with the line that is missing [MON-2] [DESK-99]', async () => {
  const before = await mia.balance()
  const reference = await order('topUp', 1682) // not on the statement
  await on(0, '18:30')
  await fetchResults()
  await on(3, '09:00')
  await fetchResults()
  await readStatements()
  expect([await mia.balance(), await bank.openKinds()]).toEqual([before + 1682, ['statement-missing -1682', 'statement-sum -1682']])
  // The bank takes it out of its balance as well.
  await on(3, '10:00')
  await bank.stranger(-1682)
  await on(4, '03:30')
  await readStatements()
  await approved('match-differences', { differences: [await only('statement-sum')] }, { exceptionId: await only('statement-unknown') })
  await approved('fail-order', { reference, reason: 'stopped-by-payer' }, { exceptionId: await only('statement-missing') })
  expect([await stateOf(reference), await mia.balance(), await bank.openKinds(), await position()]).toEqual(['reversed', before, [], settled])
})

test('a top-up that we have returned and the bank takes back as well is a loss [MON-2]', async () => {
  const tui = await bank.createCustomer({ verified: false })
  const reference = await order('topUp', 4070, tui) // the bank reverses it after 100 days
  await on(0, '18:30')
  await fetchResults()
  await on(3, '09:00')
  await fetchResults()
  await on(35, '10:00')
  await bank.returnHeldTopUps()
  await on(35, '15:56')
  await sendFiles()
  await on(36, '09:00')
  await fetchResults()
  await on(101, '09:00')
  await fetchResults()
  await readStatements()
  const exceptionId = await only('bank-result-conflict')
  expect([await stateOf(reference), await position()]).toEqual(['done', { ...settled, inFlight: -4070 }])
  expect(await desk.pita.cannotPropose('fail-order', { reference }, { exceptionId })).toBe('ORDER_ENDED')
  await approved('settle-order', { reference }, { exceptionId })
  expect([await bank.openKinds(), await position()]).toEqual([['statement-wrong-amount -4070'], { ...settled, unresolved: -4070 }])
  const booked = { debit: 'losses:nzd.main', credit: 'bank', amount: '4070', words: 'write-off' }
  const proposal = await desk.mere.propose('adjustment', booked, { exceptionId: await only('statement-wrong-amount') })
  await desk.aroha.approve(proposal.id)
  expect([await bank.openKinds(), await position(), await bank.balanceOf('losses:nzd.main')]).toEqual([[], settled, -4070])
})
