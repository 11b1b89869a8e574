import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, callToken } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTokenVerifier } from '../../../api/src/http/tokens.ts'
import { deleteExpired } from '../delete-expired.ts'
import { signInForCalls, startTestIdentity, webOrigin } from '../fixtures.ts'
import { tokenHash } from '../provider/adapter.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock })
const agents = {
  phone: 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
  laptop: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
}

// The provider dates a sign-in by the system's clock.
beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6421000${String(++people).padStart(4, '0')}`
type SignedIn = Awaited<ReturnType<typeof signInForCalls>>
const signInOn = (phone: string, agent: keyof typeof agents): Promise<SignedIn> => signInForCalls(identity, database, phone, { 'user-agent': agents[agent] })
const refresh = ({ browser, tokens }: SignedIn) => callToken(browser, identity.client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
const renew = ({ browser }: SignedIn) => browser.get(buildAuthorizationRequest(identity.client, { prompt: 'none' }).url)

interface Listed {
  id: string
  device: string
  firstUsedAt: string
  lastUsedAt: string
  current: boolean
}
const sessionsOf = async (person: SignedIn) => (await person.call('GET', '/sessions')).body.sessions as Listed[]
const eventsOf = async (person: SignedIn) =>
  (
    await sql<{ kind: string }>`select kind from security_event where person_id = ${person.id} and kind like 'session%' order by id`.execute(database.owner.db)
  ).rows.map(({ kind }) => kind)

test('the list shows device and browser, first and last use, and which session is this one, and nothing of other people [SEC-23, GUARD-13]', async () => {
  const phone = newPhone()
  const onPhone = await signInOn(phone, 'phone')
  const signedInAt = clock.now().toISOString()
  clock.advance(3_600_000 / 2)
  const onLaptop = await signInOn(phone, 'laptop')
  await signInOn(newPhone(), 'laptop')
  const sessions = await sessionsOf(onPhone)
  expect(sessions).toEqual([
    { id: expect.any(String), device: 'Chrome on Android', firstUsedAt: signedInAt, lastUsedAt: signedInAt, current: true },
    { id: expect.any(String), device: 'Safari on Mac', firstUsedAt: clock.now().toISOString(), lastUsedAt: clock.now().toISOString(), current: false },
  ])
  expect((await sessionsOf(onLaptop)).map(({ id, current }) => [id, current])).toEqual([
    [sessions[1]!.id, true],
    [sessions[0]!.id, false],
  ])
})

test('refreshing and silent renewal are uses, written at most once a minute [SEC-23, GUARD-13]', async () => {
  const person = await signInOn(newPhone(), 'phone')
  const first = (await sessionsOf(person))[0]!
  const uses = async () => {
    const { firstUsedAt, lastUsedAt, device } = (await sessionsOf(person))[0]!
    expect([firstUsedAt, device]).toEqual([first.firstUsedAt, 'Chrome on Android'])
    return new Date(lastUsedAt).getTime() - new Date(firstUsedAt).getTime()
  }
  clock.advance(59_000)
  await renew(person)
  expect(await uses()).toBe(0)
  clock.advance(1000)
  await renew(person)
  expect(await uses()).toBe(60_000)
  clock.advance(120_000)
  expect((await refresh(person)).status).toBe(200)
  expect(await uses()).toBe(180_000)
})

test('an ended session is refused by every process within 5 seconds and cannot be renewed [SEC-23, GUARD-13]', async () => {
  const phone = newPhone()
  const [mine, theirs] = [await signInOn(phone, 'phone'), await signInOn(phone, 'laptop')]
  const verifiers = await Promise.all(
    [1, 2].map(() => createTokenVerifier({ database: database.openAs('nikau_api'), url: database.urlAs('nikau_api'), clock, log: silent })),
  )
  try {
    for (const verifier of verifiers) expect(await verifier.personOf(theirs.tokens.access_token)).toMatchObject({ personId: mine.id })
    const target = (await sessionsOf(mine)).find(({ current }) => !current)!
    const began = Date.now()
    expect((await mine.call('DELETE', `/sessions/${target.id}`)).status).toBe(204)
    for (const verifier of verifiers) await expect.poll(() => verifier.personOf(theirs.tokens.access_token), { timeout: 5000, interval: 10 }).toBeUndefined()
    expect(Date.now() - began).toBeLessThan(5000)
    expect(await verifiers[0]!.personOf(mine.tokens.access_token)).toMatchObject({ personId: mine.id })
  } finally {
    await Promise.all(verifiers.map((verifier) => verifier.close()))
  }
  expect((await theirs.call('GET', '/sessions')).status).toBe(401)
  expect((await refresh(theirs)).status).toBe(400)
  expect((await renew(theirs)).location?.searchParams.get('error')).toBe('login_required')
  expect((await sessionsOf(mine)).map(({ current }) => current)).toEqual([true])
  expect(await eventsOf(mine)).toEqual(['session-ended'])
})

test('all other sessions end at once, and this one stays [SEC-23, GUARD-13]', async () => {
  const phone = newPhone()
  const [mine, ...others] = [await signInOn(phone, 'phone'), await signInOn(phone, 'laptop'), await signInOn(phone, 'laptop')]
  const stranger = await signInOn(newPhone(), 'phone')
  expect((await mine.call('DELETE', '/sessions')).status).toBe(204)
  for (const other of others) expect((await other.call('GET', '/sessions')).status).toBe(401)
  expect(await sessionsOf(mine)).toHaveLength(1)
  expect((await refresh(mine)).status).toBe(200)
  expect(await sessionsOf(stranger)).toHaveLength(1)
  expect(await eventsOf(mine)).toEqual(['sessions-ended'])
})

test('ending another session needs a recent proof, signing out here does not [SEC-23]', async () => {
  const phone = newPhone()
  const [old, owner] = [await signInOn(phone, 'laptop'), await signInOn(phone, 'phone')]
  clock.advance(6 * 60_000)
  const [here, other] = await sessionsOf(old)
  for (const path of ['/sessions', `/sessions/${other!.id}`]) {
    const answer = await old.call('DELETE', path)
    expect([answer.status, answer.body.message]).toEqual([403, 'SIGN_IN_AGAIN'])
  }
  expect((await owner.call('GET', '/sessions')).status).toBe(200)
  expect((await old.call('DELETE', `/sessions/${here!.id}`)).status).toBe(204)
})

test('another person’s session and an unknown one cannot be ended [SEC-23]', async () => {
  const [owner, thief] = [await signInOn(newPhone(), 'phone'), await signInOn(newPhone(), 'phone')]
  const { id } = (await sessionsOf(owner))[0]!
  for (const wanted of [id, 'unknown'])
    expect((await thief.call('DELETE', `/sessions/${wanted}`)).body).toMatchObject({ statusCode: 403, message: 'FORBIDDEN' })
  expect(await sessionsOf(owner)).toHaveLength(1)
  expect(await eventsOf(thief)).toEqual([])
})

test('a request in flight cannot bring an ended session back [SEC-23]', async () => {
  const phone = newPhone()
  const [mine, theirs] = [await signInOn(phone, 'phone'), await signInOn(phone, 'laptop')]
  const { id } = (await sessionsOf(theirs))[0]!
  const { rows } = await sql<{ row: object }>`select to_jsonb(o) as row from identity.oidc o where model = 'Session' and uid = ${id}`.execute(database.owner.db)
  const save = () =>
    sql`insert into identity.oidc select * from jsonb_populate_record(null::identity.oidc, ${JSON.stringify(rows[0]!.row)}) on conflict do nothing`

  // The end has not committed when the other request saves the session.
  let saving: Promise<unknown> = Promise.resolve()
  await database.owner.db.transaction().execute(async (tx) => {
    await sql`select identity.end_sessions(${mine.id}, ${id}, at => ${clock.now()}::timestamptz)`.execute(tx)
    saving = save().execute(database.owner.db)
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  await saving
  await save().execute(database.owner.db)
  expect(await sessionsOf(mine)).toHaveLength(1)
  expect((await renew(theirs)).location?.searchParams.get('error')).toBe('login_required')
})

test('a session from before devices were recorded is listed and can be ended', async () => {
  const phone = newPhone()
  const [mine, old] = [await signInOn(phone, 'phone'), await signInOn(phone, 'laptop')]
  const { id } = (await sessionsOf(old))[0]!
  await sql`delete from identity.session_device where session_uid = ${id}`.execute(database.owner.db)
  expect((await sessionsOf(mine)).find((session) => session.id === id)).toMatchObject({ device: 'Unknown device', current: false })
  expect((await mine.call('DELETE', `/sessions/${id}`)).status).toBe(204)
  expect((await sql`select from identity.oidc where id = ${tokenHash(old.tokens.access_token)}`.execute(database.owner.db)).rows).toEqual([])
})

test('devices are forgotten 61 days after their last use', async () => {
  await signInOn(newPhone(), 'phone')
  const left = async () => (await sql`select from identity.session_device`.execute(database.owner.db)).rows.length
  const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000)
  await deleteExpired(database.owner.db, days(60))
  expect(await left()).toBeGreaterThan(0)
  await deleteExpired(database.owner.db, days(62))
  expect(await left()).toBe(0)
})

test('without a valid token the status is 401, and only our own origins are allowed by CORS', async () => {
  for (const [method, url] of [
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', '/sessions/x'],
  ] as const)
    expect((await identity.app.inject({ method, url })).statusCode).toBe(401)
  const [ours, theirs] = await Promise.all(
    [webOrigin, 'https://evil.example'].map((origin) => identity.app.inject({ method: 'OPTIONS', url: '/sessions/x', headers: { origin } })),
  )
  expect([ours!.statusCode, ours!.headers['access-control-allow-origin'], theirs!.headers['access-control-allow-origin']]).toEqual([204, webOrigin, undefined])
})
