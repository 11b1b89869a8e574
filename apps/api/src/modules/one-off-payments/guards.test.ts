import { assertBooksInOrder } from '@nikau/ledger'
import { fakeClock, testDatabase } from '@nikau/testing'
import { generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { runningApi } from '../../given.ts'
import { payingByBank } from './given.ts'

// Those who would pay with what is not theirs.

const database = await testDatabase()
const world = await payingByBank(database)
const { banks, shop } = world

afterEach(() => assertBooksInOrder(database.db))

const code = ({ status, body }: { status: number; body: { message?: string; status?: string } }) => `${status} ${body.message ?? body.status}`
const approved = async (bank: string, amount = 1100) => {
  const begun = await world.begin(amount, bank)
  return { ...begun, answer: await world.approve(begun.body.authorizationUrl) }
}
const exchanges = async () => {
  const { calls } = await banks.control<{ calls: { method: string; path: string }[] }>('calls')
  return calls.filter((one) => one.path.endsWith('/token')).length
}

test('a code of another bank is turned away by its id token before any bank hears of it [ONE-09]', async () => {
  const [bnz, asb] = [await approved('bnz'), await approved('asb')]
  await world.pay(bnz.id, { code: 'warm', idToken: asb.answer.idToken! })
  const before = await exchanges()
  expect(code(await world.pay(bnz.id, asb.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await world.pay(asb.id, bnz.answer))).toBe('403 PAYMENT_DECLINED')
  expect(await exchanges()).toBe(before)
  // Nothing was spoilt for the customers.
  expect(code(await world.pay(bnz.id, bnz.answer))).toBe('200 paid')
  expect(code(await world.pay(asb.id, asb.answer))).toBe('200 paid')
})

test('a code of another payment at the same bank pays nothing, with its id token or without [ONE-09]', async () => {
  const [mine, theirs] = [await approved('bnz', 1200), await approved('bnz', 99_00)]
  expect(code(await world.pay(theirs.id, mine.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await world.pay(theirs.id, { code: mine.answer.code, idToken: theirs.answer.idToken }))).toBe('403 PAYMENT_DECLINED')
  // Without an id token the bank itself tells: the tokens that it gives are about another consent.
  expect(code(await world.pay(theirs.id, { code: mine.answer.code }))).toBe('403 PAYMENT_DECLINED')
  expect(await world.atBank(theirs.id)).toEqual([])
  expect(await world.atBank(mine.id)).toEqual([])
  expect((await world.request(theirs.requestId)).status).toBe('new')
})

test('a code that was used pays nothing a second time', async () => {
  const first = await approved('westpac')
  expect(code(await world.pay(first.id, first.answer))).toBe('200 paid')
  const second = await world.begin(1100, 'westpac')
  expect(code(await world.pay(second.id, first.answer))).toBe('403 PAYMENT_DECLINED')
  expect(code(await world.pay(second.id, { code: first.answer.code }))).toBe('403 PAYMENT_DECLINED')
  expect(await world.atBank(second.id)).toEqual([])
  expect(await world.atBank(first.id)).toHaveLength(1)
})

test('an id token that the bank did not sign is no id token', async () => {
  const { id, answer } = await approved('westpac')
  const { privateKey } = await generateKeyPair('ES256')
  const claims = JSON.parse(Buffer.from(answer.idToken!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  const header = JSON.parse(Buffer.from(answer.idToken!.split('.')[0]!, 'base64url').toString()) as { kid: string }
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: header.kid }).sign(privateKey)
  expect(code(await world.pay(id, { code: answer.code, idToken: forged }))).toBe('403 PAYMENT_DECLINED')
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${answer.idToken!.split('.')[1]}.`
  expect(code(await world.pay(id, { code: answer.code, idToken: unsigned }))).toBe('403 PAYMENT_DECLINED')
  expect(code(await world.pay(id, answer))).toBe('200 paid')
})

test('live money never goes through a sandbox', async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into payment_request select (r).* from (select jsonb_populate_record(p, jsonb_build_object('id', 'live', 'test', false, 'short_code', 'live', 'terms',
       '{"paymentOptions":[{"assetType":"quartz-one-off.nzd.main","amount":"100"}],"partialAllowed":false,"expirySeconds":600}'::jsonb)) as r
       from payment_request p where p.id = $1) x returning id`,
    [(await shop.ask(100)).id],
  )
  expect(code(await world.beginOn(rows[0]!.id))).toBe('503 BANK_UNAVAILABLE')
  await database.pool.query(`delete from payment_request where id = 'live'`)
})

test('beginning is limited by address [API-15]', async () => {
  // From addresses that nobody else calls from, in a minute that does not end.
  const strict = await runningApi(database, { clock: fakeClock('2030-01-01T00:00:00Z'), env: { TRUST_PROXY: 'true' } })
  const begin = async (from: string) =>
    (await strict.post('/api/one-off-payments', { paymentRequestId: 'nosuch', bank: 'bnz' }, { 'x-forwarded-for': from })).status
  const answers = []
  for (let n = 0; n < 31; n++) answers.push(await begin('203.0.113.7'))
  expect(answers.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404))
  expect(answers[30]).toBe(429)
  expect(await begin('203.0.113.8')).toBe(404)
})
