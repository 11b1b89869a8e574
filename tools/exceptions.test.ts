import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'

const database = await testDatabase()
const program = join(import.meta.dirname, 'exceptions.ts')
const run = async (...args: string[]): Promise<{ code: number; said: string }> => {
  const env = { ...process.env, DATABASE_URL: database.url, USER: '' }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}

test('an operator sees what waits, closes it with a reason, once, and what was done is kept for ever', async () => {
  await database.pool.query(
    `insert into operator_exception (kind, ref, unit, amount, refs, opened_at) values
       ('statement-unknown', 'a:2026-12-02:T1', 'nzd.main', 1234, '{"day":"2026-12-02"}', '2026-12-03T00:00:00Z'),
       ('bank-surplus', 'p1', 'nzd.main', 500, '{}', '2026-12-03T00:00:00Z')`,
  )
  expect((await run('list')).said).toMatch(/1 {2}2026-12-03T00:00 {2}statement-unknown 12\.34 nzd\.main {2}a:2026-12-02:T1\n[^]*2 open, 17\.34 together/)
  expect(await run('close', '1', '--by', 'mere')).toMatchObject({ code: 2, said: expect.stringContaining('--note') })
  expect(await run('close', '1', '--note', 'Paid back')).toMatchObject({ code: 2, said: expect.stringContaining('--by') })
  expect(await run('close', '1', '--note', 'Paid back', '--by', 'mere')).toEqual({ code: 0, said: '1 closed\n' })
  expect(await run('close', '1', '--note', 'Paid back', '--by', 'tama')).toMatchObject({ code: 1, said: expect.stringContaining('was closed') })
  expect(await run('close', '2', '--note', 'Never mind', '--by', 'mere')).toMatchObject({ code: 1, said: expect.stringContaining('sending it back') })
  expect(await run('note', '2', '--note', 'Asked the payer', '--by', 'mere')).toMatchObject({ code: 0 })
  expect((await run('show', '1')).said).toMatch(/day: 2026-12-02[^]*close by mere \(\w+\): Paid back/)
  expect((await run('list')).said).toContain('1 open, 5.00 together')
  const { rows } = await database.pool.query(`select exception_id, act, by_whom from operator_exception_act order by id`)
  expect(rows).toEqual([
    { exception_id: 1n, act: 'close', by_whom: 'mere' },
    { exception_id: 2n, act: 'note', by_whom: 'mere' },
  ])
  await expect(database.pool.query('delete from operator_exception_act')).rejects.toThrow('kept as it was')
}, 120_000)
