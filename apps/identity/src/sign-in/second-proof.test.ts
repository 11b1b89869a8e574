import { fakeClock, testDatabase } from '@nikau/testing'
import {
  buildAuthorizationRequest,
  createHttpBrowser,
  exchangeCode,
  followCallback,
  openSignIn,
  requestCode,
  signIn,
  submitCode,
} from '@nikau/testing/http-browser'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'
import { tokenHash } from '../provider/adapter.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { SUPPORT_EMAIL: 'help@nikau.example' } })
const { client } = identity
const db = database.owner.db

beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6420000${String(++people).padStart(5, '0')}`
const newBrowser = () => createHttpBrowser({ via: identity.local })
const day = 24 * 3_600_000
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const messagesTo = async (to: string) => (await sql`select from message where recipient = ${to} and purpose = 'sign-in-code'`.execute(db)).rows.length

/** A person who last signed in this long ago. */
async function person(options: { lastSignedInAt?: Date; email?: string; emailChangedAt?: Date; emailVerifiedAt?: Date } = {}) {
  const phone = newPhone()
  const { rows } = await sql<{ id: string }>`
    insert into identity.person (id, phone, phone_verified, email, email_verified, email_changed_at, email_verified_at, last_signed_in_at, created_at)
    values (gen_random_uuid(), ${phone}, true, ${options.email ?? null}, ${options.email !== undefined}, ${options.emailChangedAt ?? null}, ${options.emailVerifiedAt ?? null},
      ${options.lastSignedInAt ?? clock.now()}, ${ago(3000 * day)}) returning id`.execute(db)
  return { phone, id: rows[0]!.id }
}

async function enterFirstCode(phone: string) {
  const browser = newBrowser()
  const request = buildAuthorizationRequest(client)
  const page = await openSignIn(browser, request)
  await requestCode(browser, page, phone)
  const answer = await submitCode(browser, page, await codeSentTo(database, phone))
  return { browser, page, request, answer, isSecond: answer.location?.pathname === `${new URL(page).pathname}/second` }
}

test('an email address is no way in for 72 hours after it was changed or verified [SEC-3]', async () => {
  const email = `late-${++people}@example.nz`
  const { phone, id } = await person()
  await sql`select identity.update_profile(${id}, email => ${email}, at => ${clock.now()})`.execute(db)
  clock.advance(10_000)
  await sql`select identity.confirm_email(${id}, ${email}, ${clock.now()})`.execute(db)
  const askByEmail = async () => {
    const browser = newBrowser()
    const page = await openSignIn(browser, buildAuthorizationRequest(client))
    await requestCode(browser, page, phone)
    clock.advance(31_000)
    return (await browser.post(`${page}/resend`, { channel: 'email' })).status
  }
  expect([await askByEmail(), await messagesTo(email)]).toEqual([303, 0])
  clock.advance(72 * 3_600_000 - 70_000)
  expect([await askByEmail(), await messagesTo(email)]).toEqual([303, 0])
  clock.advance(10_000)
  expect([await askByEmail(), await messagesTo(email)]).toEqual([303, 1])
  // Confirming again does not start the time again, and another address does.
  await sql`select identity.confirm_email(${id}, ${email}, ${clock.now()})`.execute(db)
  expect([await askByEmail(), await messagesTo(email)]).toEqual([303, 2])
  const other = `other-${email}`
  await sql`select identity.update_profile(${id}, email => ${other}, at => ${clock.now()})`.execute(db)
  await sql`select identity.confirm_email(${id}, ${other}, ${clock.now()})`.execute(db)
  expect([await askByEmail(), await messagesTo(other)]).toEqual([303, 0])
})

test('a number without use for a year and its confirmed email sign in together, as two codes [SEC-4]', async () => {
  const email = `dormant-${++people}@example.nz`
  const { phone, id } = await person({ lastSignedInAt: ago(366 * day), email })
  const { browser, page, request, isSecond } = await enterFirstCode(phone)
  expect(isSecond).toBe(true)
  const shown = await browser.get(`${page}/second`)
  expect(shown.text).toContain('Email me a code')
  expect(shown.text).not.toContain(email)
  expect((await browser.post(`${page}/second/send`, {})).location?.pathname).toBe(`${new URL(page).pathname}/second/code`)
  expect((await browser.get(`${page}/second/code`)).text).toContain('We emailed 6 digits to your <b>confirmed address</b>')
  const code = await codeSentTo(database, email)
  expect((await browser.post(`${page}/second/code`, { code: wrongFor(code) })).text).toContain('You have 4 tries left')
  const callback = await followCallback(browser, await browser.post(`${page}/second/code`, { code }))
  const { body } = await exchangeCode(browser, client, request, callback.searchParams.get('code')!)
  expect(decodeJwt(body.id_token).sub).toBe(id)
  const { rows } = await sql<{ acr: string; method: string; used: Date }>`
    select a.acr, e.method, p.last_signed_in_at as used from identity.access_token(${tokenHash(body.access_token)}) t
    cross join identity.authentication(t.session_uid) a join security_event e on e.person_id = t.sub join identity.person p on p.id = t.sub`.execute(db)
  expect(rows).toEqual([{ acr: 'two-codes', method: 'two-codes', used: clock.now() }])
})

test('until the second code is right, no step of the sign-in signs a dormant person in [SEC-4]', async () => {
  const email = `locked-${++people}@example.nz`
  const { phone, id } = await person({ lastSignedInAt: ago(366 * day), email })
  const { browser, page } = await enterFirstCode(phone)
  const first = await codeSentTo(database, phone)
  await browser.post(`${page}/second/send`, {})
  const steps = [
    await browser.get(page),
    await submitCode(browser, page, first),
    await browser.get(`${page}/passkey`),
    await browser.post(`${page}/passkey/new/options`, {}),
    await browser.post(`${page}/passkey/new`, { response: '{}' }),
    await browser.post(`${page}/finish`, {}),
    await browser.post(`${page}/second/code`, { code: first }),
    await browser.post(`${page}/passkey`, { response: '{}' }),
    await browser.get(`${client.issuer}/auth/${new URL(page).pathname.split('/').at(-1)}`),
  ]
  for (const step of steps) expect(step.location?.pathname ?? '').not.toMatch(/oidc-callback|\/oidc\//)
  expect((await sql`select from identity.oidc where payload ->> 'accountId' = ${id}`.execute(db)).rows).toEqual([])
})

test('the second code is limited for the person over all their sign-ins, however often the number is proved [SEC-4]', async () => {
  const email = `guess-${++people}@example.nz`
  const { phone } = await person({ lastSignedInAt: ago(366 * day), email })
  const statuses: number[] = []
  let last: { browser: ReturnType<typeof newBrowser>; page: string; code: string } | undefined
  for (let i = 0; i < 3; i++) {
    const { browser, page } = await enterFirstCode(phone)
    await browser.post(`${page}/second/send`, {})
    const code = await codeSentTo(database, email)
    for (let guess = 0; guess < 4; guess++) statuses.push((await browser.post(`${page}/second/code`, { code: wrongFor(code) })).status)
    last = { browser, page, code }
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429])
  expect((await last!.browser.post(`${last!.page}/second/code`, { code: last!.code })).status).toBe(429)
  for (let i = 0; i < 2; i++) await enterFirstCode(phone).then(({ browser, page }) => browser.post(`${page}/second/send`, {}))
  const { browser, page } = await enterFirstCode(phone)
  expect((await browser.post(`${page}/second/send`, {})).status).toBe(429)
  expect(await messagesTo(email)).toBe(5)
})

test.each([
  ['without an email address', {}],
  ['with an email address of yesterday', { email: 'yesterday@example.nz', emailChangedAt: 1, emailVerifiedAt: 1 }],
])(
  'a dormant person %s is refused, with help and in their list [SEC-4]',
  async (_what, contact: { email?: string; emailChangedAt?: number; emailVerifiedAt?: number }) => {
    const { email, emailChangedAt, emailVerifiedAt } = contact
    const dates = { ...(emailChangedAt ? { emailChangedAt: ago(day) } : {}), ...(emailVerifiedAt ? { emailVerifiedAt: ago(day) } : {}) }
    const { phone, id } = await person({ lastSignedInAt: ago(366 * day), ...(email ? { email } : {}), ...dates })
    const { browser, page, isSecond } = await enterFirstCode(phone)
    expect(isSecond).toBe(true)
    const shown = await browser.get(`${page}/second`)
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('We can’t sign you in with it alone')
    expect(shown.text).toContain('href="mailto:help@nikau.example"')
    expect((await browser.post(`${page}/second/send`, {})).location?.pathname).toMatch(/\/second$/)
    const { rows } = await sql`select kind, method from security_event where person_id = ${id}`.execute(db)
    expect(rows).toEqual([{ kind: 'dormant-sign-in-refused', method: 'code' }])
  },
)

test('a code by email of a dormant person is followed by one to the number [SEC-4]', async () => {
  const email = `order-${++people}@example.nz`
  const { phone } = await person({ lastSignedInAt: ago(366 * day), email })
  const browser = newBrowser()
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  await requestCode(browser, page, phone)
  clock.advance(31_000)
  await browser.post(`${page}/resend`, { channel: 'email' })
  expect((await submitCode(browser, page, await codeSentTo(database, email))).location?.pathname).toMatch(/\/second$/)
  clock.advance(1000)
  await browser.post(`${page}/second/send`, {})
  const callback = await followCallback(browser, await browser.post(`${page}/second/code`, { code: await codeSentTo(database, phone) }))
  expect(callback.searchParams.get('code')).toBeTruthy()
})

test('use of a session counts as use of the number, so that its owner is not dormant [SEC-4]', async () => {
  const phone = newPhone()
  const browser = newBrowser()
  const { tokens } = await signIn(browser, client, phone, (to) => codeSentTo(database, to))
  const { sub } = decodeJwt(tokens.id_token)
  await sql`update identity.person set last_signed_in_at = ${ago(366 * day)} where id = ${sub}`.execute(db)
  await browser.get(buildAuthorizationRequest(client, { prompt: 'none' }).url)
  const { rows } = await sql<{ at: Date }>`select last_signed_in_at as at from identity.person where id = ${sub}`.execute(db)
  expect(rows[0]!.at).toEqual(clock.now())
  expect((await enterFirstCode(phone)).isSecond).toBe(false)
})

test('a year to the day is not dormant', async () => {
  const { phone } = await person({ lastSignedInAt: ago(364 * day) })
  expect((await enterFirstCode(phone)).isSecond).toBe(false)
})
