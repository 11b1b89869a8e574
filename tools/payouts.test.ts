import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../apps/api/src/fixtures.ts'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const api = await runningApi(database)
const run = operatorCommand('payouts.ts', database.urlAs('nikau_desk'))

test('an operator stops payouts with a reason, and another agrees before they go on [DESK-77]', { timeout: 60_000 }, async () => {
  const { accountId } = await createShop(api, database, { test: false })
  const by = ['--by', 'mere']
  expect(await run('hold', accountId, ...by)).toEqual({ code: 2, output: '--reason: say why\n' })
  expect(await run('hold', accountId, '--reason', 'many refunds')).toEqual({ code: 2, output: '--by: say who you are\n' })
  expect(await run('hold', 'nothing', '--reason', 'many refunds', ...by)).toEqual({ code: 1, output: 'ACCOUNT_NOT_FOUND\n' })
  expect(await run('hold', accountId, '--reason', 'many refunds', ...by)).toEqual({ code: 0, output: `${accountId} payouts are on hold\n` })
  expect(await run('release', accountId, ...by)).toEqual({ code: 2, output: '--approved-by: say who agrees\n' })
  expect(await run('release', accountId, ...by, '--approved-by', 'mere')).toEqual({ code: 1, output: 'SECOND_PERSON_REQUIRED\n' })
  expect(await run('release', accountId, ...by, '--approved-by', 'tane')).toEqual({ code: 0, output: `${accountId} payouts go on\n` })
  expect(await run('reserve', accountId, ...by, '--reason', 'new business', '--amount', '5.00')).toEqual({ code: 2, output: '--amount: whole cents\n' })
  expect(await run('reserve', accountId, ...by, '--reason', 'new business', '--amount', '50000')).toEqual({ code: 0, output: `${accountId} reserve is set\n` })
})
