import { fakeClock, createPerson, createAccessToken, revokeToken, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runningApi } from '../fixtures.ts'
import { createTokenVerifier } from './tokens.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const tokens = await createTokenVerifier({ database, url: database.url, clock, log: silent })
afterAll(() => tokens.close())

async function reads(): Promise<number> {
  await sql`select pg_stat_clear_snapshot()`.execute(database.db)
  const result = await sql<{
    reads: bigint
  }>`select coalesce(sum(idx_scan), 0)::bigint as reads from pg_stat_user_tables where schemaname = 'identity'`.execute(database.db)
  return Number(result.rows[0]!.reads)
}

test('a token is read once and then served from the cache', async () => {
  const person = await createPerson(database)
  expect(await tokens.personOf(person.token)).toMatchObject({ personId: person.personId })
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  const before = await reads()
  for (let i = 0; i < 50; i++) expect(await tokens.personOf(person.token)).toMatchObject({ personId: person.personId })
  await sql`select pg_stat_force_next_flush()`.execute(database.db)
  expect(await reads()).toBe(before)
})

test('a revoked token is refused by every process within two seconds', async () => {
  const other = await createTokenVerifier({ database, url: database.url, clock, log: silent })
  const person = await createPerson(database)
  for (const check of [tokens, other]) expect(await check.personOf(person.token)).toMatchObject({ personId: person.personId })
  const began = Date.now()
  await revokeToken(database, person.token)
  for (const check of [tokens, other]) await expect.poll(() => check.personOf(person.token), { timeout: 2000, interval: 10 }).toBeUndefined()
  expect(Date.now() - began).toBeLessThan(2000)
  await other.close()
})

test('a process whose LISTEN connection is down bypasses its cache', async () => {
  const person = await createPerson(database)
  expect(await tokens.personOf(person.token)).toMatchObject({ personId: person.personId })
  await sql`alter table identity.oidc disable trigger oidc_delete`.execute(database.owner.db) // no notification is sent
  await revokeToken(database, person.token)
  await sql`alter table identity.oidc enable trigger oidc_delete`.execute(database.owner.db)
  expect(await tokens.personOf(person.token)).toMatchObject({ personId: person.personId })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'nikau-api-revocations' and datname = current_database()`.execute(
    database.db,
  )
  await expect.poll(() => tokens.personOf(person.token), { timeout: 2000 }).toBeUndefined()
  const later = await createPerson(database)
  await expect
    .poll(
      async () =>
        (
          await sql<{
            n: number
          }>`select count(*)::int as n from pg_stat_activity where application_name = 'nikau-api-revocations' and datname = current_database()`.execute(
            database.db,
          )
        ).rows[0]!.n,
      { timeout: 3000 },
    )
    .toBeGreaterThan(0)
  expect(await tokens.personOf(later.token)).toMatchObject({ personId: later.personId })
})

test('an expired token is refused, cached or not', async () => {
  const person = await createPerson(database)
  const token = await createAccessToken(database, person.personId, new Date(clock.now().getTime() + 5000))
  expect(await tokens.personOf(token)).toMatchObject({ personId: person.personId })
  clock.advance(5001)
  expect(await tokens.personOf(token)).toBeUndefined()
})

test('a call marked auth takes the token with or without Bearer, and answers 401 without a good one [API-02, SESS-11]', async () => {
  const api = await runningApi(database)
  const person = await createPerson(database)
  expect((await api.get('/api/account-memberships', person.headers)).status).toBe(200)
  expect((await api.get('/api/account-memberships', { authorization: person.token })).status).toBe(200)
  const refused = { status: 401, body: { statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' } }
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${person.token}x`,
    `Basic ${person.token}`,
    'Bearer ../../etc/passwd-and-more',
    `bearer  ${'a'.repeat(600)}`,
  ])
    expect(await api.get('/api/account-memberships', { authorization })).toMatchObject(refused)
  expect(await api.get('/api/account-memberships')).toMatchObject(refused)
})
