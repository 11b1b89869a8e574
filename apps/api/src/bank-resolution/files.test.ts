import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { instantAt } from '@nikau/nz/nz-time'
import { startBankResolution } from './fixtures.ts'

const database = await testDatabase()
const bank = await startBankResolution(database, '2026-12-01T10:00:00+13:00')
const { at, desk, fetchResults, files, only, position, readStatements, sendDefectFiles, sendFiles, stateOf } = bank
const mia = await bank.createCustomer()
const ben = await bank.createCustomer()
afterEach(() => assertLedgerInvariants(database.db))

const settled = { unexplained: 0, inFlight: 0, unresolved: 0 }
const newest = async () => (await files()).at(-1)!

test('orders of a rejected file go out in a new one when another person agrees, and are credited once [DESK-54] [MON-2]', async () => {
  const [first, second] = [await mia.topUp(20_000), await ben.topUp(30_000)]
  await at('2026-12-01T15:56:00+13:00')
  await sendDefectFiles()
  const rejected = await newest()
  expect(rejected).toMatchObject({ state: 'rejected', generation: 0 })
  const exceptionId = await only('bank-file-rejected')
  const proposal = await desk.pita.propose('resend-file', { fileId: rejected.id }, { exceptionId })
  expect(proposal).toMatchObject({ amount: '50000', needs: [['operations', 'finance', 'finance-lead']] })
  // DESK-29: until the next window closes.
  expect(proposal.endsAt).toBe(instantAt('2026-12-02', 15, 55).toISOString())
  expect(await desk.pita.cannotApprove(proposal.id)).toBe('SAME_PERSON')
  await desk.rangi.approve(proposal.id)
  expect(await newest()).toMatchObject({ reference: `${rejected.reference.slice(0, -2)}02`, state: 'ready', generation: 1 })
  expect(await bank.open('bank-file-rejected')).toEqual([])
  expect(await desk.pita.cannotPropose('resend-file', { fileId: rejected.id })).toBe('FILE_NOT_REJECTED')
  await sendFiles()
  expect([(await newest()).state, await stateOf(first), await stateOf(second)]).toEqual(['accepted', 'sent', 'sent'])
  for (const moment of ['2026-12-02T18:30:00+13:00', '2026-12-07T09:00:00+13:00']) {
    await at(moment)
    await fetchResults()
  }
  await readStatements()
  expect([await mia.balance(), await ben.balance(), await position()]).toEqual([20_000, 30_000, settled])
})

test('a line that is left out fails, and the others go out [DESK-54]', async () => {
  await at('2026-12-07T15:00:00+13:00')
  const [kept, left] = [await mia.withdraw(1000), await ben.withdraw(1100)]
  await at('2026-12-07T15:56:00+13:00')
  await sendDefectFiles()
  const file = await newest()
  const lines = await bank.rows(sql<{ line: number }>`select line from bank_file_detail where file_id = ${file.id} and reference = ${left}`)
  const without = lines.map(({ line }) => line)
  expect(await desk.pita.cannotPropose('resend-file', { fileId: file.id, without: [9] })).toBe('BAD_REQUEST')
  expect(await desk.pita.cannotPropose('resend-file', { fileId: file.id, without: [2, 3] })).toBe('BAD_REQUEST')
  const proposal = await desk.mere.propose('resend-file', { fileId: file.id, without }, { exceptionId: await only('bank-file-rejected') })
  await desk.pita.approve(proposal.id)
  await sendFiles()
  expect([await stateOf(kept), await stateOf(left), await ben.balance()]).toEqual(['sent', 'refused', 30_000])
  await at('2026-12-10T09:00:00+13:00')
  await fetchResults()
  await readStatements()
  expect([await stateOf(kept), await position()]).toEqual(['done', settled])
})

test('the orders of a file that will not be sent again fail, the money is back, and their owners are told [MON-2]', async () => {
  await at('2026-12-10T15:00:00+13:00')
  const order = await mia.withdraw(5000)
  await at('2026-12-10T15:56:00+13:00')
  await sendDefectFiles()
  const file = await newest()
  expect(await mia.balance()).toBe(14_000)
  const exceptionId = await only('bank-file-rejected')
  expect(await desk.pita.cannotPropose('fail-file', { fileId: file.id }, { exceptionId, evidence: [] })).toBe('BAD_REQUEST')
  const proposal = await desk.pita.propose('fail-file', { fileId: file.id }, { exceptionId })
  await desk.hana.approve(proposal.id)
  expect([await stateOf(order), await mia.balance()]).toEqual(['refused', 19_000])
  const told = await sql`select from message where purpose = 'withdrawal-failed' and recipient = ${mia.email}`.execute(database.owner.db)
  expect(told.rows).toHaveLength(1)
  expect(await desk.pita.cannotPropose('resend-file', { fileId: file.id })).toBe('FILE_NOT_REJECTED')
})

test('from $10,000.00 a finance lead agrees, and a proposal ends with the window [DESK-27] [DESK-29]', async () => {
  await at('2026-12-11T15:00:00+13:00')
  await mia.withdraw(1)
  await at('2026-12-11T15:56:00+13:00')
  await sendDefectFiles()
  const { id } = await newest()
  const resize = (amount: number) => sql`update bank_file_detail set amount = ${amount} where file_id = ${id}`.execute(database.owner.db)
  const needs = async () => {
    const proposal = await desk.pita.propose('fail-file', { fileId: id })
    await desk.pita.decline(proposal.id)
    return proposal.needs
  }
  await resize(999_999)
  expect(await needs()).toEqual([['operations', 'finance', 'finance-lead']])
  await resize(1_000_000)
  expect(await needs()).toEqual([['finance-lead']])
  await resize(1)
  const late = await desk.pita.propose('fail-file', { fileId: id })
  // It is Friday after the cut-off: the next window closes on Monday.
  expect(late.endsAt).toBe(instantAt('2026-12-14', 15, 55).toISOString())
  await at('2026-12-14T15:55:00+13:00')
  expect(await desk.hana.cannotApprove(late.id)).toBe('PROPOSAL_ENDED')
  const again = await desk.pita.propose('fail-file', { fileId: id })
  await desk.hana.approve(again.id)
})

test('a file that the bank has or has processed is not sent again [DESK-54]', async () => {
  await at('2026-12-14T15:56:00+13:00')
  await sendFiles()
  await at('2026-12-15T15:00:00+13:00')
  for (const amount of [700, 701]) await mia.withdraw(amount)
  await at('2026-12-15T15:56:00+13:00')
  await sendFiles()
  const { id, state } = await newest()
  expect([state, await desk.pita.cannotPropose('resend-file', { fileId: id })]).toEqual(['accepted', 'FILE_NOT_REJECTED'])
  // Recorded as a conflict here, and processed by the bank.
  await sql`update bank_file set state = 'conflict', bank_file_id = null, processing_day = null, final_day = null, accepted_at = null where id = ${id}`.execute(
    database.owner.db,
  )
  expect((await desk.pita.propose('resend-file', { fileId: id })).state).toBe('waiting')
  await at('2026-12-15T18:30:00+13:00')
  await bank.fault('lost-line')
  await fetchResults()
  // The result of one order says that the bank has the other as well.
  expect(await desk.pita.cannotPropose('resend-file', { fileId: id })).toBe('FILE_NOT_REJECTED')
  await sql`update bank_connection set last_result_sequence = 0`.execute(database.owner.db)
  await at('2026-12-16T03:30:00+13:00')
  await readStatements()
  expect(await position()).toEqual(settled)
})
