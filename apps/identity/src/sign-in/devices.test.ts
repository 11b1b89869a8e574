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
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { deleteExpired } from '../delete-expired.ts'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { TRUST_PROXY: '127.0.0.1' } })
const { client } = identity

beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6420001${String(++people).padStart(5, '0')}`
const from = (address: string) => createHttpBrowser({ via: identity.local, headers: { 'x-forwarded-for': address } })
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const deviceToken = (browser: HttpBrowser) => browser.cookies.get('nikau_device|/')?.value

/** A person who has signed in before, and their browser without its session. */
async function knownPerson(phone = newPhone(), browser = from('203.0.113.1')) {
  const { tokens } = await signIn(browser, client, phone, (to) => codeSentTo(database, to))
  forgetSession(browser)
  return { phone, browser, id: decodeJwt(tokens.id_token).sub! }
}

function forgetSession(browser: HttpBrowser) {
  for (const key of browser.cookies.keys()) if (!key.startsWith('nikau_device|')) browser.cookies.delete(key)
}

async function askForCode(browser: HttpBrowser, phone: string) {
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  return { page, response: await requestCode(browser, page, phone) }
}

/** Strangers at other addresses request codes and guess wrong until they are refused. */
async function attack(phone: string) {
  const statuses = { sent: [] as number[], guessed: [] as number[] }
  for (let i = 0; i < 24; i++) {
    if (i % 8 === 0 && i > 0) clock.advance(3_601_000)
    const stranger = from(`198.51.100.${i}`)
    const { page, response } = await askForCode(stranger, phone)
    statuses.sent.push(response.status)
    if (response.status !== 303) continue
    const code = await codeSentTo(database, phone)
    for (let guess = 0; guess < 3; guess++) {
      const { status } = await submitCode(stranger, page, wrongFor(code))
      statuses.guessed.push(status)
      if (status === 429) break
    }
  }
  return statuses
}

test('strangers who use up the codes and guesses of a number do not stop its owner on a known device [SEC-7]', async () => {
  const { phone, browser } = await knownPerson()
  const strangers = await attack(phone)
  expect(strangers.sent.filter((status) => status === 303)).toHaveLength(20)
  expect(strangers.sent.at(-1)).toBe(429)
  expect(strangers.guessed.at(-1)).toBe(429)

  const newBrowser = from('192.0.2.1')
  expect((await askForCode(newBrowser, phone)).response.status).toBe(429)

  const { page, response } = await askForCode(browser, phone)
  expect(response.status).toBe(303)
  const callback = await followCallback(browser, await submitCode(browser, page, await codeSentTo(database, phone)))
  expect(callback.searchParams.get('code')).toBeTruthy()
})

test('a stolen device cookie gives an allowance and nothing else: ten guesses an hour, eight messages [SEC-7]', async () => {
  const { phone, browser } = await knownPerson()
  const token = deviceToken(browser)!
  const thief = () => {
    const stolen = from('198.51.100.200')
    stolen.cookies.set('nikau_device|/', { value: token, path: '/' })
    return stolen
  }
  const guesses: number[] = []
  const sends: number[] = []
  let last: { stolen: HttpBrowser; page: string; code: string } | undefined
  for (let i = 0; i < 9; i++) {
    const stolen = thief()
    const { page, response } = await askForCode(stolen, phone)
    sends.push(response.status)
    if (response.status !== 303) continue
    const code = await codeSentTo(database, phone)
    if (guesses.length < 10) for (let guess = 0; guess < 2; guess++) guesses.push((await submitCode(stolen, page, wrongFor(code))).status)
    last = { stolen, page, code }
  }
  expect(sends).toEqual([...Array<number>(8).fill(303), 429])
  expect(guesses).toEqual(Array(10).fill(400))
  expect((await submitCode(last!.stolen, last!.page, last!.code)).status).toBe(429)
  // The owner's number is untouched by what the thief used up.
  expect((await askForCode(from('192.0.2.2'), phone)).response.status).toBe(303)
})

test('the cookie of one person gives no allowance for another, and is stored only as a hash [SEC-7]', async () => {
  const [one, other] = [await knownPerson(), await knownPerson(newPhone(), from('203.0.113.2'))]
  await attack(other.phone)
  expect((await askForCode(one.browser, other.phone)).response.status).toBe(429)
  const { rows } = await sql<{ all: string }>`select string_agg(d::text, ' ') as all from identity.device d`.execute(database.owner.db)
  expect(rows[0]!.all).not.toContain(deviceToken(one.browser))
})

test('people who share a browser are both known there, and a planted token does not become the victim’s [SEC-7]', async () => {
  const attacker = await knownPerson(newPhone(), from('203.0.113.3'))
  const planted = deviceToken(attacker.browser)!
  const shared = from('203.0.113.4')
  shared.cookies.set('nikau_device|/', { value: planted, path: '/' })
  const victim = await knownPerson(newPhone(), shared)
  expect(deviceToken(shared)).not.toBe(planted)
  const known = async (phone: string) =>
    (
      await sql`select from identity.device d join identity.person p on p.id = d.person_id
      where p.phone = ${phone} and d.token_hash = sha256(convert_to(${deviceToken(shared)}, 'UTF8'))`.execute(database.owner.db)
    ).rows.length
  expect([await known(attacker.phone), await known(victim.phone)]).toEqual([1, 1])
  await attack(victim.phone)
  expect((await askForCode(attacker.browser, victim.phone)).response.status).toBe(429)
})

test('a new device is told on every channel, the first sign-in and known devices are not [SEC-10] [GUARD-14]', async () => {
  const { phone, browser, id } = await knownPerson()
  const email = `device-${people}@example.nz`
  await sql`update identity.person set email = ${email}, email_verified = true where id = ${id}`.execute(database.owner.db)
  const events = async () =>
    (
      await sql<{ kind: string; method: string; address: string; sessions: boolean }>`
      select kind, method, address, session_uid is not null as sessions from security_event where person_id = ${id} order by id`.execute(database.owner.db)
    ).rows
  const notices = async () =>
    (
      await sql<{ recipient: string; body: string }>`
      select recipient, body from message where recipient in (${phone}, ${email}) and purpose = 'security-notice' order by channel desc`.execute(
        database.owner.db,
      )
    ).rows
  await signIn(browser, client, phone, (to) => codeSentTo(database, to))
  expect(await notices()).toEqual([])
  await signIn(from('192.0.2.77'), client, phone, (to) => codeSentTo(database, to))
  expect((await notices()).map((notice) => notice.recipient)).toEqual([phone, email])
  expect((await notices())[0]!.body).toContain('signed in to your Nikau on a new device (Unknown device)')
  expect(await events()).toEqual([
    { kind: 'signed-in', method: 'code', address: '203.0.113.1', sessions: true },
    { kind: 'signed-in', method: 'code', address: '203.0.113.1', sessions: true },
    { kind: 'signed-in-new-device', method: 'code', address: '192.0.2.77', sessions: true },
  ])
})

test('wrong codes are listed once per exhausted code [SEC-10]', async () => {
  const { phone, id } = await knownPerson()
  const stranger = from('198.51.100.99')
  const { page } = await askForCode(stranger, phone)
  const code = await codeSentTo(database, phone)
  for (let i = 0; i < 7; i++) await submitCode(stranger, page, wrongFor(code))
  const { rows } = await sql`select address from security_event where person_id = ${id} and kind = 'sign-in-code-wrong'`.execute(database.owner.db)
  expect(rows).toEqual([{ address: '198.51.100.99' }])
})

test('a device that was not used for 13 months is forgotten [SEC-11]', async () => {
  const { id } = await knownPerson()
  const devices = async () => (await sql`select from identity.device where person_id = ${id}`.execute(database.owner.db)).rows.length
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 24 * 3_600_000)
  await deleteExpired(database.owner.db, inDays(390))
  expect(await devices()).toBe(1)
  await deleteExpired(database.owner.db, inDays(400))
  expect(await devices()).toBe(0)
})
