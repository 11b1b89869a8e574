import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const run = operatorCommand('business.ts', database.urlAs('nikau_desk'))

test(
  'an operator verifies, refuses and suspends businesses by the allowed steps, with a reason each; the changes are append-only [SEC-1]',
  { timeout: 120_000 },
  async () => {
    await database.owner.pool.query(
      `insert into account (id, type, name, region, test, created_at, created_by) values ('org1', 'org', 'Kauri Ltd', 'NZ', false, '2026-11-01T00:00:00Z', 'test')`,
    )
    const [reason, by] = [
      ['--reason', 'Checked the register'],
      ['--by', 'mere'],
    ]
    expect((await run('list')).output).toMatch(/2026-11-01T00:00 {2}unverified {2}org1 {2}Kauri Ltd\n1 in total/)
    expect(await run('approve', 'org1', ...by)).toMatchObject({ code: 2, output: expect.stringContaining('--reason') })
    expect(await run('approve', 'org1', ...reason)).toMatchObject({ code: 2, output: expect.stringContaining('--by') })
    expect(await run('approve', 'org1', ...reason, ...by)).toMatchObject({ code: 1, output: expect.stringContaining('is unverified') })
    expect(await run('submit', 'org1', ...reason, ...by)).toEqual({ code: 0, output: 'org1 submitted\n' })
    expect(await run('refuse', 'org1', ...reason, ...by)).toEqual({ code: 0, output: 'org1 refused\n' })
    expect(await run('approve', 'org1', ...reason, ...by)).toMatchObject({ code: 1 })
    await run('submit', 'org1', ...reason, ...by)
    expect(await run('approve', 'org1', ...reason, ...by)).toEqual({ code: 0, output: 'org1 verified\n' })
    expect(await run('suspend', 'org1', ...reason, ...by)).toEqual({ code: 0, output: 'org1 suspended\n' })
    expect((await run('list', '--status', 'suspended')).output).toContain('1 suspended')
    expect((await run('show', 'org1')).output).toMatch(/submitted -> refused by mere \(\w+\): Checked the register\n[^]*verified -> suspended by mere/)
    expect(await run('approve', 'nothing', ...reason, ...by)).toMatchObject({ code: 1, output: 'no organisation nothing\n' })
    expect(await run('list', '--status', 'great')).toMatchObject({ code: 2 })
    await expect(database.owner.pool.query(`delete from business_status_change`)).rejects.toThrow('append-only')
  },
)

test('an operator sees why a merchant is in review and clears it [SEC-1, SEC-18]', { timeout: 60_000 }, async () => {
  await database.owner.pool.query(
    `insert into merchant (id, account_id, name, type, category_code, test, status) values ('m1', 'org1', 'IRD', 'e-commerce', '5814', false, 'in-review');
     insert into merchant_review (merchant_id, reason, found, opened_at) values ('m1', 'protected-name', 'IRD', '2026-11-01T00:00:00Z')`,
  )
  expect((await run('reviews')).output).toMatch(/m1 {2}IRD {2}protected-name: IRD {2}account org1 {2}GST none\n1 open/)
  expect(await run('clear', 'm1', '--reason', 'It is them', '--by', 'mere')).toEqual({ code: 0, output: 'm1 cleared\n' })
  expect((await run('reviews')).output).toBe('0 open\n')
  expect(await run('clear', 'm1', '--reason', 'It is them', '--by', 'mere')).toMatchObject({ code: 1 })
  const { rows } = await database.owner.pool.query(`select status from merchant where id = 'm1'`)
  expect(rows).toEqual([{ status: 'active' }])
})
