import { Writable } from 'node:stream'
import { createLog } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import {
  buildAuthorizationRequest,
  createHttpBrowser,
  followCallback,
  type HttpBrowser,
  openSignIn,
  requestCode,
  signIn,
  submitCode,
} from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'
import { limitKey, limits } from './rules.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
let output = ''
const log = createLog({ name: 'test', level: 'error', destination: new Writable({ write: (chunk, _, done) => ((output += String(chunk)), done()) }) })
const alarms = () =>
  output
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: string; msg: string; budget: string; prefix?: string })

const start = (budgets: object) => startTestIdentity(database, { clock, log, env: { TRUST_PROXY: '127.0.0.1', SMS_BUDGETS: JSON.stringify(budgets) } })
type Identity = Awaited<ReturnType<typeof start>>
const wide = { hour: 10_000, day: 10_000 }
const from = (identity: Identity, address: string) => createHttpBrowser({ via: identity.local, headers: { 'x-forwarded-for': address } })
const phone = (block: string, number: number) => `+64${block}${String(number).padStart(5, '0')}`
let addresses = 0
const newAddress = () => `198.51.100.${++addresses % 250}`

beforeEach(async () => {
  // Budgets of one test must not count in the next.
  await sql`delete from identity.rate_limit`.execute(database.owner.db)
  output = ''
})

async function askForCode(identity: Identity, to: string, browser: HttpBrowser = from(identity, newAddress())) {
  const page = await openSignIn(browser, buildAuthorizationRequest(identity.client))
  return { browser, page, response: await requestCode(browser, page, to) }
}

test('one /64 of IPv6 addresses is one source [SEC-6]', async () => {
  const identity = await start({ source: { hour: 3, day: 5 }, prefix: wide })
  const send = async (address: string, number: number) => (await askForCode(identity, phone('20010', number), from(identity, address))).response.status
  expect([await send('2001:db8::1', 1), await send('2001:db8::2', 2), await send('2001:db8:0:0:ffff::3', 3)]).toEqual([303, 303, 303])
  expect(await send('2001:db8::4', 4)).toBe(429)
  expect(await send('2001:db8:0:1::4', 5)).toBe(303)
  clock.advance(3_601_000)
  expect([await send('2001:db8::5', 6), await send('2001:db8::6', 7), await send('2001:db8::7', 8)]).toEqual([303, 303, 429])
})

test.each([
  ['guessFromAddress', (browser: HttpBrowser, page: string) => submitCode(browser, page, '000000')],
  ['passkeyFromAddress', (browser: HttpBrowser, page: string) => browser.post(`${page}/passkey`, { response: '{}' })],
] as const)('a /64 is one source for %s [SEC-6]', async (name, attempt) => {
  const identity = await start({ prefix: wide })
  const limit = limits[name][0]!
  const key = limitKey(identity.config.codeSecret, limit, '2001:db8:0:9::/64')
  const resetsAt = new Date(clock.now().getTime() + limit.per)
  await sql`insert into identity.rate_limit (key, hits, resets_at) values (${key}, ${limit.hits - 1}, ${resetsAt})`.execute(database.owner.db)
  const { browser, page } = await askForCode(identity, phone('20015', name.length), from(identity, '2001:db8:0:9::1'))
  const attempts = [await attempt(browser, page), await attempt(browser, page)]
  expect(attempts.map((answer) => answer.status)).toEqual([400, 429])
})

test('numbers that begin with the same seven digits share a budget, also over their sign-ins [SEC-6]', async () => {
  const identity = await start({ prefix: { hour: 3, day: 4 } })
  await signIn(from(identity, newAddress()), identity.client, phone('20011', 1), (to) => codeSentTo(database, to))
  expect([(await askForCode(identity, phone('20011', 2))).response.status, (await askForCode(identity, phone('20011', 3))).response.status]).toEqual([303, 303])
  const refused = await askForCode(identity, phone('20011', 4))
  expect([refused.response.status, Number(refused.response.headers.get('retry-after'))]).toEqual([429, expect.closeTo(3600, -2)])
  expect(refused.response.text).toContain('Too many tries. Try again at')
  expect((await askForCode(identity, phone('20012', 1))).response.status).toBe(303)
  clock.advance(3_601_000)
  expect((await askForCode(identity, phone('20011', 5))).response.status).toBe(303)
  expect((await askForCode(identity, phone('20011', 6))).response.status).toBe(429)
})

test('when the total is exhausted SMS stops with an alarm, and email and known devices still sign in [SEC-6]', async () => {
  const identity = await start({ total: { hour: 4, day: 100 }, reserve: 0.5, prefix: wide })
  const instance = await start({ total: { hour: 4, day: 100 }, reserve: 0.5, prefix: wide })
  const [known, mailed] = [phone('20013', 1), phone('20013', 2)]
  const device = from(identity, newAddress())
  await signIn(device, identity.client, known, (to) => codeSentTo(database, to))
  await sql`insert into identity.person (id, phone, email, email_verified) values (gen_random_uuid(), ${mailed}, 'budget@example.nz', true)`.execute(
    database.owner.db,
  )

  expect((await askForCode(identity, phone('20013', 3))).response.status).toBe(303)
  for (const each of [identity, instance, identity]) expect((await askForCode(each, phone('20013', 4))).response.status).toBe(429)
  expect(alarms()).toMatchObject([{ level: 'error', msg: 'SMS budget exhausted', budget: 'send-total-hour' }])
  expect(await identity.metrics.registry.getSingleMetricAsString('nikau_sms_budget_exhausted_total')).toMatch(/\{budget="total".*\} 2\n?/)

  // The reserve: half of four for those who are known.
  for (const key of device.cookies.keys()) if (!key.startsWith('nikau_device|')) device.cookies.delete(key)
  expect((await signIn(device, identity.client, known, (to) => codeSentTo(database, to))).tokens.access_token).toBeTruthy()

  // Email, for a number with an address and, with the same pages, for one without.
  const [one, other] = [await askForCode(identity, mailed), await askForCode(identity, phone('20013', 5))]
  for (const { response } of [one, other]) expect(response.text).toContain('name="channel" value="email"')
  for (const [{ browser, page }, to] of [
    [one, mailed],
    [other, phone('20013', 5)],
  ] as const)
    expect((await browser.post(page, { phone: to, channel: 'email' })).location?.pathname).toMatch(/\/code$/)
  const plain = (text: string, page: string) => text.replaceAll(new URL(page).pathname, '').replaceAll(/\+64[\d ]+/g, 'NUMBER')
  const [first, second] = [await one.browser.get(`${one.page}/code`), await other.browser.get(`${other.page}/code`)]
  expect(plain(first.text, one.page)).toBe(plain(second.text, other.page))
  const callback = await followCallback(one.browser, await submitCode(one.browser, one.page, await codeSentTo(database, 'budget@example.nz')))
  expect(callback.searchParams.get('code')).toBeTruthy()

  // A new window raises the alarm again.
  clock.advance(3_601_000)
  for (let number = 10; number < 13; number++) await askForCode(identity, phone('20013', number))
  expect(alarms()).toHaveLength(2)
})

test('a resend that no SMS is left for offers email at once [SEC-6]', async () => {
  const identity = await start({ total: { hour: 1, day: 100 }, reserve: 0, prefix: wide })
  const { browser, page } = await askForCode(identity, phone('20014', 1))
  expect((await browser.get(`${page}/code`)).text).not.toContain('value="email"')
  clock.advance(31_000)
  const refused = await browser.post(`${page}/resend`, { channel: 'sms' })
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('value="email"')
})
