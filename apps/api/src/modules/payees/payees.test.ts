import { randomInt } from 'node:crypto'
import { cents } from '@nikau/money'
import { createAccessToken, createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createPayer, runningApi } from '../../fixtures.ts'
import { countFirstSend, maskAlias, recordPayee, resolveRecipient, senderNameOf } from './index.ts'

const database = await testDatabase()
const { db, owner } = database
const start = new Date()
const clock = fakeClock(start.toISOString())
const api = await runningApi(database, { clock, wallClock: { now: () => new Date() }, env: { RATE_LIMIT_SCALE: '1000' } })
const deps = { firstSendsPerDay: 20, proofDays: 365 }
const hourMs = 3_600_000
const dayMs = 24 * hourMs
beforeEach(() => clock.set(start.toISOString()))

let numbers = randomInt(1_000_000, 9_000_000)
/** A number that nobody has. */
const freeNumber = () => `+6427${++numbers}`
type Headers = Record<string, string>
const check = (headers: Headers, recipientAlias: string, more: object = {}) => api.post('/api/asset-transfers/check', { recipientAlias, ...more }, headers)

/** Somebody with an account. */
async function createMember(names: { givenName?: string; familyName?: string; email?: string; emailVerified?: boolean } = {}) {
  const person = await createPerson(database, { givenName: 'Aroha', familyName: 'Ngata', ...names })
  const { body } = await api.post('/api/accounts', { name: 'Aroha', type: 'individual' }, person.headers)
  return { ...person, accountId: body.id as string }
}

/** As API-28 records a send. */
const send = (accountId: string, alias: string, value: number, more: { name?: string; message?: string } = {}) =>
  db.transaction().execute((tx) => recordPayee(tx, { accountId, alias, value: cents(value), at: clock.now(), ...more }))

const mia = await createPayer(api, database, 0)

test('a check answers whether the sender has sent there before, the shown name and the brake [GUARD-01]', async () => {
  const aroha = await createMember()
  expect(await check(mia.headers, aroha.phone, { value: '5000' })).toMatchObject({
    status: 200,
    body: { known: false, name: 'Aroha N.', brake: 'confirm', reasons: [] },
  })
  expect((await check(mia.headers, aroha.phone, { value: '20000' })).body).toMatchObject({ brake: 'ask', reasons: ['first-large'] })
  await send(mia.accountId, aroha.phone, 5000)
  expect((await check(mia.headers, aroha.phone, { value: '5000' })).body).toEqual({ known: true, name: 'Aroha N.', brake: 'none', reasons: [] })
})

test('a number without an account has no name; nothing but the name differs [GUARD-01, GUARD-02]', async () => {
  expect((await check(mia.headers, freeNumber())).body).toEqual({ known: false, brake: 'confirm', reasons: [] })
  // Signed in once, no account opened: what is sent waits.
  expect((await check(mia.headers, (await createPerson(database, { givenName: 'Dean' })).phone)).body).toEqual({
    known: false,
    brake: 'confirm',
    reasons: [],
  })
})

test('twenty first-time aliases are checked in 24 hours, the next is 429 until the oldest is a day old; known and repeated ones are not counted [GUARD-01]', async () => {
  const sender = await createPayer(api, database, 0)
  const friend = freeNumber()
  await send(sender.accountId, friend, 1000)
  const first = freeNumber()
  expect((await check(sender.headers, first)).status).toBe(200)
  clock.advance(hourMs)
  for (let n = 0; n < 19; n++) expect((await check(sender.headers, freeNumber())).status).toBe(200)
  const refused = await check(sender.headers, freeNumber())
  expect(refused).toMatchObject({ status: 429, body: { message: 'FIRST_SEND_LIMIT_REACHED', until: new Date(start.getTime() + dayMs).toISOString() } })
  expect(refused.body).not.toHaveProperty('known')
  expect((await check(sender.headers, first)).status).toBe(200)
  expect((await check(sender.headers, friend)).body).toMatchObject({ known: true })
  clock.advance(23 * hourMs)
  expect((await check(sender.headers, freeNumber())).status).toBe(200)
  expect((await check(sender.headers, freeNumber())).status).toBe(429)
})

test('simultaneous checks do not exceed the limit [GUARD-01]', async () => {
  const sender = await createPayer(api, database, 0)
  for (let n = 0; n < 16; n++) await check(sender.headers, freeNumber())
  const answers = await Promise.all(Array.from({ length: 8 }, () => check(sender.headers, freeNumber())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
})

test('who hides their name is answered like a number without an account, and still receives at once [GUARD-03]', async () => {
  const aroha = await createMember()
  expect((await api.get('/api/me/shown-name', aroha.headers)).body).toEqual({ name: 'Aroha N.', visible: true })
  expect((await api.put('/api/me/shown-name', { chosen: null, visible: false }, aroha.headers)).body).toEqual({ name: 'Aroha N.', visible: false })
  const [hidden, none] = [await check(mia.headers, aroha.phone), await check(mia.headers, freeNumber())]
  expect(hidden.body).toEqual(none.body)
  expect(await resolveRecipient(db, deps, aroha.phone, clock.now())).toEqual({ personId: aroha.personId, accountId: aroha.accountId, shownName: null })
  // Who sends shows who they are.
  expect(await senderNameOf(db, aroha.personId)).toBe('Aroha N.')
})

test('hidden, shown and no account take the same statements [GUARD-03]', async () => {
  const [shown, hidden] = [await createMember(), await createMember()]
  await api.put('/api/me/shown-name', { chosen: null, visible: false }, hidden.headers)
  const statements: string[][] = []
  const listening = db.withPlugin({
    transformQuery: ({ node }) => (statements.at(-1)!.push(JSON.stringify(node).replaceAll(/\+64\d+/g, 'alias')), node),
    transformResult: async ({ result }) => result,
  })
  for (const alias of [shown.phone, hidden.phone, freeNumber()]) {
    statements.push([])
    await resolveRecipient(listening, deps, alias, start)
  }
  expect(statements[0]!.length).toBeGreaterThan(0)
  expect(new Set(statements.map((list) => JSON.stringify(list))).size).toBe(1)
})

test('a chosen name replaces the other; it is a name, and passes for nobody else [GUARD-03]', async () => {
  const aroha = await createMember()
  const put = (chosen: string | null, visible = true) => api.put('/api/me/shown-name', { chosen, visible }, aroha.headers)
  expect((await put('Aroha at the Bakery')).body).toEqual({ name: 'Aroha at the Bakery', chosen: 'Aroha at the Bakery', visible: true })
  expect((await check(mia.headers, aroha.phone)).body.name).toBe('Aroha at the Bakery')
  expect(await senderNameOf(db, aroha.personId)).toBe('Aroha at the Bakery')
  for (const name of ['', ' ', 'Call 0800 123', 'win.example/x', 'a'.repeat(31)]) expect((await put(name)).status).toBe(400)
  for (const name of ['Nikau Support', 'Inland Revenue', 'ANZ', 'Kiwibank']) expect((await put(name)).body.message).toBe('NAME_NOT_ALLOWED')
  expect((await put(null)).body).toEqual({ name: 'Aroha N.', visible: true })
  const { body } = await api.get('/api/me/security-events', aroha.headers)
  expect(body.items.map(({ kind, detail }: { kind: string; detail: object }) => ({ kind, detail }))).toEqual([
    { kind: 'shown-name-changed', detail: { name: 'Aroha N.' } },
    { kind: 'shown-name-changed', detail: { name: 'Aroha at the Bakery' } },
  ])
})

test('names are shown short, and nameless people without a word', async () => {
  const named = async (names: { givenName?: string; familyName?: string }) => {
    const { personId, headers } = await createPerson(database, names)
    return [await senderNameOf(db, personId), (await api.get('/api/me/shown-name', headers)).body.name]
  }
  expect(await named({ givenName: 'Tāmati', familyName: 'ōpua' })).toEqual(['Tāmati Ō.', 'Tāmati Ō.'])
  expect(await named({ givenName: 'Mia' })).toEqual(['Mia', 'Mia'])
  expect(await named({})).toEqual(['Someone on Nikau', ''])
  expect(maskAlias('+64275550108')).toBe('027 ••• ••08')
  expect(maskAlias('mia@nikau.example')).toBe('m•••@nikau.example')
})

test('first sends of 24 hours that come to $500.00 are asked about; after a day they are not [GUARD-04]', async () => {
  const sender = await createPayer(api, database, 0)
  for (let n = 0; n < 3; n++) await send(sender.accountId, freeNumber(), 15_000)
  const alias = freeNumber()
  expect((await check(sender.headers, alias, { value: '4999' })).body.brake).toBe('confirm')
  expect((await check(sender.headers, alias, { value: '5000' })).body).toMatchObject({ brake: 'ask', reasons: ['first-many'] })
  clock.advance(dayMs)
  expect((await check(sender.headers, alias, { value: '5000' })).body.brake).toBe('confirm')
})

test('an amount five times the largest of 90 days is asked about, to a contact too [GUARD-04]', async () => {
  const sender = await createPayer(api, database, 0)
  const friend = freeNumber()
  await send(sender.accountId, friend, 5000)
  expect((await check(sender.headers, friend, { value: '24999' })).body.brake).toBe('none')
  expect((await check(sender.headers, friend, { value: '25000' })).body).toMatchObject({ known: true, brake: 'ask', reasons: ['unusual-amount'] })
  clock.advance(91 * dayMs)
  expect((await check(sender.headers, friend, { value: '25000' })).body.brake).toBe('none')
})

test('a first send on a device that is new for its owner is asked about for 24 hours; somebody new has no old device [GUARD-04]', async () => {
  const { personId } = await createPayer(api, database, 0)
  const headers = { authorization: `Bearer ${await createAccessToken(database, personId)}` }
  await sql`
    insert into identity.session_device (session_uid, person_id, device, first_used_at, last_used_at, delete_after, device_first_seen_at)
    select uid, ${personId}, 'Chrome on Android', ${start}, ${start}, ${new Date(start.getTime() + dayMs)}, ${start}
      from identity.oidc where model = 'Session' and payload ->> 'accountId' = ${personId}`.execute(owner.db)
  const alias = freeNumber()
  const brake = async () => (await check(headers, alias, { value: '100' })).body
  expect(await brake()).toMatchObject({ brake: 'confirm' })
  await sql`update identity.person set created_at = created_at - interval '2 days' where id = ${personId}`.execute(owner.db)
  expect(await brake()).toMatchObject({ brake: 'ask', reasons: ['new-device'] })
  clock.advance(dayMs)
  expect(await brake()).toMatchObject({ brake: 'confirm' })
})

test('a message in the words of a scam is asked about; the check takes the message [GUARD-04]', async () => {
  const alias = freeNumber()
  expect((await check(mia.headers, alias, { value: '1000', message: 'Gift card codes' })).body).toMatchObject({ brake: 'ask', reasons: ['scam-words'] })
  expect((await check(mia.headers, alias, { value: '1000', message: 'Lunch' })).body.brake).toBe('confirm')
})

test('contacts are listed, last sent to first, renamed and removed by their owner alone; a removed one is new again', async () => {
  const [sender, stranger] = [await createPayer(api, database, 0), await createPayer(api, database, 0)]
  const [first, second] = [freeNumber(), freeNumber()]
  await send(sender.accountId, first, 5000, { name: 'Dean M.', message: 'Rent' })
  clock.advance(hourMs)
  await send(sender.accountId, second, 700)
  const url = `/api/accounts/${sender.accountId}/payees`
  const { body } = await api.get(url, sender.headers)
  expect(body.items).toEqual([
    { id: expect.any(String), alias: second, lastSentAt: expect.any(String), lastValue: '700' },
    { id: expect.any(String), alias: first, name: 'Dean M.', lastSentAt: start.toISOString(), lastValue: '5000', lastMessage: 'Rent' },
  ])
  const dean = `${url}/${body.items[1].id}`
  expect((await api.put(dean, { name: 'Landlord' }, sender.headers)).body).toMatchObject({ alias: first, name: 'Landlord' })
  for (const answer of [api.get(url, stranger.headers), api.put(dean, { name: 'X' }, stranger.headers), api.delete(dean, stranger.headers)])
    expect((await answer).body.message).toBe('FORBIDDEN')
  const foreign = `/api/accounts/${stranger.accountId}/payees/${body.items[1].id}`
  expect((await api.delete(foreign, stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await check(sender.headers, first)).body.known).toBe(true)
  expect((await api.delete(dean, sender.headers)).status).toBe(200)
  expect((await api.delete(dean, sender.headers)).body.message).toBe('FORBIDDEN')
  expect((await check(sender.headers, first)).body.known).toBe(false)
})

test('a count is undone with the call that made it', async () => {
  const { personId, headers } = await createPayer(api, database, 0)
  const at = clock.now()
  for (let n = 0; n < 30; n++)
    await db
      .transaction()
      .execute(async (tx) => {
        await countFirstSend(tx, deps, { personId, alias: freeNumber(), at })
        throw new Error('refused')
      })
      .catch(() => {})
  expect((await check(headers, freeNumber())).status).toBe(200)
})
