import { createPerson, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer, runningApi } from '../apps/api/src/fixtures.ts'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const api = await runningApi(database)
const run = operatorCommand('freeze.ts', database.urlAs('nikau_desk'))

test('an operator freezes an account with a reason that its owner reads and cannot lift [GUARD-10]', { timeout: 60_000 }, async () => {
  const mia = await createPayer(api, database, 0)
  const [reason, by] = [
    ['--reason', 'Your bank reported a stolen card. Call us on 0800 000 000.'],
    ['--by', 'mere'],
  ]
  const unfreeze = () => api.post(`/api/accounts/${mia.accountId}/unfreeze`, undefined!, mia.headers)
  expect(await run(mia.accountId, ...by)).toMatchObject({ code: 2, output: expect.stringContaining('--reason') })
  expect(await run(mia.accountId, ...reason)).toMatchObject({ code: 2, output: expect.stringContaining('--by') })
  expect(await run('nothing', ...reason, ...by)).toMatchObject({ code: 1, output: 'no account nothing\n' })
  await api.post(`/api/accounts/${mia.accountId}/freeze`, undefined!, mia.headers)
  expect(await run(mia.accountId, ...reason, ...by)).toEqual({ code: 0, output: `${mia.accountId} is now frozen by an operator\n` })
  expect((await run(mia.accountId, ...reason, ...by)).output).toContain('was already')
  const { frozen } = (await api.get(`/api/accounts/${mia.accountId}/safety`, mia.headers)).body
  expect(frozen).toEqual({ by: 'operator', since: frozen.since, reason: reason[1] })
  expect(await unfreeze()).toMatchObject({ status: 403, body: { message: 'FROZEN_BY_OPERATOR', since: frozen.since, reason: reason[1] } })
  const { rows } = await database.owner.pool.query<{ body: string }>('select body from message where recipient = $1', [mia.phone])
  expect(rows.map((row) => row.body)).toContainEqual(expect.stringContaining(reason[1]!))
  // The owner's own freeze outlasts the operator's.
  expect(await run(mia.accountId, '--lift', ...reason, ...by)).toEqual({ code: 0, output: `${mia.accountId} is now not frozen by an operator\n` })
  expect((await api.get(`/api/accounts/${mia.accountId}/safety`, mia.headers)).body.frozen.by).toBe('person')
  expect((await unfreeze()).body).toEqual({ frozen: null })
})

test('every act of an operator is kept with name and reason', { timeout: 60_000 }, async () => {
  const person = await createPerson(database)
  const account = (await api.post('/api/accounts', { name: 'A', type: 'individual' }, person.headers)).body
  await run(account.id, '--reason', 'Court order 12', '--by', 'mere')
  await run(account.id, '--reason', 'Order ended', '--by', 'hone', '--lift')
  const { rows } = await database.owner.pool.query('select action, by, operator, reason from account_freeze_event where account_id = $1 order by id', [
    account.id,
  ])
  expect(rows).toEqual([
    { action: 'frozen', by: 'operator', operator: 'mere', reason: 'Court order 12' },
    { action: 'unfrozen', by: 'operator', operator: 'hone', reason: 'Order ended' },
  ])
})
