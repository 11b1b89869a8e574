import { createAccessToken, createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { WEB_ORIGIN: 'https://wallet.example' } })
const hours = (count: number) => clock.advance(count * 3_600_000)

interface Message {
  channel: string
  recipient: string
  body: string
}

const messages = async (purpose: string, to: string) =>
  (
    await sql<Message>`select channel, recipient, body from message where purpose = ${purpose} and recipient = ${to} order by queued_at, key`.execute(
      database.owner.db,
    )
  ).rows
const undoTokenOf = (message: Message | undefined) => /https:\/\/wallet\.example\/deimos\/undo-email#(\w+)/.exec(message?.body ?? '')?.[1]
const eventsOf = async (personId: string) =>
  (await sql<{ kind: string }>`select kind from security_event where person_id = ${personId} order by id`.execute(database.owner.db)).rows.map(
    ({ kind }) => kind,
  )
const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })

/** A person as they are now, signed in at the time of the fake clock. */
async function createSignedIn(person: Parameters<typeof createPerson>[1] = {}) {
  const created = await createPerson(database, person)
  const token = await createAccessToken(database, created.personId, new Date(Date.now() + 30 * 86_400_000), { signedInAt: clock.now() })
  await sql`update identity.oidc set expires_at = now() + interval '60 days' where payload ->> 'accountId' = ${created.personId}`.execute(database.owner.db)
  return { ...created, headers: headersOf(token) }
}

test('an old session cannot change or add an email address, and other fields need no new sign-in [SEC-3]', async () => {
  for (const before of [{ email: 'owner@example.nz', emailVerified: true }, {}]) {
    const person = await createPerson(database, before)
    const old = headersOf(await createAccessToken(database, person.personId, undefined, { signedInAt: new Date(Date.now() - 50 * 86_400_000) }))
    const refused = await api.post('/api/me/profile/update', { email: 'thief@example.nz', givenName: 'Thief' }, old)
    expect(refused).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN', signIn: { acr: 'code', maxAge: 300 } } })
    const { body } = await api.post('/api/me/profile/update', { marketingUpdates: true, ...(before.email && { email: 'OWNER@example.nz' }) }, old)
    expect(body).toMatchObject({ ...before, marketingUpdates: true })
    expect(body.givenName).toBeUndefined()
  }
  expect(await messages('confirm-email', 'thief@example.nz')).toEqual([])
})

test('a change of email is told to the mobile and the previous verified address, each with the link that undoes it [SEC-3, SEC-10]', async () => {
  const person = await createSignedIn({ email: 'told@example.nz', emailVerified: true })
  expect((await api.post('/api/me/profile/update', { email: 'fresh@example.nz' }, person.headers)).body).toMatchObject({ emailVerified: false })
  const [sms, email] = [await messages('security-notice', person.phone), await messages('security-notice', 'told@example.nz')]
  expect([sms.length, email.length, (await messages('security-notice', 'fresh@example.nz')).length]).toEqual([1, 1, 0])
  expect(sms[0]!.body).toContain('f•••@example.nz')
  expect(sms[0]!.body).not.toContain('fresh@')
  expect(undoTokenOf(sms[0])).toBe(undoTokenOf(email[0]))
  expect(await eventsOf(person.personId)).toEqual(['email-changed'])
})

test('an unverified previous address gets no notice [SEC-3]', async () => {
  const person = await createSignedIn({ email: 'unverified@example.nz' })
  await api.post('/api/me/profile/update', { email: 'next@example.nz' }, person.headers)
  expect(await messages('security-notice', 'unverified@example.nz')).toEqual([])
  expect(await messages('security-notice', person.phone)).toHaveLength(1)
})

test('undoing restores the address with its verification, ends every session and is told to everybody concerned, once [SEC-3, SEC-10]', async () => {
  const person = await createSignedIn({ email: 'mine@example.nz', emailVerified: true })
  await api.post('/api/me/profile/update', { email: 'thiefs@example.nz' }, person.headers)
  const confirmation = /#(\S+)/.exec((await messages('confirm-email', 'thiefs@example.nz'))[0]!.body)![1]
  await api.post('/api/profile/confirm-email', { token: confirmation })
  const token = undoTokenOf((await messages('security-notice', 'mine@example.nz'))[0])

  hours(71)
  expect(await api.post('/api/profile/undo-email', { token })).toMatchObject({ status: 200, body: { email: 'm•••@example.nz' } })
  await expect.poll(async () => (await api.get('/api/account-memberships', person.headers)).status, { timeout: 5000, interval: 20 }).toBe(401)
  const { rows } = await sql`select email, email_verified, email_verified_at, email_changed_at from identity.person where id = ${person.personId}`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([{ email: 'mine@example.nz', email_verified: true, email_verified_at: null, email_changed_at: null }])
  for (const to of [person.phone, 'mine@example.nz', 'thiefs@example.nz'])
    expect((await messages('security-notice', to)).filter(({ body }) => body.includes('previous email address was restored'))).toHaveLength(1)
  expect(await eventsOf(person.personId)).toEqual(['email-changed', 'email-change-undone'])
  expect(await api.post('/api/profile/undo-email', { token })).toMatchObject({ status: 403, body: { message: 'UNDO_INVALID' } })
  expect((await api.post('/api/profile/confirm-email', { token: confirmation })).status).toBe(403)
})

test('the link for a later change cannot bring a later address back [SEC-3]', async () => {
  const person = await createSignedIn({ email: 'first@example.nz', emailVerified: true })
  for (const email of ['second@example.nz', 'third@example.nz']) {
    await api.post('/api/me/profile/update', { email }, person.headers)
    clock.advance(1000)
  }
  const [first, second] = (await messages('security-notice', person.phone)).map(undoTokenOf)
  expect((await api.post('/api/profile/undo-email', { token: first })).body).toEqual({ email: 'f•••@example.nz' })
  expect((await api.post('/api/profile/undo-email', { token: second })).status).toBe(403)
})

test('a first address is removed by its undo, and no link works after 72 hours [SEC-3]', async () => {
  const person = await createSignedIn()
  await api.post('/api/me/profile/update', { email: 'added@example.nz' }, person.headers)
  const token = undoTokenOf((await messages('security-notice', person.phone))[0])
  hours(73)
  expect((await api.post('/api/profile/undo-email', { token })).status).toBe(403)
  hours(-2)
  expect(await api.post('/api/profile/undo-email', { token })).toMatchObject({ status: 200, body: {} })
  const { rows } = await sql`select email, email_verified from identity.person where id = ${person.personId}`.execute(database.owner.db)
  expect(rows).toEqual([{ email: null, email_verified: false }])
})

test('the previous address is deleted after 33 days [SEC-3, SEC-11]', async () => {
  const person = await createSignedIn({ email: 'gone@example.nz', emailVerified: true })
  await api.post('/api/me/profile/update', { email: 'stays@example.nz' }, person.headers)
  const left = async (days: number) => {
    await sql`select identity.delete_expired(${new Date(clock.now().getTime() + days * 86_400_000)})`.execute(database.owner.db)
    return (await sql`select from identity.email_change where person_id = ${person.personId}`.execute(database.owner.db)).rows.length
  }
  expect(await left(32)).toBe(1)
  expect(await left(33)).toBe(0)
})

test('one person can send 3 confirmation emails a day, however many they ask for at once [SEC-8]', async () => {
  const person = await createSignedIn()
  let number = 0
  const answers = await concurrently(120, () => api.post('/api/me/profile/update', { email: `victim${++number}@example.nz` }, person.headers))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ message: 'RATE_LIMIT_EXCEEDED', until: new Date(clock.now().getTime() + 86_400_000).toISOString() })
  const { rows } = await sql`select from message where purpose = 'confirm-email' and recipient like 'victim%'`.execute(database.owner.db)
  expect(rows).toHaveLength(3)
})

test('one address gets 3 confirmation emails a day, from however many accounts [SEC-8]', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, () => createSignedIn()))
  const to = 'stranger@example.nz'
  const answers = await Promise.all(
    people.flatMap(({ headers }) => [to, 'Stranger@Example.nz', to].map((email) => api.post('/api/me/profile/update', { email }, headers))),
  )
  expect(answers).toHaveLength(120)
  const { rows } = await sql`select from message where purpose = 'confirm-email' and lower(recipient) = ${to}`.execute(database.owner.db)
  expect(rows).toHaveLength(3)
})

test('saving an unverified address again sends another link up to the limit, and is saved without one beyond it [SEC-8]', async () => {
  const person = await createSignedIn()
  const save = (more = {}) => api.post('/api/me/profile/update', { email: 'again@example.nz', ...more }, person.headers)
  for (let i = 0; i < 4; i++) expect((await save()).status).toBe(200)
  expect(await messages('confirm-email', 'again@example.nz')).toHaveLength(3)
  expect((await save({ featureUpdates: true })).body).toMatchObject({ email: 'again@example.nz', featureUpdates: true })
  expect(await messages('security-notice', person.phone)).toHaveLength(1)
  hours(24)
  await save()
  expect(await messages('confirm-email', 'again@example.nz')).toHaveLength(4)
})
