import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { startAnswering } from '../apps/api/src/modules/operations/fixtures.ts'
import { operatorCommand } from './operator-command.ts'

const database = await testDatabase()
const stopAnswering = startAnswering(database)
afterAll(stopAnswering)
const mere = operatorCommand('operate.ts', database.urlAs('nikau_desk'))

test('the first operators are added once, at least two admins among them; an operator asks under their own login [DESK-23] [MON-2]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'operators-'))
  const first = async (operators: object[]) => {
    const file = join(folder, 'operators.json')
    await writeFile(file, JSON.stringify(operators))
    return await operatorCommand('operate.ts', database.urlAs('nikau_migrate'))('first', file)
  }
  const of = (operator: string, login: string, ...roles: string[]) => ({ operator, name: operator, login, roles })
  expect(await mere('list')).toMatchObject({ code: 1 })
  expect(await first([of('mere', 'nikau_desk', 'finance'), of('ana', 'ana', 'admin')])).toMatchObject({ code: 1, output: 'TWO_ADMINS_REQUIRED\n' })
  const operators = [of('mere', 'nikau_desk', 'finance'), of('ana', 'ana', 'admin'), of('hemi', 'hemi', 'admin')]
  expect(await first(operators)).toEqual({ code: 0, output: 'operators added\n' })
  expect(await first(operators)).toMatchObject({ code: 1, output: 'OPERATORS_EXIST\n' })
  expect(await mere('list')).toEqual({ code: 0, output: '[]\n' })
  const content = JSON.stringify({ debit: 'own:nzd.main', credit: 'losses:nzd.main', amount: '500', words: 'correction' })
  const proposed = await mere('propose', 'adjustment', content, '--note', 'Booked on the wrong account', '--evidence', 'ticket 12')
  expect(proposed.code).toBe(0)
  const { id } = JSON.parse(proposed.output) as { id: string }
  expect(JSON.parse((await mere('list')).output)).toMatchObject([{ id, proposer: 'mere', amount: '500', cannotDecide: 'SAME_PERSON' }])
  expect(await mere('approve', id)).toMatchObject({ code: 1 })
  expect(await mere('propose', 'adjustment', '{', '--note', 'x')).toMatchObject({ code: 2 })
  expect(JSON.parse((await mere('decline', id, '--note', 'A mistake of mine')).output)).toMatchObject({ state: 'declined' })
}, 60_000)
