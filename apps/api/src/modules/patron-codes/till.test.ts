import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, testDatabase } from '@nikau/testing'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { createPayer, createShop, createWebhook, dispatchEvents, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const { db } = database
// At noon in Auckland, so that the tests stay on one day.
const clock = fakeClock('2026-11-05T23:00:00.000Z')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>
const invalid = { statusCode: 403, error: 'Forbidden', message: 'PATRON_CODE_INVALID' }
const scan = (barcode: string, amount: number, more: object = {}, at = shop) =>
  api.post('/api/payment-requests', { configId: at.configId, value: { amount: String(amount), currency: 'NZD' }, barcode, ...more }, at.till)
const requests = async () => Number((await sql<{ count: bigint }>`select count(*) from payment_request`.execute(db)).rows[0]!.count)

async function createCustomer(money = 10_000) {
  const payer = await createPayer(api, database, money)
  const settings = `/api/accounts/${payer.accountId}/till-settings`
  return {
    ...payer,
    read: async () => (await api.get(settings, payer.headers)).body,
    allow: (change: object, headers: Headers = payer.headers) => api.put(settings, change, headers),
    code: async (body: object = {}) => (await api.post('/api/patron-codes', body, payer.headers)).body.barcode as string,
    limit: (change: object) => api.put(`/api/accounts/${payer.accountId}/limits`, change, payer.headers),
    /** Another device. */
    device: async (signedInAt = new Date()) => ({ authorization: `Bearer ${await createAccessToken(database, payer.personId, undefined, { signedInAt })}` }),
    request: async (id: string) => (await api.get(`/api/payment-requests/${id}`, payer.headers)).body,
    report: (id: string, headers: Headers = payer.headers) => api.post(`/api/payment-requests/${id}/report`, undefined!, headers),
    freeze: () => api.post(`/api/accounts/${payer.accountId}/freeze`, undefined!, payer.headers),
    unfreeze: () => api.post(`/api/accounts/${payer.accountId}/unfreeze`, undefined!, payer.headers),
    offline: (headers: Headers = payer.headers) => api.post('/api/patron-codes/offline', {}, headers),
    messages: async () =>
      (
        await sql<{ body: string }>`select body from message where recipient = ${payer.phone} and purpose = 'till-payment' order by id`.execute(
          database.owner.db,
        )
      ).rows.map((row) => row.body),
    events: async () => ((await api.get('/api/me/security-events', payer.headers)).body.items as { kind: string }[]).map(({ kind }) => kind),
  }
}

/** A person who has switched "Pay with no signal" on, and the set of their phone. */
async function createOfflineCustomer(money = 10_000) {
  const customer = await createCustomer(money)
  expect((await customer.allow({ noSignal: true })).status).toBe(200)
  const set = (await customer.offline()).body
  return { ...customer, set, barcodes: (set.codes as { barcode: string }[]).map(({ barcode }) => barcode) }
}

// Without approval.

test('nothing is allowed at first; to allow more needs a recent sign-in, less does not', async () => {
  const mia = await createCustomer()
  expect(await mia.read()).toEqual({ noSignal: false, noSignalLimit: '6000', highestWithoutApproval: '10000' })
  const old = await mia.device(new Date(Date.now() - 600_000))
  for (const change of [{ noSignal: true }, { withoutApproval: '500' }])
    expect(await mia.allow(change, old)).toMatchObject({ status: 403, body: { message: 'SIGN_IN_AGAIN' } })
  expect((await mia.allow({ noSignal: true, withoutApproval: '2000' })).body).toMatchObject({ noSignal: true, withoutApproval: { limit: '2000', used: '0' } })
  expect((await mia.allow({ withoutApproval: '2001' }, old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await mia.allow({ withoutApproval: '1500' }, old)).body).toMatchObject({ noSignal: true, withoutApproval: { limit: '1500' } })
  expect((await mia.allow({ noSignal: false, withoutApproval: null }, old)).body).toEqual(await (await createCustomer()).read())
  expect(await mia.allow({ withoutApproval: '10001' })).toMatchObject({ status: 403, body: { message: 'OWN_LIMIT_TOO_HIGH', highest: '10000' } })
  expect(await mia.events()).toEqual(expect.arrayContaining(['no-signal-on', 'no-signal-off', 'without-approval-allowed', 'without-approval-lowered']))
  const stranger = await createCustomer()
  expect(await mia.allow({ noSignal: true }, stranger.headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('within the limit of the day a scanned code is paid at once and told; over it the person is asked', async () => {
  const mia = await createCustomer()
  expect((await scan(await mia.code(), 800)).body).toMatchObject({ status: 'new' })
  await mia.allow({ withoutApproval: '2000' })
  const paid = (await scan(await mia.code(), 1500)).body
  expect(paid).toMatchObject({ status: 'paid', remainingAmount: '0', paidBy: { assetTotals: [{ type: 'nikau.nzd.test', total: { amount: '1500' } }] } })
  expect((await mia.read()).withoutApproval).toEqual({ limit: '2000', used: '1500' })
  const asked = (await scan(await mia.code(), 501)).body
  expect(asked.status).toBe('new')
  expect((await mia.pay(asked.id)).status).toBe(200)
  expect((await scan(await mia.code(), 500)).body.status).toBe('paid')
  expect(await mia.balance()).toBe(10_000 - 1500 - 501 - 500)
  expect((await mia.read()).withoutApproval).toEqual({ limit: '2000', used: '2000' })
  expect((await mia.messages()).toSorted()).toEqual([
    expect.stringContaining('You paid $15.00 to Kauri Cafe with your code, without being asked.'),
    expect.stringContaining('You paid $5.00 to Kauri Cafe'),
  ])
  expect((await mia.request(paid.id)).offlineCode).toBeUndefined()
  // The next day is a new one.
  clock.advance(86_400_000)
  expect((await scan(await mia.code(), 2000)).body.status).toBe('paid')
})

test('a lowered limit holds at once, and null ends payments without approval', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '2000' })
  expect((await scan(await mia.code(), 1000)).body.status).toBe('paid')
  await mia.allow({ withoutApproval: '1200' })
  expect((await scan(await mia.code(), 201)).body.status).toBe('new')
  expect((await scan(await mia.code(), 200)).body.status).toBe('paid')
  await mia.allow({ withoutApproval: '500' })
  expect((await scan(await mia.code(), 1)).body.status).toBe('new')
  await mia.allow({ withoutApproval: '2000' })
  expect((await scan(await mia.code(), 800)).body.status).toBe('paid')
  await mia.allow({ withoutApproval: null })
  expect((await scan(await mia.code(), 1)).body.status).toBe('new')
})

test('what a till wants beyond a plain payment is asked for: holds, conditions, other money; and what other limits forbid', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '5000' })
  const scenario = { testScenarioName: 'force-condition-check-photo-id' }
  expect((await scan(await mia.code(scenario), 100, { conditionsEnabled: true })).body.status).toBe('new')
  expect((await scan(await mia.code(scenario), 100, { patronNotPresent: true })).body.status).toBe('new')
  expect((await scan(await mia.code(), 100, { preAuth: true })).body).toMatchObject({ status: 'new', preAuthStatus: 'pending' })
  const tokensAndCash = await createShop(api, database, { types: ['external'] })
  expect((await scan(await mia.code(), 100, {}, tokensAndCash)).body.status).toBe('new')
  await mia.limit({ 'one-payment': '400' })
  expect((await scan(await mia.code(), 401)).body.status).toBe('new')
  expect((await scan(await mia.code(), 400)).body.status).toBe('paid')
  expect(await mia.balance()).toBe(9600)
  const poor = await createCustomer(300)
  await poor.allow({ withoutApproval: '5000' })
  expect((await scan(await poor.code(), 301)).body.status).toBe('new')
  expect((await poor.read()).withoutApproval.used).toBe('0')
  const live = await createShop(api, database, { test: false })
  expect((await scan(await poor.code(), 100, {}, live)).body.status).toBe('new')
})

test('of many tills at the same moment no more is paid than the day allows', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '3000' })
  const codes = await Promise.all(Array.from({ length: 8 }, () => mia.code()))
  const answers = await Promise.all(codes.map((barcode) => scan(barcode, 1000)))
  expect(answers.map(({ body }) => body.status === 'paid').filter(Boolean)).toHaveLength(3)
  expect(answers.map(({ body }) => body.status === 'new').filter(Boolean)).toHaveLength(5)
  expect(await mia.balance()).toBe(7000)
})

test('a repeated call with its key gets the paid request and pays nothing more; the shop is told by webhook [API-04]', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '3000' })
  const owned = await createShop(api, database)
  await createWebhook(api, database, owned)
  const barcode = await mia.code()
  const call = () => scan(barcode, 1000, { idempotencyKey: barcode }, owned)
  const [first, second] = [await call(), await call()]
  expect(first.body.status).toBe('paid')
  expect(second.body).toEqual(first.body)
  expect(await mia.balance()).toBe(9000)
  await dispatchEvents(database)
  const { rows } = await sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${first.body.id}`.execute(database.owner.db)
  expect(rows).toEqual([{ type: 'payment-request:paid' }])
})

// Without signal.

test('a set has twelve codes of five consecutive minutes, once "Pay with no signal" is on [OFFLINE-01]', async () => {
  const mia = await createCustomer()
  expect(await mia.offline()).toMatchObject({ status: 403, body: { message: 'NO_SIGNAL_OFF' } })
  await mia.allow({ noSignal: true })
  const ordinary = await mia.code()
  const { id, limit, codes } = (await mia.offline()).body
  expect(id).toMatch(/^os_/)
  expect(limit).toBe('6000')
  expect(codes).toHaveLength(12)
  expect(new Set(codes.map((code: { barcode: string }) => code.barcode)).size).toBe(12)
  const now = clock.now().getTime()
  for (const [place, code] of codes.entries()) {
    expect(code).toMatchObject({ accountId: mia.accountId, barcode: expect.stringMatching(/^999000\d{10}$/), createdAt: clock.now().toISOString() })
    expect([Date.parse(code.startsAt) - now, Date.parse(code.expiresAt) - now]).toEqual([place * 300_000, (place + 1) * 300_000])
  }
  expect((await scan(ordinary, 100)).body.status).toBe('new')
  await mia.freeze()
  expect((await mia.offline()).body.message).toBe('ACCOUNT_FROZEN')
})

test('an offline code pays once, at once, in its own five minutes and thirty seconds more [OFFLINE-02]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  expect((await scan(barcodes[1]!, 100)).body).toEqual(invalid)
  expect((await scan(barcodes[0]!, 1250)).body).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect((await scan(barcodes[0]!, 1250)).body).toEqual(invalid)
  clock.advance(299_999)
  expect((await scan(barcodes[1]!, 100)).body).toEqual(invalid)
  clock.advance(1)
  clock.advance(329_999)
  expect((await scan(barcodes[1]!, 100)).body.status).toBe('paid')
  clock.advance(300_001)
  expect((await scan(barcodes[2]!, 100)).body).toEqual(invalid)
  expect((await scan(barcodes[3]!, 100)).body.status).toBe('paid')
  expect(await mia.balance()).toBe(10_000 - 1450)
})

test('the codes of a set pay together what the person has set, from the balance at the till; what is over uses nothing up [OFFLINE-02, OFFLINE-03]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  const before = await requests()
  const over = { statusCode: 403, error: 'Forbidden', message: 'INSUFFICIENT_ASSET_VALUE' }
  expect((await scan(barcodes[0]!, 6001)).body).toEqual(over)
  expect(await requests()).toBe(before)
  expect((await scan(barcodes[0]!, 4000)).body.status).toBe('paid')
  clock.advance(300_000)
  expect((await scan(barcodes[1]!, 2001, { idempotencyKey: randomUUID() })).body).toEqual(over)
  expect((await scan(barcodes[1]!, 2000)).body.status).toBe('paid')
  expect(await mia.balance()).toBe(4000)
  const { barcodes: few, ...poor } = await createOfflineCustomer(500)
  expect((await scan(few[0]!, 501)).body).toEqual(over)
  expect((await scan(few[0]!, 500)).body.status).toBe('paid')
  expect(await poor.balance()).toBe(0)
  // A lower limit of one's own holds at once, and for the next set.
  await mia.limit({ 'no-signal': '5999' })
  clock.advance(300_000)
  expect((await scan(barcodes[2]!, 1)).body).toEqual(over)
  await mia.limit({ 'no-signal': '1000' })
  const next = (await mia.offline()).body
  expect(next.limit).toBe('1000')
  expect((await scan(next.codes[0].barcode, 1001)).body).toEqual(over)
  expect((await scan(next.codes[0].barcode, 1000)).body.status).toBe('paid')
})

test('an offline code of a limit or a till that cannot be paid at once is refused, and nothing is left open [OFFLINE-03]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  const before = await requests()
  await mia.limit({ 'one-payment': '300' })
  expect((await scan(barcodes[0]!, 301)).body.message).toBe('INSUFFICIENT_ASSET_VALUE')
  expect((await scan(barcodes[0]!, 100, { preAuth: true })).body).toEqual(invalid)
  const cash = await createShop(api, database, { types: ['external'] })
  expect((await scan(barcodes[0]!, 100, {}, cash)).body).toEqual(invalid)
  expect(await requests()).toBe(before)
  expect((await scan(barcodes[0]!, 300)).body.status).toBe('paid')
})

test('a call that is repeated with its key is one payment, and two tills at the same moment are one [OFFLINE-02]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  const keyed = () => scan(barcodes[0]!, 700, { idempotencyKey: barcodes[0]! })
  const answers = await Promise.all([keyed(), keyed(), keyed()])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(answers.map(({ body }) => body.status)).toEqual(['paid', 'paid', 'paid'])
  clock.advance(300_000)
  const race = await Promise.all([scan(barcodes[1]!, 500), scan(barcodes[1]!, 500), scan(barcodes[1]!, 500)])
  expect(race.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  expect(await mia.balance()).toBe(10_000 - 1200)
})

test('a frozen account, an ended session and a removed device pay nothing more, also after the freeze is lifted [OFFLINE-03, GUARD-09, GUARD-13]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  await mia.freeze()
  expect((await scan(barcodes[0]!, 100)).body).toEqual(invalid)
  await mia.unfreeze()
  expect((await scan(barcodes[0]!, 100)).body).toEqual(invalid)
  clock.advance(1000)
  const phone = await mia.device()
  const [ofPhone, ofTablet] = [(await mia.offline(phone)).body, (await mia.offline()).body]
  expect((await scan(ofTablet.codes[0].barcode, 100)).body.status).toBe('paid')
  const { rows } = await sql<{ uid: string }>`select session_uid as uid from offline_code_set where id = ${ofPhone.id}`.execute(database.owner.db)
  await sql`select identity.end_sessions(${mia.personId}, ${rows[0]!.uid})`.execute(database.owner.db)
  expect((await scan(ofPhone.codes[0].barcode, 100)).body).toEqual(invalid)
})

test('a new set ends the earlier one of the device, not that of another; switching off ends all [OFFLINE-04]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  const other = (await mia.offline(await mia.device())).body.codes[0].barcode
  const renewed = (await mia.offline()).body.codes[0].barcode
  expect((await scan(barcodes[0]!, 100)).body).toEqual(invalid)
  expect((await scan(renewed, 100)).body.status).toBe('paid')
  expect((await scan(other, 100)).body.status).toBe('paid')
  const last = (await mia.offline()).body.codes[0].barcode
  await mia.allow({ noSignal: false })
  expect((await scan(last, 100)).body).toEqual(invalid)
  await mia.allow({ noSignal: true })
  expect((await scan(last, 100)).body).toEqual(invalid)
})

test('a payment by offline code is told, and its receipt has the times of making, scanning and showing, for its payer alone [OFFLINE-06]', async () => {
  const { barcodes, set, ...mia } = await createOfflineCustomer()
  const createdAt = clock.now()
  clock.advance(60_000)
  const usedAt = clock.now()
  const answer = await scan(barcodes[0]!, 1250)
  expect(answer.body.offlineCode).toBeUndefined()
  expect(await mia.messages()).toEqual([expect.stringContaining('You paid $12.50 to Kauri Cafe with an offline code, without being asked. If this wasn’t you')])
  clock.advance(3_600_000)
  const shownAt = clock.now()
  const { id } = answer.body
  const offlineCode = { createdAt: createdAt.toISOString(), usedAt: usedAt.toISOString(), shownAt: shownAt.toISOString(), limit: set.limit }
  expect((await mia.request(id)).offlineCode).toEqual(offlineCode)
  clock.advance(1000)
  expect((await mia.request(id)).offlineCode).toEqual(offlineCode)
  for (const headers of [shop.till, shop.owner.headers, (await createCustomer()).headers])
    expect((await api.get(`/api/payment-requests/${id}`, headers)).body.offlineCode).toBeUndefined()
})

test('a reported payment ends all codes and what tills may take, and is a case for an operator, once [OFFLINE-06]', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  await mia.allow({ withoutApproval: '2000' })
  const ordinary = await mia.code()
  const { id } = (await scan(barcodes[0]!, 500)).body
  const other = await createCustomer()
  for (const headers of [other.headers, shop.owner.headers])
    expect(await mia.report(id, headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect((await mia.report('unknown')).status).toBe(404)
  const plain = await shop.createRequest(100)
  await mia.pay(plain.id)
  expect((await mia.report(plain.id)).body.message).toBe('FORBIDDEN')
  expect(await mia.report(id)).toMatchObject({ status: 200, body: {} })
  expect((await scan(ordinary, 100)).body).toEqual(invalid)
  clock.advance(300_000)
  expect((await scan(barcodes[1]!, 100)).body).toEqual(invalid)
  expect(await mia.read()).toMatchObject({ noSignal: false })
  expect((await mia.read()).withoutApproval).toBeUndefined()
  const cases = async () =>
    (await sql<{ refs: object; amount: bigint }>`select refs, amount from operator_exception where kind = 'code-payment-reported' and ref = ${id}`.execute(db))
      .rows
  expect(await cases()).toEqual([{ refs: { paymentRequestId: id, accountId: mia.accountId, merchantId: shop.merchantId }, amount: 500n }])
  expect(await mia.events()).toContain('code-payment-reported')
  // What the person allows after it stays, however often they report.
  await mia.allow({ noSignal: true })
  expect((await mia.report(id)).status).toBe(200)
  expect(await cases()).toHaveLength(1)
  expect((await mia.read()).noSignal).toBe(true)
})

/** Runs a statement in a transaction that stays open, and returns how to commit it. */
async function hold(statement: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const [done, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = database.owner.db.transaction().execute(async (tx) => {
    await statement.execute(tx)
    done.resolve()
    await release.promise
  })
  await done.promise
  const commit = async () => {
    release.resolve()
    await held
  }
  onTestFinished(commit)
  return commit
}

/** Until so many calls wait for a lock. */
async function waiting(count: number): Promise<void> {
  const calls = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await calls.execute(db)).rows.length, { timeout: 2500 }).toBe(count)
}

test('a change of what is allowed waits for the payment that has begun', async () => {
  const { barcodes, ...mia } = await createOfflineCustomer()
  await mia.allow({ withoutApproval: '5000' })
  const ordinary = await mia.code()
  for (const [barcode, change] of [
    [ordinary, { withoutApproval: null }],
    [barcodes[0]!, { noSignal: false }],
  ] as const) {
    const commit = await hold(sql`select from ledger.account where id = ${`asset:${mia.walletId}`} for update`)
    const paying = scan(barcode, 100)
    await waiting(1)
    const changing = mia.allow(change)
    await waiting(2)
    await commit()
    expect([(await paying).body.status, (await changing).status]).toEqual(['paid', 200])
  }
  expect((await scan(await mia.code(), 100)).body.status).toBe('new')
  expect((await scan(barcodes[0]!, 100)).body).toEqual(invalid)
})

test('a payment waits for the change of what is allowed, and then meets it', async () => {
  const { barcodes, set, ...mia } = await createOfflineCustomer()
  await mia.allow({ withoutApproval: '5000' })
  const ordinary = await mia.code()
  for (const [barcode, change, answer] of [
    [ordinary, sql`update till_setting set without_approval = null where account_id = ${mia.accountId}`, { status: 'new' }],
    [barcodes[0]!, sql`update offline_code_set set ended_at = created_at where id = ${set.id}`, invalid],
  ] as const) {
    const commit = await hold(change)
    const paying = scan(barcode, 100)
    await waiting(1)
    await commit()
    expect((await paying).body).toMatchObject(answer)
  }
  expect(await mia.balance()).toBe(10_000)
})

test('many calls at once that allow more leave connections for the check of the sign-in', async () => {
  const mia = await createCustomer()
  const commit = await hold(sql`select pg_advisory_xact_lock(hashtextextended(${`till-setting:${mia.accountId}`}, 0))`)
  // As many as a process of the tests has connections.
  const calls = Array.from({ length: 20 }, () => mia.allow({ withoutApproval: '2000' }))
  await waiting(20)
  await commit()
  const answers = await Promise.all(calls)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await mia.events()).filter((kind) => kind === 'without-approval-allowed')).toHaveLength(1)
})

test('a highest that is lowered holds at once for what people had allowed before', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '5000' })
  const lowered = await runningApi(database, { clock, wallClock: systemClock, env: { TILL_LIMITS: '{"highestWithoutApproval":1000}' } })
  const scanLowered = async (amount: number) =>
    (
      await lowered.post(
        '/api/payment-requests',
        { configId: shop.configId, value: { amount: String(amount), currency: 'NZD' }, barcode: await mia.code() },
        shop.till,
      )
    ).body.status
  expect([await scanLowered(1001), await scanLowered(1000), await scanLowered(1)]).toEqual(['new', 'paid', 'new'])
  const settings = await lowered.get(`/api/accounts/${mia.accountId}/till-settings`, mia.headers)
  expect(settings.body).toMatchObject({ withoutApproval: { limit: '1000', used: '1000' }, highestWithoutApproval: '1000' })
})

test('a refund of a payment without approval goes back to the wallet, the own limit and the quota, and frees nothing of the day', async () => {
  const mia = await createCustomer()
  await mia.allow({ withoutApproval: '2000' })
  await mia.limit({ 'one-day': '1500' })
  const { id } = (await scan(await mia.code(), 1500)).body
  expect(
    (await api.post(`/api/payment-requests/${id}/refund`, { value: { amount: '1500', currency: 'NZD' }, externalRef: randomUUID() }, shop.till)).status,
  ).toBe(200)
  expect(await mia.balance()).toBe(10_000)
  expect((await mia.read()).withoutApproval).toEqual({ limit: '2000', used: '1500' })
  expect((await scan(await mia.code(), 501)).body.status).toBe('new')
  expect((await scan(await mia.code(), 500)).body.status).toBe('paid')
})
