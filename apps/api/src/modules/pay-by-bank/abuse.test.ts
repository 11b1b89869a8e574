import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { runningApi } from '../../fixtures.ts'
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
  // Without an id token the exchange reveals it: the bank's tokens are for another consent.
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
  await database.pool.query(`delete from payment_request where id = 'live'`)
})

test('starting payments is rate-limited by address [API-15]', async () => {
  // Addresses of this test only, and a clock that stands still, so that the minute does not end.
  const strict = await runningApi(database, { clock: fakeClock('2030-01-01T00:00:00Z'), env: { TRUST_PROXY: 'true' } })
  const start = async (from: string) =>
    (await strict.post('/api/one-off-payments', { paymentRequestId: 'nosuch', bank: 'bnz' }, { 'x-forwarded-for': from })).status
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await start('203.0.113.7'))
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
  expect(answers[30]).toBe(429)
  expect(await start('203.0.113.8')).toBe(404)
})
