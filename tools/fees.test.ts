import { addDays, calendarDate } from '@nikau/nz/nz-time'
import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const run = operatorCommand('fees.ts', database.urlAs('nikau_desk'))

test('an operator announces a price of a merchant, 30 days before it counts, and cannot change it [BIZ-38]', { timeout: 120_000 }, async () => {
  await database.owner.pool.query(
    `insert into account (id, type, name, region, test, created_at, created_by) values ('org1', 'org', 'Kauri Ltd', 'NZ', false, now(), 'test');
     insert into merchant (id, account_id, name, type, category_code, test) values ('m1', 'org1', 'Kauri Cafe', 'e-commerce', '5812', false)`,
  )
  const today = calendarDate(new Date())
  const announce = (days: number, ...more: string[]) => run('announce', 'm1', 'wallet', '--rate', '60', '--from', addDays(today, days), ...more)
  expect(await announce(31)).toMatchObject({ code: 2, output: expect.stringContaining('--by') })
  expect(await announce(28, '--by', 'mere')).toMatchObject({ code: 1, output: expect.stringContaining('TOO_EARLY: the earliest day is') })
  expect(await announce(31, '--by', 'mere')).toMatchObject({ code: 0 })
  expect(await announce(31, '--by', 'mere')).toEqual({ code: 1, output: 'ALREADY_ANNOUNCED\n' })
  expect(await run('announce', 'm1', 'cash', '--rate', '60', '--from', today, '--by', 'mere')).toMatchObject({ code: 2 })
  expect((await run('show', 'm1')).output).toBe(`${addDays(today, 31)}  wallet       rate 60  fixed 0\n1 prices of its own\n`)
  await expect(database.openAs('nikau_desk').pool.query('update merchant_price set rate = 1')).rejects.toThrow(/permission denied/)
})
