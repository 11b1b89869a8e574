import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { firstYear, isBusinessDay, lastYear } from '@nikau/nz/business-calendar'
import { addDays, instantAt } from '@nikau/nz/nz-time'
import { Secret, systemClock } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createBankedPerson, runningApi } from './fixtures.ts'
import { areBooksBroken, checkBooks } from './modules/operations/books.ts'
import { closeException, type ExceptionKind, raiseException } from './modules/exceptions/index.ts'

// Plants something that is late in each place, sees it, gives it to somebody as an open task, and removes it. Thursday 3 December 2026.
const database = await testDatabase()
const { db, owner } = database
const clock = fakeClock(instantAt('2026-12-03', 10).toISOString())
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const payer = await createBankedPerson(api, database)

const account = '020192002140020000'
let ticks = 0
/** The books have reached this moment: something has happened in them. */
async function reach(day: string, hour: number, minute = 0): Promise<void> {
  clock.set(instantAt(day, hour, minute).toISOString())
  await db.transaction().execute((tx) => ledger.openAccount(tx, { id: `tick-${++ticks}`, unit: 'nzd.test', kind: 'wallet' }))
}
const late = async (view: string) => (await owner.pool.query(`select * from ${view}`)).rows.length
const plant = (text: string, values: unknown[] = []) => owner.pool.query(text, values)
/** Nothing is late while somebody is at it. */
async function expectTask(view: string, exception: { kind: ExceptionKind; ref: string; refs?: Record<string, string> }): Promise<void> {
  await raiseException(db, { ...exception, at: clock.now() })
  expect(await late(view)).toBe(0)
  await closeException(db, { ...exception, at: clock.now() })
  expect(await late(view)).toBe(1)
}

beforeEach(async () => {
  await plant(`insert into bank_connection (account) values ('${account}') on conflict do nothing`)
})
afterEach(() => assertLedgerInvariants(db))

const plantFile = async (values: { state: string; window: string; finalDay: string | null; detail: string }) => {
  await plant(`insert into bank_window (kind, day, closed_at) values ('debit', $1, now())`, [values.window])
  await plant(
    `insert into bank_file (id, kind, window_day, account, reference, due_day, count, total, sealed_bytes, key_id, state, created_at, bank_file_id, processing_day, final_day, accepted_at)
     values ('f1', 'debit', $1, '${account}', 'DD261203-01', $1, 1, 100, '', 'k', $2::text, now(), case when $2 = 'accepted' then 'b1' end,
       case when $2 = 'accepted' then $1::date end, $3::date, case when $2 = 'accepted' then now() end)`,
    [values.window, values.state, values.finalDay],
  )
  await plant(`insert into bank_file_detail (file_id, line, transfer_id, reference, amount, state, changed_at) values ('f1', 2, 't1', 'R1', 100, $1, now())`, [
    values.detail,
  ])
}
const removeFile = async () => {
  for (const table of ['bank_file_detail', 'bank_file', 'bank_window']) await plant(`delete from ${table}`)
}

test('the table of business days is the calendar', async () => {
  const { rows } = await db.transaction().execute((tx) => sql<{ day: string }>`select day::text from business_day order by day`.execute(tx))
  const days: string[] = []
  for (let day = `${firstYear}-01-01`; day <= `${lastYear}-12-31`; day = addDays(day, 1)) if (isBusinessDay(day)) days.push(day)
  expect(rows.map(({ day }) => day)).toEqual(days)
})

test('an order that is in no file when two windows have closed is late [MON-11]', async () => {
  const view = 'invariant_order_is_sent_in_time'
  await reach('2026-12-03', 15, 54)
  const { body } = await payer.topUp(5000)
  await reach('2026-12-07', 16, 1) // with two more windows closed; but no bank is behind this ledger
  expect(await late(view)).toBe(0)
  await plantFile({ state: 'accepted', window: '2026-12-07', finalDay: '2026-12-10', detail: 'done' })
  expect(await late(view)).toBe(1)
  await expectTask(view, { kind: 'bank-file-rejected', ref: 'DD261203-01', refs: { transferId: String(body.id) } })
  await sql`update funds_transfer set created_at = ${instantAt('2026-12-04', 15, 55)} where id = ${body.id}`.execute(owner.db) // for the window of Monday
  expect(await late(view)).toBe(0)
  await sql`update funds_transfer set created_at = ${instantAt('2026-12-04', 15, 54)} where id = ${body.id}`.execute(owner.db) // for that of Friday
  expect(await late(view)).toBe(1)
  await removeFile()
})

test('an order that the bank has not decided a business day after it had to is late [MON-11]', async () => {
  const view = 'invariant_order_is_decided_in_time'
  await plantFile({ state: 'accepted', window: '2026-12-08', finalDay: '2026-12-11', detail: 'at-bank' })
  await reach('2026-12-14', 23, 59)
  expect(await late(view)).toBe(0)
  await reach('2026-12-15', 0, 1)
  expect(await late(view)).toBe(1)
  await expectTask(view, { kind: 'bank-result-missing', ref: 'R1' })
  await plant(`update bank_file_detail set state = 'failed'`)
  expect(await late(view)).toBe(0)
  await removeFile()
  await plantFile({ state: 'ready', window: '2026-12-11', finalDay: null, detail: 'sent' }) // a file that never left
  expect(await late(view)).toBe(1)
  await removeFile()
})

test('a line that the statements should have shown three days ago is late [MON-11]', async () => {
  const view = 'invariant_bank_line_is_shown_in_time'
  await plant(
    `insert into bank_expected_line (source, source_id, account, day, type, reference, amount) values ('file', 'x:1', '${account}', '2026-12-14', 'DD', 'R1', 100)`,
  )
  await reach('2026-12-17', 12)
  expect(await late(view)).toBe(0)
  await reach('2026-12-18', 12)
  expect(await late(view)).toBe(1)
  await plant(`delete from bank_expected_line`)
  expect(await late(view)).toBe(0)
})

test('a receipt that is not booked two days after its statement is late [MON-11]', async () => {
  const view = 'invariant_receipt_is_booked_in_time'
  await plant(
    `insert into bank_receipt (account, transaction_id, day, kind, reference, amount, received_at) values ('${account}', 'T1', '2026-12-16', 'card-advice', 'FL1', 100, now())`,
  )
  expect(await late(view)).toBe(0)
  await reach('2026-12-19', 0, 1)
  expect(await late(view)).toBe(1)
  await expectTask(view, { kind: 'card-receipt-without-advice', ref: 'FL1' })
  await plant(`delete from bank_receipt`)
  expect(await late(view)).toBe(0)
})

test('a difference that nobody has resolved is an open task [MON-11]', async () => {
  const view = 'invariant_difference_is_resolved_in_time'
  await plant(`insert into bank_statement (account, day, opening, closing, gap, lines, fetched_at) values ('${account}', '2026-12-18', 0, 0, 0, 0, now())`)
  await plant(`insert into bank_difference (account, day, kind, ref, expected, shown) values ('${account}', '2026-12-18', 'unknown', 'T9', 0, 500)`)
  expect(await late(view)).toBe(1)
  await expectTask(view, { kind: 'statement-unknown', ref: `${account}:2026-12-18:T9` })
  await plant(`delete from bank_difference`)
  await plant(`delete from bank_statement`)
})

test('what is late alarms, and does not stop operators from sending money [MON-11] [DESK-33]', async () => {
  await plant(
    `insert into bank_expected_line (source, source_id, account, day, type, reference, amount) values ('file', 'x:1', '${account}', '2026-12-01', 'DD', 'R1', 100)`,
  )
  expect(await checkBooks({ db, clock })).toEqual(['public.invariant_bank_line_is_shown_in_time'])
  const { rows } = await owner.pool.query(`select kind from operator_exception where kind = 'books-broken' and closed_at is null`)
  expect([rows.length, await areBooksBroken(db)]).toEqual([1, false])
  await plant(`delete from bank_expected_line`)
  expect(await checkBooks({ db, clock })).toEqual([])
})

test('a return to a bank payer is on its way within five business days [MON-11]', async () => {
  await reach('2027-03-01', 10)
  const client = await owner.pool.connect()
  // Without the payment behind it.
  await client.query('begin; set local session_replication_role = replica')
  await client.query(
    `insert into bank_return (id, bank_payment_id, reason, test, amount, state, next_attempt_at, created_at) values ('r1', 'p1', 'refund', false, 643, 'waiting', $1, $1)`,
    [clock.now()],
  )
  await client.query('commit')
  client.release()
  const view = 'invariant_bank_return_is_sent_in_time'
  await reach('2027-03-08', 23)
  expect(await late(view)).toBe(0)
  await reach('2027-03-09', 1)
  expect(await late(view)).toBe(1)
  await expectTask(view, { kind: 'bank-payment-unconfirmed', ref: 'p1' })
  await plant('delete from bank_return')
  expect(await late(view)).toBe(0)
})
