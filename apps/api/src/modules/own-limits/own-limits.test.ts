import { assertLedgerInvariants, balance, createLedger } from '@nikau/ledger'
import { randomIds, Secret, systemClock } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { createAccessToken, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createPayer, createShop, noFees, retryUnavailable, runningApi } from '../../fixtures.ts'
import { paymentRequestJobs } from '../payment-requests/index.ts'

const database = await testDatabase()
const { db } = database
// Monday 16 November 2026, 2 pm in Auckland. Sign-ins are of today's clock.
const clock = fakeClock('2026-11-16T01:00:00Z')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { WEB_CONFIG: '{"people":{"guard":true}}' } })
const shop = await createShop(api, database)
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
/** After everything that a test does: its open requests have expired. */
const later = fakeClock('2026-11-30T01:00:00Z')
const laterLedger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock: later })
const jobs = paymentRequestJobs({ db, ledger: laterLedger, fees: noFees, clock: later, ids: randomIds, externalMethods: [], log: silent })
afterAll(() => Promise.all([ledger.close(), laterLedger.close()]))
beforeEach(() => clock.set('2026-11-16T01:00:00Z'))
afterEach(async () => {
  await jobs.tasks['expire-payment-requests']!({}, {} as never)
  await assertLedgerInvariants(db)
})

const hour = 3_600_000

async function createSpender(money = 100_000) {
  const payer = await createPayer(api, database, money)
  const url = `/api/accounts/${payer.accountId}/limits`
  const read = async () => {
    const { limits } = (await api.get(url, payer.headers)).body as { limits: { name: string }[] }
    return Object.fromEntries(limits.map(({ name, ...limit }) => [name, limit as Record<string, unknown>]))
  }
  return {
    ...payer,
    url,
    read,
    set: (limits: object, headers: Record<string, string> = payer.headers) => api.put(url, limits, headers),
    payNew: async (amount: number, more: Record<string, unknown> = {}) => await payer.pay((await shop.createRequest(amount)).id, more),
    usedToday: async () => String((await read())['one-day']!.usage),
    counter: (name: 'day' | 'new-people', date: string) => `own-limit:${payer.accountId}:${name}:nikau.nzd.test:${date}`,
    events: async () =>
      (
        await sql<{ kind: string; detail: object }>`
          select kind, detail from security_event where person_id = ${payer.personId} and kind like 'own-limit-%' order by id`.execute(db)
      ).rows,
  }
}

type Spender = Awaited<ReturnType<typeof createSpender>>

let numbers = 0
const newAlias = () => `+64211${String(++numbers).padStart(6, '0')}`

/** Sends money; by default to a person not sent to before. */
const send = (spender: Spender, value: number, recipientAlias = newAlias()) =>
  api.post(
    '/api/asset-transfers',
    { assetId: spender.walletId, recipientAlias, value: String(value), purpose: 'family-or-friends', idempotencyKey: crypto.randomUUID() },
    spender.headers,
  )
const exceeded = (limit: string, left: string) => ({ status: 403, body: { message: 'OWN_LIMIT_EXCEEDED', limit, left } })

test('there is no limit until one is set; the answer has all four with the highest that can be set [GUARD-11]', async () => {
  const mia = await createSpender()
  expect((await api.get(mia.url, mia.headers)).body).toEqual({
    limits: [
      { name: 'one-payment', highest: '100000' },
      { name: 'one-day', highest: '100000', usage: '0' },
      { name: 'new-people', highest: '100000', usage: '0' },
      { name: 'no-signal', limit: '6000', highest: '20000' },
    ],
    riseHours: 24,
  })
  expect((await mia.payNew(50_000)).status).toBe(200)
  expect(await balance(db, mia.counter('day', '2026-11-16'))).toBeUndefined()
  const other = await createSpender()
  expect((await api.get(mia.url, other.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.put(mia.url, { 'one-day': '1' }, other.headers)).body.message).toBe('FORBIDDEN')
})

test('a lower limit is in force at once, and of the payments of a day no more than the limit passes [GUARD-11, GUARD-12]', async () => {
  const mia = await createSpender()
  expect((await mia.set({ 'one-day': '10000', 'one-payment': '6000' })).status).toBe(200)
  expect((await mia.payNew(6001)).body).toMatchObject({ message: 'OWN_LIMIT_EXCEEDED', limit: 'one-payment', left: '6000' })
  expect((await mia.payNew(6000)).status).toBe(200)
  expect(await mia.payNew(4001)).toMatchObject({ status: 403, body: { message: 'OWN_LIMIT_EXCEEDED', limit: 'one-day', left: '4000' } })
  expect((await mia.payNew(3000)).status).toBe(200)
  expect(await mia.read()).toMatchObject({ 'one-day': { limit: '10000', usage: '9000' } })
  await mia.set({ 'one-day': '9500' })
  expect((await mia.payNew(501)).body).toMatchObject({ limit: 'one-day', left: '500' })
  // Below what the day has used: nothing is left, and nothing is taken back.
  await mia.set({ 'one-day': '5000' })
  expect((await mia.payNew(1)).body).toMatchObject({ message: 'OWN_LIMIT_EXCEEDED', limit: 'one-day', left: '0' })
  expect(await mia.balance()).toBe(91_000)
})

test('parts of one payment count together [GUARD-12]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-payment': '1000' })
  const { id } = await shop.createRequest(1500)
  expect((await mia.pay(id, { mode: 'multi-asset-payment', amount: '900' })).status).toBe(200)
  expect((await mia.pay(id, { mode: 'multi-asset-payment', amount: '600' })).body).toMatchObject({
    message: 'OWN_LIMIT_EXCEEDED',
    limit: 'one-payment',
    left: '100',
  })
})

test('of concurrent payments the limit lets only some pass, whichever instance takes them [GUARD-12]', async () => {
  const mia = await createSpender()
  const second = await runningApi(database, { clock, wallClock: systemClock })
  await mia.set({ 'one-day': '1000' })
  const requests = await Promise.all(Array.from({ length: 12 }, () => shop.createRequest(300)))
  const body = { assetType: 'nikau.nzd.test', assetId: mia.walletId }
  const answers = await Promise.all(requests.map(({ id }, i) => (i % 2 ? api : second).post(`/api/payment-requests/${id}/pay`, body, mia.headers)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { body: refused } of answers.filter(({ status }) => status !== 200)) expect(refused).toMatchObject({ message: 'OWN_LIMIT_EXCEEDED', left: '100' })
  expect(await mia.usedToday()).toBe('900')
})

test('an own limit is looked at before the quota [GUARD-12]', async () => {
  const mia = await createSpender(100_000)
  await sql`insert into quota_limit (account_id, type, asset_type, period, cents) values (${mia.accountId}, 'spend', 'nikau.nzd.test', 'monthly', 2000)`.execute(
    database.owner.db,
  )
  await mia.set({ 'one-day': '1500' })
  expect((await mia.payNew(2001)).body.message).toBe('OWN_LIMIT_EXCEEDED')
  await mia.payNew(1000)
  clock.advance(24 * hour)
  expect((await mia.payNew(1100)).body.message).toBe('QUOTA_EXCEEDED')
  expect(await mia.usedToday()).toBe('0')
})

test('a refund, a void, a cancelled part payment and a released pre-authorisation give the use back to their day [GUARD-12]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '10000' })
  const act = (id: string, action: string, body: object = {}) => api.post(`/api/payment-requests/${id}/${action}`, body, shop.till)
  const refunded = await shop.createRequest(4000)
  await mia.pay(refunded.id)
  await act(refunded.id, 'refund', { value: { amount: '1000', currency: 'NZD' }, externalRef: 'r1' })
  expect(await mia.usedToday()).toBe('3000')
  const voided = await shop.createRequest(2000)
  await mia.pay(voided.id)
  expect((await act(voided.id, 'void')).status).toBe(200)
  expect(await mia.usedToday()).toBe('3000')
  const inParts = await shop.createRequest(2000)
  await mia.pay(inParts.id, { mode: 'multi-asset-payment', amount: '500' })
  expect(await mia.usedToday()).toBe('3500')
  expect((await act(inParts.id, 'cancel')).status).toBe(200)
  expect(await mia.usedToday()).toBe('3000')
  const held = await shop.createRequest(5000, { preAuth: true })
  expect((await mia.pay(held.id)).status).toBe(200)
  expect(await mia.usedToday()).toBe('8000')
  await act(held.id, 'confirm', { value: { amount: '1500', currency: 'NZD' }, invoiceRef: 'pump-7', idempotencyKey: 'c1' })
  // On the next day: the day of the authorisation gets it back.
  clock.advance(24 * hour)
  expect((await act(held.id, 'release')).status).toBe(200)
  expect((await balance(db, mia.counter('day', '2026-11-16')))!.posted).toBe(4500n)
  expect(await mia.usedToday()).toBe('0')
})

test('room that a refund makes under a lowered limit ends at that limit [GUARD-12]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '10000' })
  const first = await shop.createRequest(8000)
  await mia.pay(first.id)
  await mia.set({ 'one-day': '2000' })
  await api.post(`/api/payment-requests/${first.id}/refund`, { value: { amount: '7000', currency: 'NZD' }, externalRef: 'r2' }, shop.till)
  expect((await mia.payNew(1001)).body).toMatchObject({ limit: 'one-day', left: '1000' })
  expect((await mia.payNew(1000)).status).toBe(200)
})

test('a higher limit waits 24 hours, is told on every channel and needs a recent sign-in [GUARD-11]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '1000' })
  const old = { authorization: `Bearer ${await createAccessToken(database, mia.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })}` }
  expect((await mia.set({ 'one-day': '3000' }, old)).body.message).toBe('SIGN_IN_AGAIN')
  // Lower needs none.
  expect((await mia.set({ 'new-people': '500' }, old)).status).toBe(200)
  expect((await mia.set({ 'one-day': '3000' })).status).toBe(200)
  expect(await mia.read()).toMatchObject({ 'one-day': { limit: '1000', rise: { limit: '3000', at: '2026-11-17T01:00:00.000Z' } } })
  expect((await mia.payNew(1001)).body.message).toBe('OWN_LIMIT_EXCEEDED')
  // The same again does not start the wait again.
  clock.advance(hour)
  await mia.set({ 'one-day': '3000' })
  expect(await mia.read()).toMatchObject({ 'one-day': { rise: { at: '2026-11-17T01:00:00.000Z' } } })
  expect(await mia.events()).toEqual([
    { kind: 'own-limit-lowered', detail: { limit: 'one-day', amount: '$10.00' } },
    { kind: 'own-limit-lowered', detail: { limit: 'new-people', amount: '$5.00' } },
    { kind: 'own-limit-raised', detail: { limit: 'one-day', amount: '$30.00', hours: '24' } },
  ])
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${mia.phone} and purpose = 'security-notice'`.execute(db)
  expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining('Your own limit for one day rises to $30.00 in 24 hours.')])
  // On the day of the rise, after and before it.
  clock.set('2026-11-17T00:59:59Z')
  expect((await mia.payNew(900)).status).toBe(200)
  expect((await mia.payNew(101)).body).toMatchObject({ limit: 'one-day', left: '100' })
  clock.set('2026-11-17T01:00:00Z')
  expect((await mia.payNew(2100)).status).toBe(200)
  expect((await mia.payNew(1)).body).toMatchObject({ limit: 'one-day', left: '0' })
  const after = await mia.read()
  expect(after['one-day']).toMatchObject({ limit: '3000', usage: '3000' })
  expect(after['one-day']!.rise).toBeUndefined()
})

test('a rise can be taken back until it is in force, and a limit ends the same way [GUARD-11]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-payment': '1000', 'one-day': '1000' })
  await mia.set({ 'one-payment': null, 'one-day': '2000' })
  expect(await mia.read()).toMatchObject({ 'one-payment': { limit: '1000', rise: { at: '2026-11-17T01:00:00.000Z' } } })
  clock.advance(23 * hour)
  expect((await mia.set({ 'one-day': '1000' })).status).toBe(200)
  clock.advance(hour)
  const limits = await mia.read()
  expect(limits['one-day']).toEqual({ limit: '1000', highest: '100000', usage: '0' })
  expect(limits['one-payment']).toEqual({ highest: '100000' })
  expect((await mia.payNew(1001)).body).toMatchObject({ limit: 'one-day' })
})

test('no own limit is above the quota, and none without signal above $200 [GUARD-11]', async () => {
  const mia = await createSpender()
  expect((await mia.set({ 'one-day': '100001' })).body).toMatchObject({ message: 'OWN_LIMIT_TOO_HIGH', limit: 'one-day', highest: '100000' })
  expect((await mia.set({ 'no-signal': '20001' })).body).toMatchObject({ message: 'OWN_LIMIT_TOO_HIGH', limit: 'no-signal', highest: '20000' })
  expect((await mia.set({ 'one-day': '100000', 'no-signal': '6000' })).status).toBe(200)
  expect(await mia.read()).toMatchObject({ 'one-day': { limit: '100000' }, 'no-signal': { limit: '6000' } })
  expect((await mia.set({ 'one-day': '-1' })).status).toBe(400)
})

test('sends count by day and, the first to a person, by people not sent to before; a recalled one gives both back [GUARD-12]', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '10000', 'new-people': '3000', 'one-payment': '8000' })
  const known = newAlias()
  const first = await send(mia, 2500, known)
  expect(first.status).toBe(200)
  expect(await send(mia, 501)).toMatchObject(exceeded('new-people', '500'))
  expect(await send(mia, 8001, known)).toMatchObject(exceeded('one-payment', '8000'))
  expect((await send(mia, 7000, known)).status).toBe(200)
  expect(await send(mia, 501, known)).toMatchObject(exceeded('one-day', '500'))
  expect((await api.post(`/api/asset-transfers/${first.body.id}/cancel`, {}, mia.headers)).status).toBe(200)
  expect(await mia.read()).toMatchObject({ 'one-day': { usage: '7000' }, 'new-people': { usage: '0' } })
})

test('of concurrent sends to new people the limit lets only some pass [GUARD-12]', async () => {
  const mia = await createSpender()
  await mia.set({ 'new-people': '1000' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => retryUnavailable(() => send(mia, 300))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(await mia.read()).toMatchObject({ 'new-people': { usage: '900' } })
})

test.each([
  ['signed-in-new-device', 'new-device'],
  ['email-changed', 'new-email'],
] as const)('after %s only 200 dollars a day go to people not sent to before, for 24 hours [GUARD-14]', async (kind, because) => {
  const mia = await createSpender()
  const known = newAlias()
  await recordSecurityEvent(db, { personId: mia.personId, kind, at: clock.now(), detail: { device: 'Chrome on Mac', email: 'm•••@example.nz' } })
  expect(await mia.read()).toMatchObject({ 'new-people': { lowered: { limit: '20000', until: '2026-11-17T01:00:00.000Z', because } } })
  expect(await send(mia, 20_001)).toMatchObject(exceeded('new-people', '20000'))
  expect((await send(mia, 15_000, known)).status).toBe(200)
  expect(await send(mia, 5001)).toMatchObject(exceeded('new-people', '5000'))
  // Neither known people nor shops are affected.
  expect((await send(mia, 20_001, known)).status).toBe(200)
  expect((await mia.payNew(20_001)).status).toBe(200)
  clock.advance(24 * hour)
  expect((await mia.read())['new-people']!.lowered).toBeUndefined()
  expect((await send(mia, 20_001)).status).toBe(200)
})

test('a changed email lowers it, and is told on the channels that were there before [GUARD-14]', async () => {
  const mia = await createSpender()
  const [before, after] = [`before-${mia.personId}@example.nz`, `after-${mia.personId}@example.nz`]
  await sql`update identity.person set email = ${before}, email_verified = true where id = ${mia.personId}`.execute(database.owner.db)
  expect((await api.post('/api/me/profile/update', { email: after }, mia.headers)).status).toBe(200)
  expect(await mia.read()).toMatchObject({ 'new-people': { lowered: { limit: '20000', because: 'new-email' } } })
  const { rows } = await sql<{ recipient: string }>`
    select recipient from message where recipient in (${mia.phone}, ${before}, ${after}) and purpose = 'security-notice' order by channel desc`.execute(db)
  expect(rows.map(({ recipient }) => recipient)).toEqual([mia.phone, before])
})

test('a new device lowers an own limit above $200 and leaves a lower one [GUARD-14]', async () => {
  const [high, low] = [await createSpender(), await createSpender()]
  await high.set({ 'new-people': '50000' })
  await low.set({ 'new-people': '5000' })
  await send(high, 100)
  for (const { personId } of [high, low]) await recordSecurityEvent(db, { personId, kind: 'signed-in-new-device', at: clock.now(), detail: { device: 'x' } })
  expect(await send(high, 19_901)).toMatchObject(exceeded('new-people', '19900'))
  expect((await low.read())['new-people']).toMatchObject({ limit: '5000' })
  expect((await low.read())['new-people']!.lowered).toBeUndefined()
  expect(await send(low, 5001)).toMatchObject(exceeded('new-people', '5000'))
})

test('without the safety screens a new device lowers nothing [GUARD-14]', async () => {
  const mia = await createSpender()
  const off = await runningApi(database, { clock, wallClock: systemClock })
  await recordSecurityEvent(db, { personId: mia.personId, kind: 'signed-in-new-device', at: clock.now(), detail: { device: 'x' } })
  const body = { assetId: mia.walletId, recipientAlias: newAlias(), value: '20001', idempotencyKey: crypto.randomUUID() }
  expect((await off.post('/api/asset-transfers', body, mia.headers)).status).toBe(200)
})

test('a withdrawal to one’s own bank account does not count', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '1000', 'one-payment': '1000' })
  const linked = await api.post(
    '/api/bank-accounts',
    { accountId: mia.accountId, bankAccountName: 'M Henare', bankAccountNumber: '00-0500-0100001-00' },
    mia.headers,
  )
  const withdrawn = await api.post(
    '/api/withdrawals',
    { bankAuthorityId: linked.body.id, walletId: mia.walletId, amount: '5000', idempotencyKey: 'w1' },
    mia.headers,
  )
  expect(withdrawn.status).toBe(200)
  expect(await mia.usedToday()).toBe('0')
})

test('the invariant finds a use of an own limit that no quota has', async () => {
  const mia = await createSpender()
  await mia.set({ 'one-day': '1000' })
  const operations = [{ op: 'use' as const, account: mia.counter('day', '2026-11-16'), amount: 5n }]
  const rolledBack = db.transaction().execute(async (tx) => {
    await ledger.postInTransaction(tx, [{ reference: 'stray', kind: 'test', subject: 'test', operations }])
    await assertLedgerInvariants(tx)
  })
  await expect(rolledBack).rejects.toThrow('invariant_own_limit_follows_quota')
})
