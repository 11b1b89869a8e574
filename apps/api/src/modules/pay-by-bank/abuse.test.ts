import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { createPayer, runningApi } from '../../fixtures.ts'
import { startPayByBank } from './fixtures.ts'

// Attempts to pay with codes and tokens of other payments.

const database = await testDatabase()
const harness = await startPayByBank(database)
const { banks, shop } = harness

afterEach(() => assertLedgerInvariants(database.db))

const code = ({ status, body }: { status: number; body: { message?: string; status?: string } }) => `${status} ${body.message ?? body.status}`
const approved = async (bank: string, amount = 1100) => {
  const started = await harness.start(amount, bank)
  return { ...started, answer: await harness.approve(started.body.authorizationUrl) }
}
const exchanges = async () => {
  const { calls } = await banks.control<{ calls: { method: string; path: string }[] }>('calls')
  return calls.filter((call) => call.path.endsWith('/token')).length
}

test('a code of another bank is refused by its id token before any bank is called [ONE-09]', async () => {
  const [bnz, asb] = [await approved('bnz'), await approved('asb')]
  await harness.pay(bnz.id, { code: 'warm', idToken: asb.answer.idToken! })
  const before = await exchanges()
  expect(code(await harness.pay(bnz.id, asb.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(asb.id, bnz.answer))).toBe('403 PAYMENT_DECLINED')
  expect(await exchanges()).toBe(before)
  // Both customers can still pay.
  expect(code(await harness.pay(bnz.id, bnz.answer))).toBe('200 paid')
  expect(code(await harness.pay(asb.id, asb.answer))).toBe('200 paid')
})

test('a code of another payment at the same bank pays nothing, with or without its id token [ONE-09]', async () => {
  const [mine, theirs] = [await approved('bnz', 1200), await approved('bnz', 99_00)]
  expect(code(await harness.pay(theirs.id, mine.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(theirs.id, { code: mine.answer.code, idToken: theirs.answer.idToken }))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(theirs.id, { code: mine.answer.code }))).toBe('403 PAYMENT_DECLINED')
  expect(await harness.paymentsAtBank(theirs.id)).toEqual([])
  expect(await harness.paymentsAtBank(mine.id)).toEqual([])
  expect((await harness.request(theirs.requestId)).status).toBe('new')
})

test('a used code pays nothing a second time', async () => {
  const first = await approved('westpac')
  expect(code(await harness.pay(first.id, first.answer))).toBe('200 paid')
  const second = await harness.start(1100, 'westpac')
  expect(code(await harness.pay(second.id, first.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(second.id, { code: first.answer.code }))).toBe('403 PAYMENT_DECLINED')
  expect(await harness.paymentsAtBank(second.id)).toEqual([])
  expect(await harness.paymentsAtBank(first.id)).toHaveLength(1)
})

test('a payment is completed only by the browser that started it [SEC-9, ONE-09]', async () => {
  const [attackers, victims] = [await approved('bnz', 1300), await approved('bnz', 1300)]
  // A victim who follows the attacker's bank link returns without the attacker's cookie, perhaps with cookies of their own payments.
  for (const cookie of ['', harness.cookieOf(victims.id), `${harness.cookieOf(attackers.id)}x`, harness.cookieOf(attackers.id).replace(/=.*/, '=')]) {
    const refused = await harness.payOnce(attackers.id, attackers.answer, cookie)
    expect(refused).toMatchObject({ status: 403, body: { message: 'PAYMENT_DECLINED', reason: 'other-browser' } })
  }
  const renamed = harness.cookieOf(victims.id).replace(victims.id, attackers.id)
  expect((await harness.payOnce(attackers.id, attackers.answer, renamed)).status).toBe(403)
  expect(await harness.paymentsAtBank(attackers.id)).toEqual([])
  expect((await harness.request(attackers.requestId)).status).toBe('new')
  // Cookies of other payments beside the right one do no harm.
  const all = `${harness.cookieOf(victims.id)}; ${harness.cookieOf(attackers.id)}`
  await vi.waitFor(async () => expect((await harness.payOnce(attackers.id, attackers.answer, all)).body.status).toBe('paid'), { timeout: 30_000 })
})

test('the cookie is for this host only, out of reach of scripts, and the same when the call is repeated [SEC-9]', async () => {
  const { id: paymentRequestId } = await shop.createRequest(1300)
  const body = { paymentRequestId, bank: 'bnz', idempotencyKey: 'k1' }
  const [first, second] = [await harness.api.post('/api/one-off-payments', body), await harness.api.post('/api/one-off-payments', body)]
  const pattern = /^bank-return-[\w-]+=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/
  expect(first.headers['set-cookie']).toMatch(pattern)
  expect(second.headers['set-cookie']).toBe(first.headers['set-cookie'])
  const secure = await runningApi(database, { env: { PAY_BY_BANK: banks.config(), WEB_ORIGIN: 'https://wallet.test' } })
  const started = await secure.post('/api/one-off-payments', { ...body, idempotencyKey: 'k2' })
  expect(String(started.headers['set-cookie'])).toMatch(/^__Host-bank-return-.*; Secure$/)
  expect((await harness.startFor('nosuch')).status).toBe(404)
})

test('a code without the id token that the bank sent is refused, and the customer can still pay [SEC-9]', async () => {
  const { id, requestId, answer } = await approved('asb')
  const before = await exchanges()
  expect(code(await harness.pay(id, { code: answer.code }))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(id, { code: 'made-up' }))).toBe('403 PAYMENT_DECLINED')
  expect(await exchanges()).toBe(before)
  expect((await harness.request(requestId)).status).toBe('new')
  expect(code(await harness.pay(id, answer))).toBe('200 paid')
})

test('made-up codes hold no request, and end the payment that they are tried on [SEC-9]', async () => {
  const { id, requestId, answer } = await approved('westpac')
  const payer = await createPayer(harness.api, database)
  for (let n = 0; n < 10; n++) expect(code(await harness.pay(id, { code: `made-up-${n}`, idToken: answer.idToken }))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(id, answer))).toBe('403 PAYMENT_DECLINED')
  expect(await harness.get(id)).toMatchObject({ status: 'failed', failure: 'declined' })
  expect(await harness.paymentsAtBank(id)).toEqual([])
  expect((await payer.pay(requestId)).status).toBe(200)
})

test('strangers cannot use up the attempts of a payment [SEC-9]', async () => {
  const { id, answer } = await approved('bnz')
  for (let n = 0; n < 15; n++) expect((await harness.payOnce(id, { code: `made-up-${n}`, idToken: answer.idToken }, '')).status).toBe(403)
  expect(code(await harness.pay(id, answer))).toBe('200 paid')
})

test('a request starts at most 20 bank payments an hour; a repeated call is none of them [SEC-9]', async () => {
  const { id } = await shop.createRequest(1400)
  const first = await harness.startFor(id, 'bnz', { idempotencyKey: 'first' })
  const started = await Promise.all(Array.from({ length: 19 }, () => harness.startFor(id)))
  expect(new Set(started.map(({ status }) => status))).toEqual(new Set([200]))
  expect(code(await harness.startFor(id))).toBe('503 BANK_UNAVAILABLE')
  expect((await harness.startFor(id, 'bnz', { idempotencyKey: 'first' })).body).toEqual(first.body)
  await database.pool.query(`update pay_by_bank_payment set created_at = created_at - interval '1 hour' where payment_request_id = $1`, [id])
  expect((await harness.startFor(id)).status).toBe(200)
})

test('an id token that the bank did not sign is refused', async () => {
  const { id, answer } = await approved('westpac')
  const { privateKey } = await generateKeyPair('ES256')
  const claims = JSON.parse(Buffer.from(answer.idToken!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  const header = JSON.parse(Buffer.from(answer.idToken!.split('.')[0]!, 'base64url').toString()) as { kid: string }
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: header.kid }).sign(privateKey)
  expect(code(await harness.pay(id, { code: answer.code, idToken: forged }))).toBe('403 PAYMENT_DECLINED')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${answer.idToken!.split('.')[1]}.`
  expect(code(await harness.pay(id, { code: answer.code, idToken: unsigned }))).toBe('403 PAYMENT_DECLINED')
  expect(code(await harness.pay(id, answer))).toBe('200 paid')
})

test('live money never goes through a sandbox', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into payment_request select (r).* from (select jsonb_populate_record(p, jsonb_build_object('id', 'live', 'test', false, 'short_code', 'live', 'terms',
       '{"paymentOptions":[{"assetType":"quartz-one-off.nzd.main","amount":"100"}],"partialAllowed":false,"expirySeconds":600}'::jsonb)) as r
       from payment_request p where p.id = $1) x returning id`,
    [(await shop.createRequest(100)).id],
  )
  expect(code(await harness.startFor(rows[0]!.id))).toBe('503 BANK_UNAVAILABLE')
  await database.owner.pool.query(`delete from payment_request where id = 'live'`)
})

test('starting payments is rate-limited by address [API-15]', async () => {
  // Addresses of this test only, and a clock that stands still, so that the minute does not end.
  const strict = await runningApi(database, { clock: fakeClock('2030-01-01T00:00:00Z'), env: { TRUST_PROXY: '1' } })
  const start = async (from: string) =>
    (await strict.post('/api/one-off-payments', { paymentRequestId: 'nosuch', bank: 'bnz' }, { 'x-forwarded-for': from })).status
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await start('203.0.113.7'))
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
  expect(answers[30]).toBe(429)
  expect(await start('203.0.113.8')).toBe(404)
})
