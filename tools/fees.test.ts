import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const run = operatorCommand('fees.ts', database.urlAs('nikau_desk'))

test('an operator reads the prices of a merchant and changes none with this login [BIZ-38]', { timeout: 60_000 }, async () => {
  await database.owner.pool.query(
    `insert into account (id, type, name, region, test, created_at, created_by) values ('org1', 'org', 'Kauri Ltd', 'NZ', false, now(), 'test');
     insert into merchant (id, account_id, name, type, category_code, test) values ('m1', 'org1', 'Kauri Cafe', 'e-commerce', '5812', false);
     insert into merchant_price (merchant_id, method, first_day, rate, fixed, created_at, created_by) values ('m1', 'wallet', '2027-02-01', 60, 0, now(), 'test')`,
  )
  expect(await run('announce', 'm1')).toMatchObject({ code: 2 })
  expect((await run('show', 'm1')).output).toBe('2027-02-01  wallet       rate 60  fixed 0\n1 prices of its own\n')
  for (const change of ['insert into merchant_price select * from merchant_price', 'update merchant_price set rate = 1'])
    await expect(database.openAs('nikau_desk').pool.query(change)).rejects.toThrow(/permission denied/)
})
