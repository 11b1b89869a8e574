import { randomUUID } from 'node:crypto'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, testDatabase, type TestPerson } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { concurrently, createShop, runningApi } from '../../fixtures.ts'
import { pairTill, type PairedTill, setTillCode, startTurn } from './fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000', STEP_UP_SECONDS: '86400' } })

type Shop = Awaited<ReturnType<typeof createShop>>
const tillsOf = (shop: Shop) => `/api/accounts/${shop.accountId}/tills`
const nzd = (amount: number) => ({ amount: String(amount), currency: 'NZD' })

async function hire(shop: Shop, role: string, givenName = 'Sione'): Promise<TestPerson> {
  const person = await createPerson(database, { givenName, familyName: 'Latu' })
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${person.personId}, ${role}, now())`.execute(
    database.owner.db,
  )
  return person
}

const signOn = (till: PairedTill, personId: string, code: string) => api.post(`/api/tills/${till.id}/sign-on`, { personId, code }, till.headers)
const charge = (shop: Shop, headers: Record<string, string>, amount: number, more: object = {}) =>
  api.post('/api/payment-requests', { configId: shop.configId, value: nzd(amount), idempotencyKey: randomUUID(), ...more }, headers)
const people = (till: PairedTill) => api.get(`/api/tills/${till.id}/people`, till.headers)

test('a till is paired by a code that works once and for ten minutes, and its key is bound to it [TILL-02]', async () => {
  const shop = await createShop(api, database)
  const { body: made } = await api.post(tillsOf(shop), { name: 'Front', merchantId: shop.merchantId }, shop.owner.headers)
  expect(made).toMatchObject({ till: { name: 'Front', status: 'waiting', liveness: 'test' }, pairing: { code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/) } })
  expect(new Date(made.pairing.expiresAt).getTime() - clock.now().getTime()).toBe(600_000)
  const typed = `${made.pairing.code.slice(0, 4).toLowerCase()} ${made.pairing.code.slice(4)}`
  const paired = await api.post('/api/tills/pair', { code: typed })
  expect(paired.body).toMatchObject({
    till: { id: made.till.id, merchantId: shop.merchantId, configId: shop.configId, accountName: 'Kauri Cafe Ltd', limits: { perPayment: '200000' } },
  })
  expect(await api.post('/api/tills/pair', { code: made.pairing.code })).toMatchObject({ status: 403, body: { message: 'PAIRING_CODE_INVALID' } })
  const key = { 'x-api-key': String(paired.body.key) }
  expect((await api.get(`/api/tills/${made.till.id}`, key)).body).toEqual(paired.body.till)
  // The till shows GST only where the shop charges it.
  for (const gstNumber of [null, '140107697']) {
    await sql`update merchant set gst_number = ${gstNumber} where id = ${shop.merchantId}`.execute(database.owner.db)
    expect((await api.get(`/api/tills/${made.till.id}`, key)).body.gstNumber ?? null).toBe(gstNumber)
  }
  const { body: again } = await api.post(`${tillsOf(shop)}/${made.till.id}/pairing-code`, {}, shop.owner.headers)
  clock.advance(600_000)
  expect((await api.post('/api/tills/pair', { code: again.pairing.code })).body.message).toBe('PAIRING_CODE_INVALID')
  const { body: third } = await api.post(`${tillsOf(shop)}/${made.till.id}/pairing-code`, {}, shop.owner.headers)
  expect((await api.get(`/api/tills/${made.till.id}`, key)).status).toBe(200)
  const [one, two] = await Promise.all([1, 2].map(() => api.post('/api/tills/pair', { code: third.pairing.code })))
  expect([one!.status, two!.status]).toEqual(expect.arrayContaining([200, 403]))
  await expect.poll(async () => (await api.get(`/api/tills/${made.till.id}`, key)).status).toBe(401)
})

test('a till is listed under Team with its last use, and is refused at its next call after it was switched off [TILL-02]', async () => {
  const shop = await createShop(api, database)
  const till = await pairTill(api, shop, 'Back')
  const turn = await startTurn(api, shop, till, shop.owner)
  const list = async () => (await api.get(tillsOf(shop), shop.owner.headers)).body
  expect(await list()).toEqual([
    expect.objectContaining({ id: till.id, name: 'Back', status: 'paired', lastUsedAt: clock.now().toISOString(), personName: expect.any(String) }),
  ])
  const renamed = await api.put(`${tillsOf(shop)}/${till.id}`, { name: 'Counter' }, shop.owner.headers)
  expect(renamed.body).toMatchObject({ name: 'Counter' })
  expect((await api.post(tillsOf(shop), { name: 'counter', merchantId: shop.merchantId }, shop.owner.headers)).body.message).toBe('TILL_ALREADY_EXISTS')
  expect((await charge(shop, turn, 100)).status).toBe(200)
  expect((await api.post(`${tillsOf(shop)}/${till.id}/switch-off`, {}, shop.owner.headers)).body).toMatchObject({ status: 'off' })
  expect([401, 403]).toContain((await charge(shop, turn, 100)).status)
  await expect.poll(async () => (await charge(shop, turn, 100)).status).toBe(401)
  expect((await api.get(`/api/accounts/${shop.accountId}/api-keys`, shop.owner.headers)).body.map(({ name }: { name: string }) => name)).toEqual(['till'])
  const { body: audit } = await api.get(`/api/accounts/${shop.accountId}/audit`, shop.owner.headers)
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['till-added', 'till-paired', 'till-renamed', 'till-switched-off', 'till-code-set']),
  )
})

test('guesses of a pairing code are limited [TILL-02]', async () => {
  // A database of its own: calls of this address to the other API, in the minutes of its clock, would count with these. The minute does not end meanwhile.
  const limited = await runningApi(await testDatabase(), { clock: fakeClock(clock.now().toISOString()) })
  const guess = async () => (await limited.post('/api/tills/pair', { code: 'ABCDEFGH' })).status
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push(await guess())
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
})

test('a test till stays one: it charges in its own shop only, also when the business goes live [TILL-22]', async () => {
  const shop = await createShop(api, database)
  const live = await createShop(api, database, { test: false })
  const till = await pairTill(api, shop)
  const turn = await startTurn(api, shop, till, shop.owner)
  expect((await api.get(`/api/tills/${till.id}`, till.headers)).body.liveness).toBe('test')
  await sql`update merchant set account_id = ${shop.accountId} where id = ${live.merchantId}`.execute(database.owner.db)
  expect((await charge(live, turn, 100)).body.message).toBe('FORBIDDEN')
  expect((await charge(shop, turn, 100)).body).toMatchObject({ liveness: 'test' })
  await sql`update merchant set account_id = ${live.accountId} where id = ${live.merchantId}`.execute(database.owner.db)
})

test('a person starts with their own code; the server says who asked, whatever the device sends [TILL-03, TILL-06]', async () => {
  const shop = await createShop(api, database)
  const till = await pairTill(api, shop)
  const sione = await hire(shop, 'cashier')
  await hire(shop, 'accountant', 'Margaret')
  await setTillCode(api, shop, sione, '482915')
  const { body: list } = await people(till)
  expect(list).toEqual(expect.arrayContaining([{ personId: sione.personId, name: 'Sione', hasCode: true }]))
  expect(list).toHaveLength(2)
  expect(await charge(shop, till.headers, 100)).toMatchObject({ status: 403, body: { message: 'TILL_SIGN_ON_REQUIRED' } })
  const { body: turn } = await signOn(till, sione.personId, '482915')
  expect(turn).toMatchObject({ personId: sione.personId, name: 'Sione', endsAfter: 1800, refundLimit: '5000' })
  const headers = { ...till.headers, 'x-till-turn': String(turn.token) }
  const body = { configId: shop.configId, value: nzd(1600), terminalId: 'another', operatorId: 'the boss', deviceId: 'ipad', idempotencyKey: randomUUID() }
  const answers = await concurrently(3, () => api.post('/api/payment-requests', body, headers))
  expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
  expect(answers[0]!.body).toMatchObject({ terminalId: till.id, operatorId: sione.personId, deviceId: 'ipad' })
  expect((await api.post('/api/payment-requests', { configId: shop.configId, value: nzd(1600) }, headers)).status).toBe(400)
})

test('five wrong codes lock that person at that till for five minutes, however many are tried at once [TILL-03]', async () => {
  const shop = await createShop(api, database)
  const [till, other] = [await pairTill(api, shop), await pairTill(api, shop, 'Till 2')]
  const [sione, priya] = [await hire(shop, 'cashier'), await hire(shop, 'cashier', 'Priya')]
  for (const person of [sione, priya]) await setTillCode(api, shop, person, '482915')
  const answers = []
  for (let n = 0; n < 6; n++) answers.push((await signOn(till, sione.personId, '111222')).body)
  const until = new Date(clock.now().getTime() + 300_000).toISOString()
  expect(answers).toMatchObject([
    ...[4, 3, 2, 1].map((triesLeft) => ({ message: 'SIGN_ON_FAILED', triesLeft })),
    ...[5, 6].map(() => ({ message: 'SIGN_ON_LOCKED', until })),
  ])
  const atOnce = await Promise.all(Array.from({ length: 12 }, (_, index) => signOn(other, priya.personId, String(100_020 + index))))
  const messages = atOnce.map(({ status, body }) => (status === 403 ? String(body.message) : String(status))).toSorted((a, b) => a.localeCompare(b))
  expect(messages).toEqual([...Array.from({ length: 4 }, () => 'SIGN_ON_FAILED'), ...Array.from({ length: 8 }, () => 'SIGN_ON_LOCKED')])
  const locked = await signOn(till, sione.personId, '482915')
  expect(locked).toMatchObject({ status: 403, body: { message: 'SIGN_ON_LOCKED', until: new Date(clock.now().getTime() + 300_000).toISOString() } })
  expect((await signOn(till, priya.personId, '482915')).status).toBe(200)
  expect((await signOn(other, sione.personId, '482915')).status).toBe(200)
  clock.advance(300_000)
  expect((await signOn(till, sione.personId, '111222')).body).toMatchObject({ message: 'SIGN_ON_FAILED', triesLeft: 4 })
  expect((await signOn(till, sione.personId, '482915')).status).toBe(200)
  expect((await signOn(till, sione.personId, '111222')).body).toMatchObject({ triesLeft: 4 })
})

/** What the person is told of the business, oldest first. */
const eventsOf = async ({ personId }: { personId: string }) =>
  (
    await sql<{
      kind: string
      detail: object
    }>`select kind, detail from security_event where person_id = ${personId} and kind like 'till-%' order by id`.execute(database.db)
  ).rows

test('each lock of a day is longer than the one before, and every owner is told of the first [TILL-03, SEC-10]', async () => {
  const shop = await createShop(api, database)
  clock.set(instantAt(addDays(calendarDate(clock.now()), 1), 9).toISOString())
  const [till, second, sione] = [await pairTill(api, shop, 'Front'), await hire(shop, 'account-owner', 'Hana'), await hire(shop, 'cashier')]
  await setTillCode(api, shop, sione, '482915')
  const lock = async () => {
    const tries = []
    for (let n = 0; n < 5; n++) tries.push(await signOn(till, sione.personId, '111222'))
    const { message, until } = tries.at(-1)!.body
    expect(message).toBe('SIGN_ON_LOCKED')
    const ms = new Date(until).getTime() - clock.now().getTime()
    clock.advance(ms)
    return ms / 60_000
  }
  const told = async (person: { personId: string }) => (await eventsOf(person)).filter(({ kind }) => kind === 'till-locked')
  expect(await lock()).toBe(5)
  const event = { kind: 'till-locked', detail: { name: 'Sione', till: 'Front' } }
  for (const owner of [shop.owner, second]) expect(await told(owner)).toEqual([event])
  expect(await told(sione)).toEqual([])
  expect(await lock()).toBe(10)
  // A right code in between starts the tries again, not the day.
  expect((await signOn(till, sione.personId, '482915')).status).toBe(200)
  for (const minutes of [20, 40, 60, 60]) expect(await lock()).toBe(minutes)
  // The fifth try is right: nothing was locked.
  for (let n = 0; n < 4; n++) await signOn(till, sione.personId, '111222')
  expect((await signOn(till, sione.personId, '482915')).status).toBe(200)
  for (const owner of [shop.owner, second]) expect(await told(owner)).toHaveLength(1)
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${second.phone} and body like '%wrong codes%'`.execute(database.db)
  expect(rows).toEqual([{ body: expect.stringContaining('too many wrong codes for Sione at one of your staff tills') }])
  const { body: audit } = await api.get(`/api/accounts/${shop.accountId}/audit`, shop.owner.headers)
  expect(audit.items.filter(({ action }: { action: string }) => action === 'till-locked')).toHaveLength(6)
  clock.set(instantAt(addDays(calendarDate(clock.now()), 1), 9).toISOString())
  expect(await lock()).toBe(5)
  expect(await told(second)).toEqual([event, event])
})

test('owners are told of a device that is paired and of limits that are raised, not of lower ones [TILL-02, SEC-10]', async () => {
  const shop = await createShop(api, database)
  const second = await hire(shop, 'account-owner', 'Hana')
  await pairTill(api, shop, 'Front')
  const paired = { kind: 'till-paired', detail: { till: 'Front', merchant: 'Kauri Cafe' } }
  for (const owner of [shop.owner, second]) expect(await eventsOf(owner)).toEqual([paired])
  const url = `/api/merchants/${shop.merchantId}/till-limits`
  const set = async (limits: Record<'perPayment' | 'perDay' | 'refund', string>) => expect((await api.put(url, limits, shop.owner.headers)).status).toBe(200)
  const { body: before } = await api.get(url, shop.owner.headers)
  await set({ ...before, perPayment: '100' })
  expect(await eventsOf(second)).toEqual([paired])
  for (const [name, amount] of [
    ['perPayment', '101'],
    ['perDay', String(Number(before.perDay) + 1)],
    ['refund', String(Number(before.refund) + 1)],
  ] as const) {
    const { body: now } = await api.get(url, shop.owner.headers)
    await set({ ...now, [name]: amount })
    expect((await eventsOf(second)).at(-1)).toMatchObject({ kind: 'till-limits-raised', detail: { merchant: 'Kauri Cafe', [name]: amount } })
  }
  expect(await eventsOf(second)).toHaveLength(4)
})

test('a turn ends after thirty minutes without use, and when the next person starts [TILL-03]', async () => {
  const shop = await createShop(api, database)
  const till = await pairTill(api, shop)
  const turn = await startTurn(api, shop, till, shop.owner)
  clock.advance(29 * 60_000)
  expect((await charge(shop, turn, 100)).status).toBe(200)
  clock.advance(29 * 60_000)
  expect((await charge(shop, turn, 100)).status).toBe(200)
  // What the device asks by itself is no use by the person.
  for (let minute = 0; minute < 30; minute += 10) {
    clock.advance(10 * 60_000)
    await api.get(`/api/tills/${till.id}`, turn)
  }
  expect((await charge(shop, turn, 100)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
  const sione = await hire(shop, 'cashier')
  const first = await startTurn(api, shop, till, shop.owner)
  await startTurn(api, shop, till, sione)
  expect((await charge(shop, first, 100)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
})

test('a member who is removed or demoted has lost the turn at the next call [BIZ-58]', async () => {
  const shop = await createShop(api, database)
  const [till, sione] = [await pairTill(api, shop), await hire(shop, 'cashier')]
  const turn = await startTurn(api, shop, till, sione)
  expect((await charge(shop, turn, 100)).status).toBe(200)
  const member = `/api/accounts/${shop.accountId}/members/${sione.personId}`
  expect((await api.put(member, { role: 'accountant' }, shop.owner.headers)).status).toBe(200)
  expect((await charge(shop, turn, 100)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
  expect((await signOn(till, sione.personId, '482915')).body.message).toBe('SIGN_ON_FAILED')
  await api.put(member, { role: 'cashier' }, shop.owner.headers)
  const again = { ...till.headers, 'x-till-turn': String((await signOn(till, sione.personId, '482915')).body.token) }
  expect((await charge(shop, again, 100)).status).toBe(200)
  expect((await api.delete(member, shop.owner.headers)).status).toBe(200)
  expect((await charge(shop, again, 100)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
})

test('a code is stored hashed with a salt, is not simple, and ends the turns before [TILL-03]', async () => {
  const shop = await createShop(api, database)
  const till = await pairTill(api, shop)
  const sione = await hire(shop, 'cashier')
  const url = `/api/accounts/${shop.accountId}/till-code`
  for (const code of ['111111', '123456', '987654', '890123']) expect((await api.put(url, { code }, sione.headers)).body.message).toBe('TILL_CODE_TOO_SIMPLE')
  expect((await api.get(url, sione.headers)).body).toEqual({})
  const turn = await startTurn(api, shop, till, sione)
  await setTillCode(api, shop, shop.owner, '482915')
  const { rows } = await sql<{ hash: Buffer }>`select code_hash as hash from till_code where account_id = ${shop.accountId}`.execute(database.owner.db)
  expect(new Set(rows.map(({ hash }) => hash.toString('hex'))).size).toBe(2)
  expect((await charge(shop, turn, 100)).status).toBe(200)
  await setTillCode(api, shop, sione, '730264')
  expect((await charge(shop, turn, 100)).body.message).toBe('TILL_SIGN_ON_REQUIRED')
})
