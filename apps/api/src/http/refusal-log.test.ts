import { Writable } from 'node:stream'
import { createLog, randomIds, systemClock } from '@nikau/runtime'
import { createPerson, testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { readApiConfig } from '../config.ts'

const database = await testDatabase()
const lines: Record<string, unknown>[] = []
const destination = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>)
    done()
  },
})
const app = await createApp({
  config: readApiConfig({ DATABASE_URL: database.url }),
  database,
  log: createLog({ name: 'api', level: 'info', destination }),
  clock: systemClock,
  ids: randomIds,
})
afterAll(() => app.close())

const refusals = () => lines.splice(0).filter(({ msg }) => msg === 'call refused')

test('a refused authentication is logged with its route and source, and without the credentials [SEC-10]', async () => {
  await app.inject({
    method: 'GET',
    url: '/api/account-memberships',
    headers: { authorization: 'Bearer not-a-token-of-anybody-at-all' },
    remoteAddress: '2001:db8::7',
  })
  expect(refusals()).toMatchObject([{ method: 'GET', route: '/api/account-memberships', status: 401, source: '2001:db8:0:0::/64' }])
})

test('a refused authorisation is logged with its caller [SEC-10]', async () => {
  const person = await createPerson(database)
  await app.inject({ method: 'GET', url: '/api/assets/unknown', headers: person.headers })
  const [line] = refusals()
  expect(line).toMatchObject({ route: '/api/assets/:id', status: 403, refusal: 'FORBIDDEN', caller: `crn::user:${person.personId}` })
  expect(JSON.stringify(line)).not.toContain(person.token)
})
