import { fakeClock, testDatabase } from '@nikau/testing'
import { askForCode, authorisation, comeBack, giveCode, openSignIn, type Visitor, visitor } from '@nikau/testing/visitor'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, runningIdentity } from '../given.ts'
import { sweepExpired } from '../sweep.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await runningIdentity(database, { clock, env: { TRUST_PROXY: '127.0.0.1' } })
const untrusting = await runningIdentity(database, { clock })
const { client, local } = identity

beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6420000${String(++people).padStart(5, '0')}`
const from = (address: string) => visitor({ via: local, headers: { 'x-forwarded-for': address } })
const seconds = (count: number) => clock.advance(count * 1000)

async function waiting(phone: string, browser: Visitor = from('203.0.113.1')) {
  const page = await openSignIn(browser, authorisation(client))
  const asked = await askForCode(browser, page, phone)
  return { browser, page, asked }
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const messagesTo = async (to: string) =>
  Number((await sql<{ count: bigint }>`select count(*) from message where recipient = ${to}`.execute(database.db)).rows[0]!.count)

test('sign-up mode asks for nothing more than the number, which may be given along [SESS-06]', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, authorisation(client, { signup: '1', u: '021 555 0142' }))
  const { text } = await browser.get(page)
  expect(text).toContain('Make your wallet')
  expect(text).toContain('value="21 555 0142"')
  expect(text.match(/<input(?! type="hidden")/g)).toHaveLength(1)
})

test('what is given along as u cannot become markup', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, authorisation(client, { u: '"><script>alert(1)</script>' }))
  expect((await browser.get(page)).text).not.toContain('alert(1)')
})

test.each(['', '09 123 4567', 'kia ora', '+61 412 345 678'])('the number %j is sent back with a sentence at the field', async (typed) => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, authorisation(client))
  const answer = await askForCode(browser, page, typed)
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(/aria-invalid="true" aria-describedby="phone-error"/)
})

test('a wrong code says how many tries are left, and after five even the right one is refused', async () => {
  const phone = newPhone()
  const { browser, page } = await waiting(phone)
  const code = await codeSentTo(database, phone)
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) expect((await giveCode(browser, page, wrongFor(code))).text).toContain(`You have ${left} left`)
  expect((await giveCode(browser, page, wrongFor(code))).text).toContain('That was the last try')
  expect((await giveCode(browser, page, code)).text).toContain('That was the last try')
})

test('fifty guesses at once are no more than five tries', async () => {
  const phone = newPhone()
  const { browser, page } = await waiting(phone)
  const code = await codeSentTo(database, phone)
  const answers = await Promise.all(Array.from({ length: 50 }, () => giveCode(browser, page, wrongFor(code))))
  expect(answers.filter((answer) => answer.text.includes('That is not the code')).length).toBeLessThanOrEqual(4)
  const { rows } = await sql<{ tries: number }>`select tries from identity.sign_in where phone = ${phone}`.execute(database.db)
  expect(rows[0]?.tries).toBe(5)
})

test('a code lives ten minutes', async () => {
  const phone = newPhone()
  const { browser, page } = await waiting(phone)
  const code = await codeSentTo(database, phone)
  seconds(599)
  expect((await giveCode(browser, page, wrongFor(code))).text).toContain('That is not the code')
  seconds(1)
  expect((await giveCode(browser, page, code)).text).toContain('This code has run out')
})

test('a code opens only the sign-in it was made for', async () => {
  const phone = newPhone()
  const first = await waiting(phone)
  const code = await codeSentTo(database, phone)
  const second = await waiting(phone, from('203.0.113.2'))
  expect((await giveCode(second.browser, second.page, code)).text).toContain('That is not the code')
  expect((await giveCode(first.browser, first.page, code)).status).toBe(303)
})

test('a new code can be asked for after thirty seconds, three times, and only the newest works', async () => {
  const phone = newPhone()
  const { browser, page } = await waiting(phone)
  const first = await codeSentTo(database, phone)
  const resend = () => browser.post(`${page}/resend`, { channel: 'sms' })
  seconds(29)
  expect((await resend()).text).toContain('already on its way')
  seconds(1)
  expect((await resend()).status).toBe(303)
  for (let i = 0; i < 2; i++) {
    seconds(30)
    expect((await resend()).status).toBe(303)
  }
  seconds(30)
  expect((await resend()).text).toContain('last message')
  expect(await messagesTo(phone)).toBe(4)
  expect((await giveCode(browser, page, first)).text).toContain('That is not the code')
  expect((await giveCode(browser, page, await codeSentTo(database, phone))).status).toBe(303)
})

test('pressing the button ten times at once sends one message', async () => {
  const phone = newPhone()
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, authorisation(client))
  const answers = await Promise.all(Array.from({ length: 10 }, () => askForCode(browser, page, phone)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(303))
  expect(await messagesTo(phone)).toBe(1)
})

test('the guesses on one number are limited over all sign-ins and addresses, also for the right code', async () => {
  const phone = newPhone()
  let compared = 0
  for (let i = 0; i < 4; i++) {
    const { browser, page, asked } = await waiting(phone, from(`198.51.100.${i}`))
    expect(asked.status).toBe(303)
    const code = await codeSentTo(database, phone)
    for (let guess = 0; guess < 5; guess++) {
      const answer = await giveCode(browser, page, wrongFor(code))
      if (answer.status === 400) compared++
      else expect(answer.status).toBe(429)
    }
    if (compared === 10) {
      const answer = await giveCode(browser, page, code)
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual(i < 2 ? [400, 0] : [429, expect.closeTo(3600, -2)])
    }
  }
  expect(compared).toBe(10)
})

test('an address that is not believed cannot be changed by a header', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 62; i++) {
    const browser = visitor({ via: untrusting.local, headers: { 'x-forwarded-for': `192.0.2.${i}` } })
    const page = await openSignIn(browser, authorisation(untrusting.client))
    statuses.push((await askForCode(browser, page, newPhone())).status)
  }
  expect(statuses.filter((status) => status === 303)).toHaveLength(60)
  expect(statuses.slice(-2)).toEqual([429, 429])
})

test('known and unknown numbers are answered alike, also by e-mail, and only a confirmed address gets the code', async () => {
  const [known, unknown, unconfirmed] = [newPhone(), newPhone(), newPhone()]
  await sql`insert into identity.person (id, phone, email, email_verified) values
    (gen_random_uuid(), ${known}, 'known@example.nz', true), (gen_random_uuid(), ${unconfirmed}, 'unconfirmed@example.nz', false)`.execute(database.db)
  const seen: string[] = []
  for (const phone of [known, unknown, unconfirmed]) {
    const { browser, page, asked } = await waiting(phone)
    seconds(31)
    const mailed = await browser.post(`${page}/resend`, { channel: 'email' })
    const shown = await browser.get(`${page}/code`)
    const spelt = (text: string) => text.replaceAll(new URL(page).pathname, '').replaceAll(/\+64[\d ]+/g, 'NUMBER')
    seen.push(JSON.stringify([asked.status, spelt(asked.location!.pathname), mailed.status, spelt(mailed.location!.pathname), spelt(shown.text)]))
  }
  expect(new Set(seen).size).toBe(1)
  expect(await messagesTo('known@example.nz')).toBe(1)
  expect(await messagesTo('unconfirmed@example.nz')).toBe(0)
})

test('a code by e-mail opens the account of the number', async () => {
  const phone = newPhone()
  await sql`insert into identity.person (id, phone, email, email_verified) values (gen_random_uuid(), ${phone}, 'second@example.nz', true)`.execute(database.db)
  const { browser, page } = await waiting(phone)
  seconds(31)
  await browser.post(`${page}/resend`, { channel: 'email' })
  const callback = await comeBack(browser, await giveCode(browser, page, await codeSentTo(database, 'second@example.nz')))
  expect(callback.searchParams.get('code')).toBeTruthy()
})

test('five first sign-ins of one number at once make one person', async () => {
  const phone = newPhone()
  const all = await Promise.all(Array.from({ length: 5 }, (_, i) => waiting(phone, from(`198.51.100.${100 + i}`))))
  const { rows } = await sql<{ key: string; body: string }>`select key, body from message where recipient = ${phone}`.execute(database.db)
  const answers = await Promise.all(
    all.map(({ browser, page }) => {
      const { body } = rows.find((row) => row.key.includes(page.split('/').at(-1)!))!
      return giveCode(browser, page, body.slice(0, 6))
    }),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(303))
  const people = await sql`select from identity.person where phone = ${phone}`.execute(database.db)
  expect(people.rows).toHaveLength(1)
})

test('the pages cannot be posted to from another site, framed, or kept', async () => {
  const browser = from('203.0.113.1')
  const page = await openSignIn(browser, authorisation(client))
  const shown = await browser.get(page)
  expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(shown.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(shown.headers.get('cache-control')).toBe('no-store')
  expect((await browser.post(page, { phone: newPhone() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await browser.post(page, { phone: newPhone() }, { origin: 'https://evil.example' })).status).toBe(403)
})

test('a sign-in without its cookie is over', async () => {
  const { page } = await waiting(newPhone())
  const stranger = from('203.0.113.9')
  expect((await stranger.get(page)).status).toBe(410)
  expect((await giveCode(stranger, page, '123456')).status).toBe(410)
})

test('what has run out is swept, and what has not stays', async () => {
  const phone = newPhone()
  const { browser, page } = await waiting(phone)
  const rows = async () => Number((await sql<{ n: bigint }>`select count(*) as n from identity.sign_in where phone = ${phone}`.execute(database.db)).rows[0]!.n)
  await sweepExpired(database.db, clock.now())
  expect(await rows()).toBe(1)
  expect((await browser.get(`${page}/code`)).status).toBe(200)
  await sweepExpired(database.db, new Date(clock.now().getTime() + 3_601_000))
  expect(await rows()).toBe(0)
  expect((await browser.get(`${page}/code`)).status).toBe(410)
})
