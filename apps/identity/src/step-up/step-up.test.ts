import { fakeClock, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser, openSignIn, requestCode, submitCode } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../delete-expired.ts'
import { codeSentTo, signInForCalls, startTestIdentity, webOrigin } from '../fixtures.ts'
import { createPasskeyDevice } from '../passkeys/fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock })
beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6421000${String(++people).padStart(4, '0')}`
const minutes = (count: number) => clock.advance(count * 60_000)
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const stepUpCodeTo = (to: string) => codeSentTo(database, to, 'step-up-code')

interface Person extends Awaited<ReturnType<typeof signInForCalls>> {
  phone: string
}

async function createPerson(contact: { email?: string; verifiedHoursAgo?: number } = {}): Promise<Person> {
  const phone = newPhone()
  const person = await signInForCalls(identity, database, phone)
  // The provider dates the sign-in by the system clock; a step-up is later.
  clock.set(new Date(Math.max(clock.now().getTime(), Date.now() + 1000)).toISOString())
  if (contact.email) {
    const verifiedAt = new Date(clock.now().getTime() - (contact.verifiedHoursAgo ?? 1000) * 3_600_000)
    await sql`update identity.person set email = ${contact.email}, email_verified = true, email_verified_at = ${verifiedAt}, email_changed_at = ${verifiedAt} where id = ${person.id}`.execute(
      database.owner.db,
    )
  }
  return { ...person, phone }
}

async function addPasskey(person: Person) {
  const device = createPasskeyDevice(webOrigin)
  const options = await person.call('POST', '/passkeys/options')
  const added = await person.call('POST', '/passkeys', { response: device.register(options.body.challenge) })
  if (added.status !== 200) throw new Error(`no passkey: ${JSON.stringify(added)}`)
  return device
}

/** Whether an act that needs a recent authentication is allowed now. */
const isFresh = async (person: Person) => (await person.call('POST', '/passkeys/options')).status === 200
const eventsOf = async (person: Person) =>
  (
    await sql<{ kind: string; method: string }>`
      select kind, method from security_event where person_id = ${person.id} and kind like 'step-up%' order by id`.execute(database.owner.db)
  ).rows.map(({ kind, method }) => `${kind} ${method}`)

test('a code by SMS makes an old session fresh for five minutes [SEC-4]', async () => {
  const person = await createPerson()
  minutes(30)
  expect((await person.call('POST', '/passkeys/options')).body).toEqual({
    statusCode: 403,
    error: 'Forbidden',
    message: 'SIGN_IN_AGAIN',
    signIn: { acr: 'code', maxAge: 300 },
  })
  const shown = (await person.call('GET', '/step-up')).body
  expect(shown).toEqual({ methods: ['code'], phone: expect.stringMatching(/^\+64 21\d? [• ]+\d\d$/) })
  expect(shown.phone.slice(-2)).toBe(person.phone.slice(-2))

  const sent = await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString()
  expect(sent).toMatchObject({ status: 200, body: { resendAt: after(30_000), expiresAt: after(600_000) } })
  const answer = await person.call('POST', '/step-up/code', { code: await stepUpCodeTo(person.phone) })
  expect(answer).toMatchObject({ status: 200, body: { acr: 'code' } })
  expect(await isFresh(person)).toBe(true)
  minutes(5)
  expect(await isFresh(person)).toBe(true)
  clock.advance(1000)
  expect(await isFresh(person)).toBe(false)
  expect(await eventsOf(person)).toEqual(['step-up code'])
})

test('the message says what the code is for and what to do if one did not ask for it [SEC-4]', async () => {
  const person = await createPerson()
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${person.phone} and purpose = 'step-up-code'`.execute(
    database.owner.db,
  )
  expect(rows[0]!.body).toMatch(
    /^\d{6} is your Nikau code to confirm it's you\. .* If you didn't ask for it, freeze your wallet under Safety in Nikau\.\n\n@localhost #\d{6}$/s,
  )
})

test('a step-up counts for its own session only, and its code is valid nowhere else [SEC-4]', async () => {
  const person = await createPerson()
  const other = { ...(await signInForCalls(identity, database, person.phone)), phone: person.phone }
  minutes(30)
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const code = await stepUpCodeTo(person.phone)
  clock.advance(1000)
  await other.call('POST', '/step-up/code/send', { channel: 'sms' })
  expect((await other.call('POST', '/step-up/code', { code })).body).toMatchObject({ statusCode: 403, message: 'CODE_WRONG', triesLeft: 4 })
  expect((await person.call('POST', '/step-up/code', { code })).status).toBe(200)
  expect([await isFresh(person), await isFresh(other)]).toEqual([true, false])
})

test('a code has five tries, also concurrently, and using them up is a security event [SEC-4, SEC-10]', async () => {
  const person = await createPerson()
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const code = await stepUpCodeTo(person.phone)
  const guesses = await Promise.all(Array.from({ length: 9 }, () => person.call('POST', '/step-up/code', { code: wrongFor(code) })))
  expect(guesses.map(({ body }) => `${body.message} ${body.triesLeft}`).toSorted()).toEqual(
    ['4', '3', '2', '1', '0', '0', '0', '0', '0'].map((left) => `CODE_WRONG ${left}`).toSorted(),
  )
  expect((await person.call('POST', '/step-up/code', { code })).body).toMatchObject({ message: 'CODE_WRONG', triesLeft: 0 })
  expect(await eventsOf(person)).toEqual(['step-up-refused code'])
})

test('a code is valid for ten minutes, and only the newest [SEC-4]', async () => {
  const person = await createPerson()
  expect((await person.call('POST', '/step-up/code', { code: '123456' })).body).toMatchObject({ statusCode: 403, message: 'CODE_EXPIRED' })
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const first = await stepUpCodeTo(person.phone)
  const tooSoon = await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  expect(tooSoon).toMatchObject({ status: 429, body: { message: 'RATE_LIMIT_EXCEEDED', until: new Date(clock.now().getTime() + 30_000).toISOString() } })
  clock.advance(30_000)
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const second = await stepUpCodeTo(person.phone)
  if (first !== second) expect((await person.call('POST', '/step-up/code', { code: first })).body).toMatchObject({ message: 'CODE_WRONG' })
  minutes(10)
  expect((await person.call('POST', '/step-up/code', { code: second })).body).toMatchObject({ message: 'CODE_EXPIRED' })
  expect((await person.call('POST', '/step-up/code', { code: 'abc' })).status).toBe(400)
  expect((await person.call('POST', '/step-up/code/send', { channel: 'pigeon' })).status).toBe(400)
})

test('codes and guesses are limited for the person across their sessions [SEC-4]', async () => {
  const person = await createPerson()
  const other = await signInForCalls(identity, database, person.phone)
  for (let i = 0; i < 8; i++) {
    clock.advance(30_000)
    expect((await [person, other][i % 2]!.call('POST', '/step-up/code/send', { channel: 'sms' })).status).toBe(200)
  }
  clock.advance(30_000)
  const refused = await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  expect(refused).toMatchObject({ status: 429, body: { message: 'RATE_LIMIT_EXCEEDED' } })
  expect(new Date(refused.body.until).getTime()).toBeGreaterThan(clock.now().getTime())
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  const guesser = await createPerson()
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) {
    clock.advance(30_000)
    await guesser.call('POST', '/step-up/code/send', { channel: 'sms' })
    const wrong = wrongFor(await stepUpCodeTo(guesser.phone))
    for (let j = 0; j < 5; j++) statuses.push((await guesser.call('POST', '/step-up/code', { code: wrong })).status)
  }
  expect(statuses).toEqual([...Array<number>(10).fill(403), ...Array<number>(5).fill(429)])
})

test('strangers who use up the number’s sign-in attempts do not lock the owner out of a step-up [SEC-7]', async () => {
  const person = await createPerson()
  minutes(30)
  const statuses: number[] = []
  for (let i = 0; i < 9; i++) {
    const stranger = createHttpBrowser({ via: identity.local })
    const page = await openSignIn(stranger, buildAuthorizationRequest(identity.client))
    statuses.push((await requestCode(stranger, page, person.phone)).status)
    for (let j = 0; j < 5; j++) await submitCode(stranger, page, '000000')
  }
  expect(statuses).toEqual([...Array<number>(8).fill(303), 429])
  expect((await person.call('POST', '/step-up/code/send', { channel: 'sms' })).status).toBe(200)
  expect((await person.call('POST', '/step-up/code', { code: await stepUpCodeTo(person.phone) })).status).toBe(200)
})

test('without a passkey an email code is enough, but not at an address verified in the last 72 hours [SEC-3]', async () => {
  const person = await createPerson({ email: 'mia@example.nz', verifiedHoursAgo: 71 })
  expect((await person.call('GET', '/step-up')).body.email).toBeUndefined()
  expect((await person.call('POST', '/step-up/code/send', { channel: 'email' })).body).toMatchObject({ statusCode: 403, message: 'CHANNEL_NOT_AVAILABLE' })
  minutes(61)
  expect((await sql`select from message where recipient = 'mia@example.nz'`.execute(database.owner.db)).rows).toEqual([])
  await sql`update identity.oidc set expires_at = expires_at + interval '1 day'`.execute(database.owner.db)
  expect((await person.call('GET', '/step-up')).body).toMatchObject({ methods: ['code'], email: 'm•••@example.nz' })
  await person.call('POST', '/step-up/code/send', { channel: 'email' })
  expect((await person.call('POST', '/step-up/code', { code: await stepUpCodeTo('mia@example.nz') })).body).toEqual({ acr: 'code' })
})

test('a person with a passkey proves it, and one code alone is refused [SEC-4, SEC-17]', async () => {
  const person = await createPerson()
  const device = await addPasskey(person)
  expect((await person.call('GET', '/step-up')).body).toMatchObject({ methods: ['passkey'] })
  expect((await person.call('POST', '/step-up/code/send', { channel: 'sms' })).body).toMatchObject({ message: 'CHANNEL_NOT_AVAILABLE' })
  expect((await person.call('POST', '/passkeys/options')).body).toMatchObject({ message: 'SIGN_IN_AGAIN', signIn: { acr: 'passkey', maxAge: 300 } })

  const options = (await person.call('POST', '/step-up/passkey/options')).body
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [{ id: device.id }] })
  const response = device.authenticate(options.challenge)
  expect((await person.call('POST', '/step-up/passkey', { response })).status).toBe(204)
  expect(await isFresh(person)).toBe(true)
  expect((await person.call('POST', '/step-up/passkey', { response })).body).toMatchObject({ statusCode: 403, message: 'PASSKEY_REFUSED' })
  expect(await eventsOf(person)).toEqual(['step-up passkey', 'step-up-refused passkey'])
})

test('the passkey of another person is refused [SEC-4]', async () => {
  const [person, thief] = [await createPerson(), await createPerson()]
  await addPasskey(person)
  const device = await addPasskey(thief)
  const { challenge } = (await person.call('POST', '/step-up/passkey/options')).body
  expect((await person.call('POST', '/step-up/passkey', { response: device.authenticate(challenge) })).status).toBe(403)
  expect(await isFresh(person)).toBe(false)
})

test('with a passkey, an SMS code and then an email code count as two codes, if the address is not new [SEC-4]', async () => {
  const recent = await createPerson({ email: 'new@example.nz', verifiedHoursAgo: 1 })
  await addPasskey(recent)
  expect((await recent.call('GET', '/step-up')).body.methods).toEqual(['passkey'])

  const person = await createPerson({ email: 'aroha@example.nz' })
  await addPasskey(person)
  expect((await person.call('GET', '/step-up')).body).toMatchObject({ methods: ['passkey', 'two-codes'], email: 'a•••@example.nz' })
  expect((await person.call('POST', '/step-up/code/send', { channel: 'email' })).body).toMatchObject({ message: 'CHANNEL_NOT_AVAILABLE' })
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const sms = await stepUpCodeTo(person.phone)
  expect((await person.call('POST', '/step-up/code', { code: sms })).body).toEqual({ next: 'email' })
  expect(await isFresh(person)).toBe(false)
  expect((await person.call('POST', '/step-up/code', { code: sms })).body).toMatchObject({ message: 'CODE_EXPIRED' })
  await person.call('POST', '/step-up/code/send', { channel: 'email' })
  expect((await person.call('POST', '/step-up/code', { code: await stepUpCodeTo('aroha@example.nz') })).body).toEqual({ acr: 'two-codes' })
  expect(await isFresh(person)).toBe(true)
  expect(await eventsOf(person)).toEqual(['step-up two-codes'])
})

test('the email code has to follow the SMS code within ten minutes [SEC-4]', async () => {
  const person = await createPerson({ email: 'late@example.nz' })
  await addPasskey(person)
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  await person.call('POST', '/step-up/code', { code: await stepUpCodeTo(person.phone) })
  minutes(9)
  await person.call('POST', '/step-up/code/send', { channel: 'email' })
  minutes(1)
  expect((await person.call('POST', '/step-up/code', { code: await stepUpCodeTo('late@example.nz') })).body).toMatchObject({ message: 'CODE_EXPIRED' })
  expect((await person.call('POST', '/step-up/code/send', { channel: 'email' })).body).toMatchObject({ message: 'CHANNEL_NOT_AVAILABLE' })
  expect((await person.call('POST', '/step-up/code/send', { channel: 'sms' })).status).toBe(200)
})

test('an SMS code sent before a passkey was added is no longer enough [SEC-4]', async () => {
  const person = await createPerson()
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  await addPasskey(person)
  expect((await person.call('POST', '/step-up/code', { code: await stepUpCodeTo(person.phone) })).body).toMatchObject({ message: 'CODE_EXPIRED' })
})

test.each([undefined, 'Bearer wrong-token-wrong-token'])('without a valid token (%s) the status is 401 and nothing is sent', async (authorization) => {
  for (const [method, url] of [
    ['GET', '/step-up'],
    ['POST', '/step-up/passkey/options'],
    ['POST', '/step-up/passkey'],
    ['POST', '/step-up/code/send'],
    ['POST', '/step-up/code'],
  ] as const) {
    const answer = await identity.app.inject({
      method,
      url,
      headers: authorization ? { authorization } : {},
      ...(method === 'POST' && { payload: { channel: 'sms' } }),
    })
    expect([url, answer.statusCode]).toEqual([url, 401])
  }
})

test('only our own origins are allowed by CORS', async () => {
  for (const url of ['/step-up', '/step-up/code/send']) {
    const [ours, theirs] = await Promise.all(
      [webOrigin, 'https://evil.example'].map((origin) => identity.app.inject({ method: 'OPTIONS', url, headers: { origin } })),
    )
    expect([ours!.statusCode, ours!.headers['access-control-allow-origin'], theirs!.headers['access-control-allow-origin']]).toEqual([
      204,
      webOrigin,
      undefined,
    ])
  }
})

test('expired codes and old step-ups are deleted', async () => {
  const person = await createPerson()
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  await person.call('POST', '/step-up/code', { code: await stepUpCodeTo(person.phone) })
  minutes(1)
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  const rows = async () =>
    (
      await sql<{ n: number }>`select (select count(*) from identity.step_up_code)::int + (select count(*) from identity.step_up)::int as n`.execute(
        database.owner.db,
      )
    ).rows[0]!.n
  expect(await rows()).toBeGreaterThan(1)
  await deleteExpired(database.owner.db, new Date(clock.now().getTime() + 2 * 86_400_000))
  expect(await rows()).toBe(0)
})
