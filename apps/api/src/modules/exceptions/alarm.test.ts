import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createMetrics } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { alarm } from './alarm.ts'
import { measureExceptions } from './metrics.ts'
import { closeException, raiseException, raiseRecurring } from './store.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-12-01T00:00:00Z')
const deps = { db, clock, log: silent, alarmEmail: 'operations@nikau.example' }
const hour = 3_600_000

const emails = async () =>
  (
    await sql<{ recipient: string; subject: string; body: string }>`
      select recipient, subject, body from message where purpose = 'exception-alarm' order by queued_at`.execute(database.owner.db)
  ).rows

beforeEach(async () => {
  await sql`delete from message`.execute(database.owner.db)
  await sql`update operator_exception set closed_at = ${clock.now()} where closed_at is null`.execute(db)
})

test('operators get one email about an exception that passes its target, without what it is about [DESK-44]', async () => {
  const refs = { account: '02-0192-0214002-00', payer: 'Mia Ngata' }
  await raiseException(db, { kind: 'bank-refund-due', ref: 'mia-refund', money: { unit: 'nzd.main', amount: 4200n }, refs, at: clock.now() })
  clock.advance(48 * hour)
  expect(await alarm(deps)).toBe(0)
  clock.advance(1)
  expect(await Promise.all([alarm(deps), alarm(deps)])).toEqual(expect.arrayContaining([0, 1]))
  clock.advance(72 * hour)
  expect(await alarm(deps)).toBe(0)
  const [email, ...more] = await emails()
  expect([email?.recipient, email?.subject.replace(/\d+/, 'N'), more]).toEqual(['operations@nikau.example', 'Exception N: bank-refund-due', []])
  expect(email!.body).not.toMatch(/Mia|mia|0214002|42/)
})

test('a kind that cannot wait alarms at once, and again when it is back [DESK-44]', async () => {
  const broken = { kind: 'books-broken', ref: 'invariants' } as const
  await raiseRecurring(db, { ...broken, at: clock.now() })
  await raiseException(db, { kind: 'statement-unknown', ref: 'young', at: clock.now() })
  expect([await alarm(deps), await alarm(deps)]).toEqual([1, 0])
  await closeException(db, { ...broken, at: clock.now() })
  clock.advance(24 * hour)
  expect(await alarm(deps)).toBe(0)
  await raiseRecurring(db, { ...broken, at: clock.now() })
  expect(await alarm(deps)).toBe(1)
  expect(await emails()).toHaveLength(2)
})

test('several that are due together are one email, and without an address none is sent [DESK-44]', async () => {
  for (const ref of ['a', 'b']) await raiseException(db, { kind: 'statement-missing', ref, at: clock.now() })
  clock.advance(72 * hour + 1)
  expect(await alarm(deps)).toBe(2)
  expect((await emails()).map(({ subject }) => subject)).toEqual(['2 exceptions need an operator'])
  await raiseException(db, { kind: 'safeguarding-short', ref: '2026-12-01', at: clock.now() })
  expect(await alarm({ ...deps, alarmEmail: '' })).toBe(1)
  expect(await emails()).toHaveLength(1)
})

test('open and overdue exceptions and the age of the oldest are measured [DESK-44]', async () => {
  const metrics = createMetrics('test')
  measureExceptions(metrics, db, clock)
  await raiseException(db, { kind: 'bank-refund-due', ref: 'old', at: clock.now() })
  clock.advance(60 * hour)
  await raiseException(db, { kind: 'bank-refund-due', ref: 'new', at: clock.now() })
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^nikau_exceptions_open\{kind="bank-refund-due".*\} 2$/m)
  expect(text).toMatch(/^nikau_exceptions_overdue\{kind="bank-refund-due".*\} 1$/m)
  expect(text).toMatch(/^nikau_exceptions_open\{kind="books-broken".*\} 0$/m)
  expect(text).toMatch(/^nikau_exception_oldest_age_seconds\S* 216000$/m)
})

test('the list of exceptions shows their age, and which are due soon or overdue [DESK-44]', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * hour - 60_000)
  for (const hours of [5, 60, 77]) await raiseException(db, { kind: 'statement-sum', ref: `${hours} hours`, at: hoursAgo(hours) })
  const tool = join(import.meta.dirname, '../../../../../tools/exceptions.ts')
  const env = { ...process.env, DATABASE_URL: database.urlAs('nikau_read_only') }
  const { stdout } = await promisify(execFile)(process.execPath, [tool, 'list', '--kind', 'statement-sum'], { env })
  const ends = stdout.split('\n').map((line) => line.slice(line.indexOf('hours  ') + 'hours  '.length))
  expect(ends.slice(0, 3)).toEqual(['3d 5h overdue', '2d 12h due-soon', '5h'])
})
