import { fakeClock, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser, openSignIn, requestCode, signIn, submitCode } from '@nikau/testing/http-browser'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, signInForCalls, startTestIdentity } from '../fixtures.ts'

// When a number counts as its owner's: the column that decides who receives and claims sends.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock })
const { client } = identity
const db = database.owner.db
beforeEach(() => clock.set(new Date().toISOString()))

let people = 0
const newPhone = () => `+6420007${String(++people).padStart(5, '0')}`
const newBrowser = () => createHttpBrowser({ via: identity.local })
const day = 24 * 3_600_000
const ago = (days: number) => new Date(clock.now().getTime() - days * day)
const provedAt = async (phone: string) =>
  (await sql<{ at: Date | null }>`select phone_proved_at as at from identity.person where phone = ${phone}`.execute(db)).rows[0]!.at

/** A person who proved their number long ago. */
async function createPerson(options: { lastSignedInAt: Date; email?: string }) {
  const phone = newPhone()
  await sql`
    insert into identity.person (id, phone, phone_verified, phone_proved_at, email, email_verified, last_signed_in_at, created_at)
    values (gen_random_uuid(), ${phone}, true, ${ago(500)}, ${options.email ?? null}, ${options.email !== undefined}, ${options.lastSignedInAt}, ${ago(3000)})`.execute(
    db,
  )
  return phone
}

async function startSignIn(phone: string) {
  const browser = newBrowser()
  const page = await openSignIn(browser, buildAuthorizationRequest(client))
  await requestCode(browser, page, phone)
  return { browser, page }
}

test('a code by SMS proves the number, of a new person and of a known one', async () => {
  const phone = newPhone()
  await signIn(newBrowser(), client, phone, (to) => codeSentTo(database, to))
  expect(await provedAt(phone)).toEqual(clock.now())
  clock.advance(100 * day)
  await signIn(newBrowser(), client, phone, (to) => codeSentTo(database, to))
  expect(await provedAt(phone)).toEqual(clock.now())
})

test('a code by email does not prove the number', async () => {
  const email = `proof-${++people}@example.nz`
  const phone = await createPerson({ lastSignedInAt: ago(3), email })
  const { browser, page } = await startSignIn(phone)
  clock.advance(31_000)
  await browser.post(`${page}/resend`, { channel: 'email' })
  expect((await submitCode(browser, page, await codeSentTo(database, email))).status).toBe(303)
  expect((await provedAt(phone))!.getTime()).toBeLessThan(ago(400).getTime())
})

test('the code of a dormant number proves nothing until the second one proves whose it is', async () => {
  const email = `dormant-proof-${++people}@example.nz`
  const phone = await createPerson({ lastSignedInAt: ago(366), email })
  const before = await provedAt(phone)
  const { browser, page } = await startSignIn(phone)
  await submitCode(browser, page, await codeSentTo(database, phone))
  expect(await provedAt(phone)).toEqual(before)
  await browser.post(`${page}/second/send`, {})
  await browser.post(`${page}/second/code`, { code: await codeSentTo(database, email) })
  expect(await provedAt(phone)).toEqual(clock.now())
})

test('a step-up by SMS proves the number', async () => {
  const phone = newPhone()
  const person = await signInForCalls(identity, database, phone)
  await sql`update identity.person set phone_proved_at = ${ago(500)} where phone = ${phone}`.execute(db)
  await person.call('POST', '/step-up/code/send', { channel: 'sms' })
  expect((await person.call('POST', '/step-up/code', { code: await codeSentTo(database, phone, 'step-up-code') })).status).toBe(200)
  expect(await provedAt(phone)).toEqual(clock.now())
})

test('a session knows since when its person is known in the browser; signing in again makes no device old [GUARD-14]', async () => {
  const phone = newPhone()
  const old = newBrowser()
  const { tokens } = await signIn(old, client, phone, (to) => codeSentTo(database, to))
  const personId = decodeJwt(tokens.id_token).sub!
  const first = clock.now()
  const forgetSession = (browser: ReturnType<typeof newBrowser>) => {
    for (const key of browser.cookies.keys()) if (!key.startsWith('nikau_device|')) browser.cookies.delete(key)
  }
  const newest = async () => {
    const { rows } = await sql<{ uid: string; at: Date }>`
      select session_uid as uid, device_first_seen_at as at from identity.session_device where person_id = ${personId} order by first_used_at desc limit 1`.execute(
      db,
    )
    const { rows: is } = await sql<{ is: boolean }>`select identity.is_new_device(${personId}, ${rows[0]!.uid}, ${ago(1)}) as is`.execute(db)
    return { at: rows[0]!.at, isNew: is[0]!.is }
  }
  // Nobody was there before.
  expect(await newest()).toEqual({ at: first, isNew: false })
  clock.advance(3 * day)
  await sql`update identity.person set created_at = ${ago(30)} where id = ${personId}`.execute(db)
  const added = newBrowser()
  await signIn(added, client, phone, (to) => codeSentTo(database, to))
  const since = clock.now()
  expect(await newest()).toEqual({ at: since, isNew: true })
  clock.advance(3_600_000)
  forgetSession(added)
  await signIn(added, client, phone, (to) => codeSentTo(database, to))
  expect(await newest()).toEqual({ at: since, isNew: true })
  clock.advance(1000)
  forgetSession(old)
  await signIn(old, client, phone, (to) => codeSentTo(database, to))
  expect(await newest()).toEqual({ at: first, isNew: false })
})
