import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const run = operatorCommand('exceptions.ts', database.urlAs('nikau_desk'))

test('an operator lists open exceptions and reads what others did about one; the actions are append-only', async () => {
  await database.owner.pool.query(
    `insert into operator_exception (kind, ref, unit, amount, refs, opened_at) values
       ('statement-unknown', 'a:2026-12-02:T1', 'nzd.main', 1234, '{"day":"2026-12-02"}', '2026-12-03T00:00:00Z'),
       ('bank-payment-surplus', 'p1', 'nzd.main', 500, '{}', '2026-12-03T00:00:00Z')`,
  )
  expect((await run('list')).output).toMatch(/1 {2}2026-12-03T00:00 {2}statement-unknown 12\.34 nzd\.main {2}a:2026-12-02:T1 {2}\d+h\n[^]*2 open, sum 17\.34/)
  expect((await run('list', '--kind', 'statement-unknown')).output).toContain('1 open, sum 12.34')
  expect(await run('list', '--kind', 'bank-lost')).toMatchObject({ code: 2, output: expect.stringContaining('--kind') })
  await database.owner.pool.query(`insert into operator_exception_action (exception_id, action, operator, note) values (1, 'note', 'mere', 'Asked the bank')`)
  expect((await run('show', '1')).output).toMatch(/day: 2026-12-02[^]*note by mere \(\w+\): Asked the bank/)
  await expect(database.owner.pool.query('delete from operator_exception_action')).rejects.toThrow('append-only')
}, 120_000)
