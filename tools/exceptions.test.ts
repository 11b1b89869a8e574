import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const run = operatorCommand('exceptions.ts', database.urlAs('nikau_desk'))

test('an operator lists open exceptions and closes one with a note, once; the actions are append-only', async () => {
  await database.owner.pool.query(
    `insert into operator_exception (kind, ref, unit, amount, refs, opened_at) values
       ('statement-unknown', 'a:2026-12-02:T1', 'nzd.main', 1234, '{"day":"2026-12-02"}', '2026-12-03T00:00:00Z'),
       ('bank-payment-surplus', 'p1', 'nzd.main', 500, '{}', '2026-12-03T00:00:00Z')`,
  )
  expect((await run('list')).output).toMatch(/1 {2}2026-12-03T00:00 {2}statement-unknown 12\.34 nzd\.main {2}a:2026-12-02:T1\n[^]*2 open, sum 17\.34/)
  expect((await run('list', '--kind', 'statement-unknown')).output).toContain('1 open, sum 12.34')
  expect(await run('list', '--kind', 'bank-lost')).toMatchObject({ code: 2, output: expect.stringContaining('--kind') })
  expect(await run('close', '1', '--by', 'mere')).toMatchObject({ code: 2, output: expect.stringContaining('--note') })
  expect(await run('close', '1', '--note', 'Paid back')).toMatchObject({ code: 2, output: expect.stringContaining('--by') })
  expect(await run('close', '1', '--note', 'Paid back', '--by', 'mere')).toEqual({ code: 0, output: '1 closed\n' })
  expect(await run('close', '1', '--note', 'Paid back', '--by', 'tama')).toMatchObject({ code: 1, output: expect.stringContaining('was closed') })
  expect(await run('close', '2', '--note', 'Never mind', '--by', 'mere')).toMatchObject({ code: 1, output: expect.stringContaining('returns it') })
  expect(await run('note', '2', '--note', 'Asked the payer', '--by', 'mere')).toMatchObject({ code: 0 })
  expect((await run('show', '1')).output).toMatch(/day: 2026-12-02[^]*close by mere \(\w+\): Paid back/)
  expect((await run('list')).output).toContain('1 open, sum 5.00')
  const { rows } = await database.owner.pool.query(`select exception_id, action, operator from operator_exception_action order by id`)
  expect(rows).toEqual([
    { exception_id: 1n, action: 'close', operator: 'mere' },
    { exception_id: 2n, action: 'note', operator: 'mere' },
  ])
  await expect(database.owner.pool.query('delete from operator_exception_action')).rejects.toThrow('append-only')
}, 120_000)
