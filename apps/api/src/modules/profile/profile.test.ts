import { fakeClock, createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { WEB_ORIGIN: 'https://wallet.example' } })

async function linkMailedTo(email: string): Promise<string | undefined> {
  const { rows } = await sql<{
    body: string
  }>`select body from message where recipient = ${email} and purpose = 'confirm-email' order by queued_at desc, key desc limit 1`.execute(database.db)
  return /https:\/\/wallet\.example\/deimos\/confirm-email#(\S+)/.exec(rows[0]?.body ?? '')?.[1]
}

test('names are saved and the whole profile is returned, macrons included [API-30, PROF-06]', async () => {
  const person = await createPerson(database)
  const { status, body } = await api.post('/api/me/profile/update', { givenName: 'Māia', familyName: "O'Neill-Tūī" }, person.headers)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    userId: person.personId,
    phoneNumber: person.phone,
    givenName: 'Māia',
    familyName: "O'Neill-Tūī",
    emailVerified: false,
    featureUpdates: false,
  })
})

test('a changed email address is unverified until its link is opened [API-30]', async () => {
  const person = await createPerson(database, { email: 'old@example.nz', emailVerified: true })
  const { body } = await api.post('/api/me/profile/update', { email: 'new@example.nz', featureUpdates: true, marketingUpdates: false }, person.headers)
  expect(body).toMatchObject({ email: 'new@example.nz', emailVerified: false, featureUpdates: true })
  const token = await linkMailedTo('new@example.nz')
  expect(await api.post('/api/profile/confirm-email', { token: `${token}x` })).toMatchObject({ status: 403, body: { message: 'CONFIRMATION_INVALID' } })
  expect(await api.post('/api/profile/confirm-email', { token })).toMatchObject({ status: 200, body: { email: 'new@example.nz' } })
  const after = await api.post('/api/me/profile/update', { featureUpdates: false }, person.headers)
  expect(after.body).toMatchObject({ email: 'new@example.nz', emailVerified: true, featureUpdates: false })
})

test('saving the same address again sends no second email', async () => {
  const person = await createPerson(database, { email: 'same@example.nz', emailVerified: true })
  await api.post('/api/me/profile/update', { email: 'same@example.nz' }, person.headers)
  expect(await linkMailedTo('same@example.nz')).toBeUndefined()
})

test('malformed input is refused, and other fields cannot be written [API-30, API-02]', async () => {
  const person = await createPerson(database)
  for (const body of [
    {},
    { givenName: '' },
    { givenName: 'a'.repeat(51) },
    { givenName: '<b>' },
    { email: 'no-at-sign' },
    { email: 'a@b' },
    { emailVerified: true },
    { phoneNumber: '+64211111111' },
  ])
    expect((await api.post('/api/me/profile/update', body, person.headers)).status).toBe(400)
  expect((await api.post('/api/me/profile/update', { givenName: 'a'.repeat(50) }, person.headers)).status).toBe(200)
  expect((await api.post('/api/me/profile/update', { givenName: 'Mia' })).status).toBe(401)
})

test('a link for a replaced address, or one older than a week, is invalid', async () => {
  const person = await createPerson(database)
  await api.post('/api/me/profile/update', { email: 'first@example.nz' }, person.headers)
  const first = await linkMailedTo('first@example.nz')
  await api.post('/api/me/profile/update', { email: 'second@example.nz' }, person.headers)
  expect((await api.post('/api/profile/confirm-email', { token: first })).status).toBe(403)
  const second = await linkMailedTo('second@example.nz')
  clock.advance(7 * 86_400_000 + 1000)
  expect((await api.post('/api/profile/confirm-email', { token: second })).status).toBe(403)
})
