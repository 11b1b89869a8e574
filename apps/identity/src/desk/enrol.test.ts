import { createHash } from 'node:crypto'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteExpired } from '../delete-expired.ts'
import { signInForCalls, startTestIdentity } from '../fixtures.ts'
import { createPasskeyDevice } from '../passkeys/fixtures.ts'
import { deskFixtures, deskOrigin } from './fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { DESK_ORIGIN: deskOrigin } })
const { newBrowser, newDevice, createPerson, addLink, enrolWith, comeBack } = deskFixtures(database, identity)
const linkOf = (code: string) => `${identity.origin}/desk-passkey/${code}`
const passkeysOf = async (personId: string) =>
  (await sql<{ id: string; desk: boolean }>`select id, desk from identity.passkey where person_id = ${personId}`.execute(database.owner.db)).rows

test('a link names its person by the first name, and enrols one passkey with user verification [DESK-03]', async () => {
  const { personId } = await createPerson()
  const code = await addLink(personId)
  const { text, status } = await newBrowser().get(linkOf(code))
  expect(status).toBe(200)
  expect(text).toContain('Add the passkey of your work device')
  expect(text).toContain('For Mere.')
  expect(text).not.toContain('Kahu')
  const options = JSON.parse((await newBrowser().post(`${linkOf(code)}/options`, {})).text) as { user: { id: string } }
  expect(options).toMatchObject({ authenticatorSelection: { residentKey: 'required', userVerification: 'required' } })
  // Another id than the customer's: a device keeps one passkey for each.
  expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(`${personId}:desk`)
  const { device, status: enrolled, text: done } = await enrolWith(code)
  expect([enrolled, done.includes(`href="${deskOrigin}/desk"`)]).toEqual([200, true])
  expect(await passkeysOf(personId)).toEqual([{ id: device.id, desk: true }])
  const { rows } = await sql`select kind from security_event where person_id = ${personId}`.execute(database.owner.db)
  expect(rows).toEqual([{ kind: 'passkey-added' }])
  expect((await comeBack(device)).callback.searchParams.get('code')).toBeTruthy()
})

test('a link works once, even for two devices at the same moment', async () => {
  const { personId } = await createPerson()
  const code = await addLink(personId)
  const [first, second] = [newDevice(), newDevice()]
  // The challenge of the link is used up by one answer, so each device gets one before its own.
  const answers = await Promise.all([first, second].map((device) => enrolWith(code, device)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  if (answers.every(({ status }) => status !== 200)) expect((await enrolWith(code)).status).toBe(200)
  expect(await passkeysOf(personId)).toHaveLength(1)
  const again = await newBrowser().get(linkOf(code))
  expect([again.status, again.text.includes('Ask Admin for a new one')]).toEqual([410, true])
  for (const path of ['', '/options']) expect((await newBrowser().post(linkOf(code) + path, { response: '{}' })).status).toBe(410)
  expect(await passkeysOf(personId)).toHaveLength(1)
})

test('a link that was used between its options and its answer is refused', async () => {
  const { personId } = await createPerson()
  const code = await addLink(personId)
  const { challenge } = JSON.parse((await newBrowser().post(`${linkOf(code)}/options`, {})).text) as { challenge: string }
  await sql`update identity.desk_enrolment set used_at = now() where person_id = ${personId}`.execute(database.owner.db)
  expect((await newBrowser().post(linkOf(code), { response: JSON.stringify(newDevice().register(challenge)) })).status).toBe(410)
  expect(await passkeysOf(personId)).toEqual([])
})

test('an expired, replaced, unknown or malformed link looks the same', async () => {
  const { personId } = await createPerson()
  const replaced = await addLink(personId)
  const code = await addLink(personId, new Date(clock.now().getTime() + 60_000))
  expect((await newBrowser().get(linkOf(code))).status).toBe(200)
  clock.advance(60_000)
  const pages = await Promise.all([code, replaced, 'a'.repeat(43), 'x'].map((each) => newBrowser().get(linkOf(each))))
  expect(pages.map(({ status }) => status)).toEqual([410, 410, 410, 410])
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1)
  expect((await enrolWith(code)).status).toBe(410)
  const rows = () => sql`select from identity.desk_enrolment where person_id = ${personId}`.execute(database.owner.db)
  expect((await rows()).rows).toHaveLength(1)
  await deleteExpired(database.openAs('nikau_identity').db, clock.now())
  expect((await rows()).rows).toEqual([])
})

test('the passkey is that of the link’s person, whoever is signed in, and answers only its own link', async () => {
  const [operator, other] = [await createPerson(), await createPerson()]
  const signedIn = await signInForCalls(identity, database, other.phone)
  const { device } = await enrolWith(await addLink(operator.personId), newDevice(), signedIn.browser)
  expect(await passkeysOf(operator.personId)).toEqual([{ id: device.id, desk: true }])
  expect(await passkeysOf(other.personId)).toEqual([])
  const [own, theirs] = [await addLink(operator.personId), await addLink(other.personId)]
  const { challenge } = JSON.parse((await newBrowser().post(`${linkOf(own)}/options`, {})).text) as { challenge: string }
  expect((await newBrowser().post(linkOf(theirs), { response: JSON.stringify(newDevice().register(challenge)) })).status).toBe(400)
  expect(await passkeysOf(other.personId)).toEqual([])
})

test('only the hash of a code is stored; another site cannot post, and a page of another origin cannot register', async () => {
  const { personId } = await createPerson()
  const code = await addLink(personId)
  const { rows } = await sql<{ hash: Buffer }>`select code_hash as hash from identity.desk_enrolment where person_id = ${personId}`.execute(database.owner.db)
  expect(rows).toEqual([{ hash: createHash('sha256').update(code).digest() }])
  expect((await newBrowser().post(`${linkOf(code)}/options`, {}, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await enrolWith(code, createPasskeyDevice(deskOrigin))).status).toBe(400)
})

test('links are limited by the source [SEC-1]', async () => {
  clock.advance(2 * 3_600_000)
  const statuses: number[] = []
  for (let i = 0; i < 101; i++) statuses.push((await newBrowser().get(linkOf('b'.repeat(43)))).status)
  expect(statuses.slice(-2)).toEqual([410, 429])
})
