import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningDesk } from '../../http/desk/fixtures.ts'

const database = await testDatabase()
const desk = await runningDesk(database)
const ruth = await desk.operator('ruth', ['auditor'])
const mere = await desk.operator('mere', ['finance'])

const entries = async (query: string) => (await ruth.get(`/api/desk/audit${query}`)).body

test('the log is filtered by operator, subject, kind and time, newest first and in pages, and reading it is an entry [DESK-20]', async () => {
  for (let look = 0; look < 60; look++) await mere.get('/api/desk/proposals')
  await mere.get('/api/desk/proposals/op-unknown')
  await mere.get('/api/desk/audit')
  const ofMere = await entries('?operator=mere')
  expect(ofMere.items[0]).toMatchObject({
    operator: { id: 'mere', name: 'mere' },
    roles: ['finance'],
    kind: 'refused',
    endpoint: 'GET /api/desk/audit',
    refusal: 'OUTSIDE_ROLE',
  })
  expect(ofMere.items[1]).toMatchObject({ kind: 'refused', subject: 'proposal:op-unknown', refusal: 'NOT_FOUND' })
  expect(ofMere.nextPageKey).toBeDefined()
  const rest = await entries(`?operator=mere&pageKey=${ofMere.nextPageKey}`)
  const numbers = [...ofMere.items, ...rest.items].map(({ number }: { number: number }) => number)
  expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a))
  expect(numbers).toHaveLength(63)
  expect((await entries('?kind=sign-in')).items.map(({ operator }: { operator: { id: string } }) => operator.id)).toEqual(['mere', 'ruth'])
  expect((await entries('?subject=proposal:op-unknown')).items).toHaveLength(1)
  expect((await entries(`?operator=mere&until=${new Date(0).toISOString()}`)).items).toEqual([])
  expect((await entries(`?operator=mere&from=${new Date(0).toISOString()}`)).items).not.toEqual([])
  const [own] = (await entries('?operator=ruth')).items
  expect(own).toMatchObject({ kind: 'looked', endpoint: 'GET /api/desk/audit', detail: { operator: 'mere' } })
})

test('an entry links to the one before, and the state of the log says whether all do [DESK-18] [DESK-20]', async () => {
  const { items } = await entries('')
  for (const [index, { previous }] of items.slice(0, -1).entries()) expect(previous).toBe(items[index + 1].hash)
  const { body: unchecked } = await ruth.get('/api/desk/audit/chain')
  expect(unchecked).toMatchObject({ entries: expect.any(Number), head: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(unchecked.holds).toBeUndefined()
  const check = (broken: string[]) =>
    sql`insert into book_check (broken, at) values (${broken}, now()) on conflict (one) do update set broken = excluded.broken`.execute(database.owner.db)
  await check([])
  expect((await ruth.get('/api/desk/audit/chain')).body.holds).toBe(true)
  await check(['invariant_desk_audit_chain_holds'])
  expect((await ruth.get('/api/desk/audit/chain')).body.holds).toBe(false)
})
