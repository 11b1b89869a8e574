import { createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deviceOf, listSecurityEvents, recordSecurityEvent } from './index.ts'

const database = await testDatabase()
const { db } = database
const at = new Date('2026-11-16T01:00:00Z')

const messagesTo = async (recipients: string[]) =>
  (
    await sql<{ channel: string; recipient: string; body: string }>`
      select channel, recipient, body from message where recipient = any (${recipients}) order by channel desc, recipient`.execute(db)
  ).rows

test('an event is listed for its person alone, newest first, page by page [SEC-10]', async () => {
  const [person, other] = [await createPerson(database), await createPerson(database)]
  for (const kind of ['signed-in', 'step-up', 'session-ended'] as const)
    await recordSecurityEvent(db, { personId: person.personId, kind, at, device: 'Chrome on Android', address: '192.0.2.1', method: 'code' })
  await recordSecurityEvent(db, { personId: other.personId, kind: 'signed-in', at })
  const first = await listSecurityEvents(db, person.personId, { limit: 2 })
  expect(first.map(({ kind, device, method }) => ({ kind, device, method }))).toEqual([
    { kind: 'session-ended', device: 'Chrome on Android', method: 'code' },
    { kind: 'step-up', device: 'Chrome on Android', method: 'code' },
  ])
  const second = await listSecurityEvents(db, person.personId, { limit: 2, before: first[1]!.id })
  expect(second.map(({ kind }) => kind)).toEqual(['signed-in'])
})

test('what a thief does first is told by SMS, verified email and the addresses of before [SEC-4]', async () => {
  const email = `new-${crypto.randomUUID()}@example.nz`
  const before = `old-${crypto.randomUUID()}@example.nz`
  const person = await createPerson(database, { email, emailVerified: true })
  await recordSecurityEvent(db, { personId: person.personId, kind: 'email-changed', at, detail: { email: 'n•••@example.nz' } }, { alsoTo: [before] })
  const messages = await messagesTo([person.phone, email, before])
  expect(messages.map(({ channel, recipient }) => [channel, recipient])).toEqual([
    ['sms', person.phone],
    ['email', email],
    ['email', before],
  ])
  for (const { body } of messages) expect(body).toContain('was changed to n•••@example.nz. If this wasn’t you, open Safety')
})

test('an unverified address gets no notice, and an event that is only listed none at all', async () => {
  const email = `${crypto.randomUUID()}@example.nz`
  const person = await createPerson(database, { email })
  await recordSecurityEvent(db, { personId: person.personId, kind: 'passkey-removed', at, detail: { name: 'iPhone' } })
  await recordSecurityEvent(db, { personId: person.personId, kind: 'signed-in', at })
  expect((await messagesTo([person.phone, email])).map(({ channel }) => channel)).toEqual(['sms'])
})

test('events are append-only: not even the owner of the table changes or deletes one; retention blanks address and device [SEC-10]', async () => {
  const { personId } = await createPerson(database)
  await recordSecurityEvent(db, { personId, kind: 'signed-in', at, address: '192.0.2.1', device: 'Chrome on Mac' })
  const owner = database.owner.db
  await expect(sql`update security_event set kind = 'step-up' where person_id = ${personId}`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`delete from security_event where person_id = ${personId}`.execute(owner)).rejects.toThrow('append-only')
  await expect(sql`truncate security_event`.execute(owner)).rejects.toThrow('append-only')
  await sql`update security_event set address = null, device = null where person_id = ${personId}`.execute(owner)
  expect(await listSecurityEvents(db, personId, { limit: 5 })).toMatchObject([{ kind: 'signed-in', device: null }])
})

test('a device is named by its browser and system', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36')).toBe('Chrome on Android')
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1')).toBe(
    'Safari on iPhone',
  )
  expect(deviceOf(undefined)).toBe('Unknown device')
})
