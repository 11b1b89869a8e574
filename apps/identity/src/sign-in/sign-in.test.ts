import { fakeClock, testDatabase } from '@nikau/testing'
import {
  requestCode,
  buildAuthorizationRequest,
  followCallback,
  submitCode,
  openSignIn,
  type HttpBrowser,
  createHttpBrowser,
} from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'
import { deleteExpired } from '../delete-expired.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { TRUST_PROXY: '127.0.0.1' } })
const untrusting = await startTestIdentity(database, { clock })
const { client, local } = identity

beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6420000${String(++people).padStart(5, '0')}`
const from = (address: string) => createHttpBrowser({ via: local, headers: { 'x-forwarded-for': address } })
const seconds = (count: number) => clock.advance(count * 1000)

async function startSignIn(phone: string, browser: HttpBrowser = from('203.0.113.1')) {
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  const response = await requestCode(browser, page, phone)
  return { browser, page, response }
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const messagesTo = async (to: string) =>
  Number((await sql<{ count: bigint }>`select count(*) from message where recipient = ${to}`.execute(database.owner.db)).rows[0]!.count)

test('sign-up mode asks only for the number, which may be prefilled [SESS-06]', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, buildAuthorizationRequest(client, { signup: '1', u: '021 555 0142' }))
  const { text } = await browser.get(page)
  expect(text).toContain('Create your wallet')
  expect(text).toContain('value="21 555 0142"')
  expect(text.match(/<input(?! type="hidden")/g)).toHaveLength(1)
})

test('the u parameter is escaped', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, buildAuthorizationRequest(client, { u: '"><script>alert(1)</script>' }))
  expect((await browser.get(page)).text).not.toContain('alert(1)')
})

test.each(['', '09 123 4567', 'kia ora', '+61 412 345 678'])('the number %j gives an error at the field', async (typed) => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  const answer = await requestCode(browser, page, typed)
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(/aria-invalid="true" aria-describedby="phone-error"/)
})

test('a wrong code shows how many tries are left, and after five even the correct one is refused', async () => {
  const phone = newPhone()
  const { browser, page } = await startSignIn(phone)
  const code = await codeSentTo(database, phone)
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try'])
    expect((await submitCode(browser, page, wrongFor(code))).text).toContain(`You have ${left} left`)
  expect((await submitCode(browser, page, wrongFor(code))).text).toContain('used all your tries')
  expect((await submitCode(browser, page, code)).text).toContain('used all your tries')
})

test('fifty concurrent guesses use no more than five tries', async () => {
  const phone = newPhone()
  const { browser, page } = await startSignIn(phone)
  const code = await codeSentTo(database, phone)
  const answers = await Promise.all(Array.from({ length: 50 }, () => submitCode(browser, page, wrongFor(code))))
  expect(answers.filter((answer) => answer.text.includes('That code is incorrect')).length).toBeLessThanOrEqual(4)
  const { rows } = await sql<{ tries: number }>`select tries from identity.sign_in where phone = ${phone}`.execute(database.owner.db)
  expect(rows[0]?.tries).toBe(5)
})

test('a code is valid for ten minutes', async () => {
  const phone = newPhone()
  const { browser, page } = await startSignIn(phone)
  const code = await codeSentTo(database, phone)
  seconds(599)
  expect((await submitCode(browser, page, wrongFor(code))).text).toContain('That code is incorrect')
  seconds(1)
  expect((await submitCode(browser, page, code)).text).toContain('This code has expired')
})

test('a code is valid only for its own sign-in', async () => {
  const phone = newPhone()
  const first = await startSignIn(phone)
  const code = await codeSentTo(database, phone)
  const second = await startSignIn(phone, from('203.0.113.2'))
  expect((await submitCode(second.browser, second.page, code)).text).toContain('That code is incorrect')
  expect((await submitCode(first.browser, first.page, code)).status).toBe(303)
})

test('a new code can be requested after thirty seconds, three times, and only the newest works', async () => {
  const phone = newPhone()
  const { browser, page } = await startSignIn(phone)
  const first = await codeSentTo(database, phone)
  const resend = () => browser.post(`${page}/resend`, { channel: 'sms' })
  seconds(29)
  expect((await resend()).text).toContain('already sent a code')
  seconds(1)
  expect((await resend()).status).toBe(303)
  for (let i = 0; i < 2; i++) {
    seconds(30)
    expect((await resend()).status).toBe(303)
  }
  seconds(30)
  expect((await resend()).text).toContain('send any more codes')
  expect(await messagesTo(phone)).toBe(4)
  expect((await submitCode(browser, page, first)).text).toContain('That code is incorrect')
  expect((await submitCode(browser, page, await codeSentTo(database, phone))).status).toBe(303)
})

test('ten concurrent submissions send one message', async () => {
  const phone = newPhone()
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  const answers = await Promise.all(Array.from({ length: 10 }, () => requestCode(browser, page, phone)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303))
  expect(await messagesTo(phone)).toBe(1)
})

test('guesses for a number are limited across sign-ins and IP addresses, including the correct code', async () => {
  const phone = newPhone()
  let compared = 0
  for (let i = 0; i < 4; i++) {
    const { browser, page, response } = await startSignIn(phone, from(`198.51.100.${i}`))
    expect(response.status).toBe(303)
    const code = await codeSentTo(database, phone)
    for (let guess = 0; guess < 5; guess++) {
      const answer = await submitCode(browser, page, wrongFor(code))
      if (answer.status === 400) compared++
      else expect(answer.status).toBe(429)
    }
    if (compared === 10) {
      const answer = await submitCode(browser, page, code)
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual(i < 2 ? [400, 0] : [429, expect.closeTo(3600, -2)])
    }
  }
  expect(compared).toBe(10)
})

test('an untrusted forwarded header does not change the IP address', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) {
    const browser = createHttpBrowser({ via: untrusting.local, headers: { 'x-forwarded-for': `192.0.2.${i}` } })
    const page = await openSignIn(browser, buildAuthorizationRequest(untrusting.client))
    statuses.push((await requestCode(browser, page, newPhone())).status)
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(60)
  expect(statuses.slice(-2)).toEqual([429, 429])
})

test('known and unknown numbers get the same responses, also by email, and only a verified address gets a code', async () => {
  const [known, unknown, unconfirmed] = [newPhone(), newPhone(), newPhone()]
  await sql`insert into identity.person (id, phone, email, email_verified) values
    (gen_random_uuid(), ${known}, 'known@example.nz', true), (gen_random_uuid(), ${unconfirmed}, 'unconfirmed@example.nz', false)`.execute(database.owner.db)
  const seen: string[] = []
  for (const phone of [known, unknown, unconfirmed]) {
    const { browser, page, response } = await startSignIn(phone)
    seconds(31)
    const mailed = await browser.post(`${page}/resend`, { channel: 'email' })
    const shown = await browser.get(`${page}/code`)
    const spelt = (text: string) => text.replaceAll(new URL(page).pathname, '').replaceAll(/\+64[\d ]+/g, 'NUMBER')
    seen.push(JSON.stringify([response.status, spelt(response.location!.pathname), mailed.status, spelt(mailed.location!.pathname), spelt(shown.text)]))
  }
  expect(new Set(seen).size).toBe(1)
  expect(await messagesTo('known@example.nz')).toBe(1)
  expect(await messagesTo('unconfirmed@example.nz')).toBe(0)
})

test('a code by email signs in to the account of the number', async () => {
  const phone = newPhone()
  await sql`insert into identity.person (id, phone, email, email_verified) values (gen_random_uuid(), ${phone}, 'second@example.nz', true)`.execute(
    database.owner.db,
  )
  const { browser, page } = await startSignIn(phone)
  seconds(31)
  await browser.post(`${page}/resend`, { channel: 'email' })
  const callback = await followCallback(browser, await submitCode(browser, page, await codeSentTo(database, 'second@example.nz')))
  expect(callback.searchParams.get('code')).toBeTruthy()
})

test('five concurrent first sign-ins of one number create one person', async () => {
  const phone = newPhone()
  const all = await Promise.all(Array.from({ length: 5 }, (_, i) => startSignIn(phone, from(`198.51.100.${100 + i}`))))
  const { rows } = await sql<{ key: string; body: string }>`select key, body from message where recipient = ${phone}`.execute(database.owner.db)
  const answers = await Promise.all(
    all.map(({ browser, page }) => {
      const { body } = rows.find((row) => row.key.includes(page.split('/').at(-1)!))!
      return submitCode(browser, page, body.slice(0, 6))
    }),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(303))
  const people = await sql`select from identity.person where phone = ${phone}`.execute(database.owner.db)
  expect(people.rows).toHaveLength(1)
})

test('the pages reject cross-site posts, framing and caching', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  const shown = await browser.get(page)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(shown.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect((await browser.post(page, { phone: newPhone() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await browser.post(page, { phone: newPhone() }, { origin: 'https://evil.example' })).status).toBe(403)
})

test('a sign-in without its cookie is expired', async () => {
  const { page } = await startSignIn(newPhone())
  const stranger = from('203.0.113.9')
  expect((await stranger.get(page)).status).toBe(410)
  expect((await submitCode(stranger, page, '123456')).status).toBe(410)
})

test('expired rows are deleted and others kept', async () => {
  const phone = newPhone()
  const { browser, page } = await startSignIn(phone)
  const rows = async () =>
    Number((await sql<{ n: bigint }>`select count(*) as n from identity.sign_in where phone = ${phone}`.execute(database.owner.db)).rows[0]!.n)
  await deleteExpired(database.openAs('nikau_identity').db, clock.now())
  expect(await rows()).toBe(1)
  expect((await browser.get(`${page}/code`)).status).toBe(200)
  await deleteExpired(database.openAs('nikau_identity').db, new Date(clock.now().getTime() + 3_601_000))
  expect(await rows()).toBe(0)
  expect((await browser.get(`${page}/code`)).status).toBe(410)
})
