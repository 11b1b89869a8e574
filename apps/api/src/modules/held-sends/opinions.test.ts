import { cents } from '@nikau/money'
import { fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
import { createSender, createTrust, freeNumber } from './fixtures.ts'
import { useHeldSend } from './index.ts'

const database = await testDatabase()
const { db, owner } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { RATE_LIMIT_SCALE: '1000' } })
const dayMs = 86_400_000
const people = '/api/me/trusted-people'
const messagesTo = async (recipient: string, purpose: string) =>
  (await sql<{ body: string }>`select body from message where recipient = ${recipient} and purpose = ${purpose} order by queued_at`.execute(db)).rows.map(
    ({ body }) => body,
  )

test('a trusted person is named by alias, told, and trusted once they accept; either ends it at once [GUARD-07]', async () => {
  const mia = await createSender(api, database)
  const tamati = await createSender(api, database, { givenName: 'Tāmati', familyName: 'Henare' })
  const asked = await mia.post(people, { alias: tamati.phone })
  const masked = `021 ••• ••${tamati.phone.slice(-2)}`
  expect(asked).toMatchObject({ status: 200, body: { status: 'asked', role: 'trusts', name: masked } })
  expect(await messagesTo(tamati.phone, 'trusted-person')).toEqual([expect.stringContaining('Mia T. asks you to be their trusted person')])
  expect((await mia.post(people, { alias: tamati.phone })).body).toEqual(asked.body)
  expect(await messagesTo(tamati.phone, 'trusted-person')).toHaveLength(1)
  expect((await tamati.get(people)).body.items).toMatchObject([{ id: asked.body.id, status: 'asked', role: 'trusted-by', name: 'Mia T.' }])

  expect((await mia.post(`${people}/${asked.body.id}/accept`)).body.message).toBe('FORBIDDEN')
  const accepted = await tamati.post(`${people}/${asked.body.id}/accept`)
  expect(accepted.body).toMatchObject({ status: 'accepted', role: 'trusted-by', name: 'Mia T.' })
  expect((await tamati.post(`${people}/${asked.body.id}/accept`)).body).toEqual(accepted.body)
  expect((await mia.get(people)).body.items).toMatchObject([{ status: 'accepted', role: 'trusts', name: 'Tāmati H.' }])
  expect(await messagesTo(mia.phone, 'trusted-person')).toEqual([expect.stringContaining('Tāmati H. is your trusted person')])
  expect((await sql`select alias from trusted_person where id = ${asked.body.id}`.execute(owner.db)).rows).toEqual([{ alias: null }])

  expect((await tamati.delete(`${people}/${asked.body.id}`)).status).toBe(200)
  for (const person of [mia, tamati]) expect((await person.get(people)).body.items).toEqual([])
  const again = await createTrust(mia, tamati)
  expect((await mia.delete(`${people}/${again}`)).status).toBe(200)
  for (const person of [mia, tamati]) expect((await person.get(people)).body.items).toEqual([])
  const { body } = await mia.get('/api/me/security-events')
  expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'trusted-person-removed',
    'trusted-person-added',
    'trusted-person-removed',
    'trusted-person-added',
  ])
})

test('a question to a number without an account is told the same, and waits until its owner has one [GUARD-07]', async () => {
  const mia = await createSender(api, database)
  const alias = freeNumber()
  const asked = await mia.post(people, { alias })
  expect(asked).toMatchObject({ status: 200, body: { status: 'asked', name: `027 ••• ••${alias.slice(-2)}` } })
  expect(await messagesTo(alias, 'trusted-person')).toHaveLength(1)
  const nan = await createSender(api, database, { givenName: 'Nan' })
  expect((await nan.post(`${people}/${asked.body.id}/accept`)).body.message).toBe('FORBIDDEN')
  await sql`update identity.person set phone = ${alias} where id = ${nan.personId}`.execute(owner.db)
  // The number is theirs only once they have proved it.
  await sql`update identity.person set phone_proved_at = null where id = ${nan.personId}`.execute(owner.db)
  expect((await nan.post(`${people}/${asked.body.id}/accept`)).body.message).toBe('FORBIDDEN')
  await sql`update identity.person set phone_proved_at = now() where id = ${nan.personId}`.execute(owner.db)
  expect((await nan.get(people)).body.items).toMatchObject([{ role: 'trusted-by', name: 'Mia T.' }])
  expect((await nan.post(`${people}/${asked.body.id}/accept`)).body).toMatchObject({ status: 'accepted' })
})

test('nobody trusts themselves, five at most, and removing does not send more messages [GUARD-07]', async () => {
  const mia = await createSender(api, database)
  expect(await mia.post(people, { alias: mia.phone })).toMatchObject({ status: 403, body: { message: 'RECIPIENT_IS_SENDER' } })
  const alias = freeNumber()
  for (let n = 0; n < 4; n++) {
    const { body } = await mia.post(people, { alias })
    expect((await mia.delete(`${people}/${body.id}`)).status).toBe(200)
  }
  expect(await messagesTo(alias, 'trusted-person')).toHaveLength(1)
  expect((await mia.post(people, { alias: freeNumber() })).status).toBe(200)
  expect(await mia.post(people, { alias: freeNumber() })).toMatchObject({ status: 403, body: { message: 'TRUSTED_PEOPLE_LIMIT_REACHED' } })
  clock.advance(dayMs)
  for (let n = 0; n < 4; n++) expect((await mia.post(people, { alias: freeNumber() })).status).toBe(200)
  clock.advance(dayMs)
  expect((await mia.post(people, { alias: freeNumber() })).body.message).toBe('TRUSTED_PEOPLE_LIMIT_REACHED')
})

/** Mia asks Tāmati about a send. */
async function askOpinion() {
  const mia = await createSender(api, database)
  const tamati = await createSender(api, database, { givenName: 'Tāmati', familyName: 'Henare' })
  const dean = await createSender(api, database, { givenName: 'Dean', familyName: 'Mills' })
  const trustedPersonId = await createTrust(mia, tamati)
  const held = (await mia.hold(dean.phone, { message: 'Our secret', purpose: 'met-online' })).body
  const ask = () => mia.post(`/api/held-sends/${held.id}/opinion-requests`, { trustedPersonId })
  const asked = await ask()
  return { mia, tamati, dean, held, trustedPersonId, ask, asked, id: asked.body.opinions[0].id as string }
}

test('the trusted person reads amount, shown name, first time and purpose, and nothing else [GUARD-07]', async () => {
  const { mia, tamati, dean, held, ask, asked, id } = await askOpinion()
  expect(asked).toMatchObject({ status: 200, body: { id: held.id, opinions: [{ trustedName: 'Tāmati H.' }] } })
  expect((await ask()).body.opinions).toHaveLength(1)
  const expected = {
    id,
    askedBy: 'Mia T.',
    askedAt: clock.now().toISOString(),
    value: '45000',
    recipientName: 'Dean M.',
    firstTime: true,
    purpose: 'met-online',
    open: true,
  }
  const read = await tamati.get(`/api/opinion-requests/${id}`)
  expect(read.body).toEqual(expected)
  expect((await tamati.get('/api/me/opinion-requests')).body).toEqual({ items: [expected] })
  expect(JSON.stringify(read.body)).not.toMatch(new RegExp(`secret|${dean.phone.slice(1)}|${mia.walletId}|${mia.accountId}`))
  const [message, ...more] = await messagesTo(tamati.phone, 'opinion')
  expect(more).toEqual([])
  expect(message).toContain(`Mia T. asks what you think before sending $450.00: http://localhost:4000/deimos/opinions/${id}`)
  expect(message).not.toContain('secret')
  // It opens nothing else.
  for (const path of [`/api/held-sends/${held.id}`, `/api/assets/${mia.walletId}`, `/api/accounts/${mia.accountId}/payees`])
    expect((await tamati.get(path)).body.message).toBe('FORBIDDEN')
  for (const stranger of [mia, dean]) {
    expect((await stranger.get(`/api/opinion-requests/${id}`)).body.message).toBe('FORBIDDEN')
    expect((await stranger.post(`/api/opinion-requests/${id}/answer`, { opinion: 'fine' })).body.message).toBe('FORBIDDEN')
    expect((await stranger.get('/api/me/opinion-requests')).body.items).toEqual([])
  }
})

test('the answer is shown to the sender and changes nothing by itself [GUARD-08]', async () => {
  const { mia, tamati, held, id } = await askOpinion()
  const answer = (opinion: string) => tamati.post(`/api/opinion-requests/${id}/answer`, { opinion })
  expect((await answer('stop')).body).toMatchObject({ opinion: 'stop', open: true })
  expect((await mia.get(`/api/held-sends/${held.id}`)).body).toMatchObject({ status: 'waiting', opinions: [{ opinion: 'stop', trustedName: 'Tāmati H.' }] })
  expect(await messagesTo(mia.phone, 'opinion')).toEqual([expect.stringContaining('Tāmati H. says: don’t send it. You decide:')])
  // Neither the time nor the permission to send depends on it.
  clock.advance(dayMs)
  expect((await answer('fine')).body).toMatchObject({ opinion: 'fine' })
  expect((await mia.get(`/api/held-sends/${held.id}`)).body).toMatchObject({ status: 'due', decideAt: held.decideAt, opinions: [{ opinion: 'fine' }] })
  expect((await answer('stop')).status).toBe(200)
  const { personId, accountId } = mia
  const use = { heldSendId: held.id, personId, accountId, alias: held.recipientAlias, value: cents(45_000), mustBeDue: true, at: clock.now() }
  expect(await db.transaction().execute((tx) => useHeldSend(tx, use))).toBe('due')
})

test.each(['sent', 'cancelled', 'forgotten'] as const)('once the send is %s the answer is FORBIDDEN, and it reads as closed [GUARD-08]', async (outcome) => {
  const { mia, tamati, held, id } = await askOpinion()
  const { personId, accountId } = mia
  if (outcome === 'cancelled') await mia.delete(`/api/held-sends/${held.id}`)
  else clock.advance(outcome === 'sent' ? dayMs : 4 * dayMs)
  const use = { heldSendId: held.id, personId, accountId, alias: held.recipientAlias, value: cents(45_000), mustBeDue: true, at: clock.now() }
  if (outcome === 'sent') await db.transaction().execute((tx) => useHeldSend(tx, use))
  expect(await tamati.post(`/api/opinion-requests/${id}/answer`, { opinion: 'stop' })).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect((await tamati.get(`/api/opinion-requests/${id}`)).body).toMatchObject({ open: false })
  expect((await tamati.get('/api/me/opinion-requests')).body.items).toEqual([])
  expect((await mia.get(`/api/held-sends/${held.id}`)).body).toMatchObject({ status: outcome, opinions: [{ trustedName: 'Tāmati H.' }] })
  expect(await messagesTo(mia.phone, 'opinion')).toEqual([])
})

test('when the trust ends the question ends, for both at once [GUARD-07]', async () => {
  const { mia, tamati, held, trustedPersonId, id } = await askOpinion()
  await mia.delete(`${people}/${trustedPersonId}`)
  expect((await tamati.get(`/api/opinion-requests/${id}`)).body.message).toBe('FORBIDDEN')
  expect((await tamati.post(`/api/opinion-requests/${id}/answer`, { opinion: 'stop' })).body.message).toBe('FORBIDDEN')
  expect((await mia.post(`/api/held-sends/${held.id}/opinion-requests`, { trustedPersonId })).body.message).toBe('FORBIDDEN')
})

test('only an accepted person of the sender’s own is asked, about the sender’s own open send [GUARD-07]', async () => {
  const { mia, tamati, held, trustedPersonId } = await askOpinion()
  const waiting = (await mia.post(people, { alias: freeNumber() })).body.id
  const ask = (person: typeof mia, heldSendId: string, trust: string) =>
    person.post(`/api/held-sends/${heldSendId}/opinion-requests`, { trustedPersonId: trust })
  expect((await ask(mia, held.id, waiting)).body.message).toBe('FORBIDDEN')
  expect((await ask(mia, held.id, 'none')).body.message).toBe('FORBIDDEN')
  expect((await ask(tamati, held.id, trustedPersonId)).body.message).toBe('FORBIDDEN')
  await mia.delete(`/api/held-sends/${held.id}`)
  expect((await ask(mia, held.id, trustedPersonId)).body.message).toBe('FORBIDDEN')
})
