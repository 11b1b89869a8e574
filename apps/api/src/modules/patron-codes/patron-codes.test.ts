import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { readApiConfig } from '../../config.ts'
import { concurrently, createPayer, createShop, runningApi } from '../../fixtures.ts'
import { guessChance, newBarcode, passesLuhn } from './rules.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '100', PATRON_CODE_GUESSES: '3' } })
const shop = await createShop(api, database)
afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>
const createCode = (headers: Headers, body: object = {}) => api.post('/api/patron-codes', body, headers)
const codeOf = async (person: { headers: Headers }, body: object = {}) => (await createCode(person.headers, body)).body
const waiting = (headers: Headers) => api.get('/api/me/patron-code-payment-request', headers)
const scan = (barcode: string, more: object = {}, at = shop) =>
  api.post('/api/payment-requests', { configId: at.configId, value: { amount: '1250', currency: 'NZD' }, barcode, ...more }, at.till)

test('a person gets a code of 16 digits with a Luhn check digit for five minutes [API-14, ENT-20, CODE-13]', async () => {
  const mia = await createPayer(api, database)
  const answer = await createCode(mia.headers)
  expect(answer).toMatchObject({ status: 200, body: { accountId: mia.accountId, createdBy: `crn::user:${mia.personId}` } })
  const { id, barcode, createdAt, expiresAt } = answer.body
  expect(id).toMatch(/^pc_\w{22}$/)
  expect(barcode).toMatch(/^999000\d{10}$/)
  expect(passesLuhn(barcode)).toBe(true)
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(300_000)
  expect((await codeOf(mia)).barcode).not.toBe(barcode)
  expect((await createCode((await createPerson(database)).headers)).body.message).toBe('FORBIDDEN')
  expect((await createCode({})).status).toBe(401)
})

test('the check digit is Luhn’s: each wrong digit and each swap of neighbours but 0 and 9 is found [CODE-13]', () => {
  expect(passesLuhn('4539578763621486')).toBe(true)
  expect(passesLuhn('9990001234567895')).toBe(false)
  for (let n = 0; n < 200; n++) {
    const code = newBarcode()
    expect(passesLuhn(code)).toBe(true)
    const place = n % code.length
    expect(passesLuhn(code.slice(0, place) + String((Number(code[place]) + 1 + (n % 9)) % 10) + code.slice(place + 1))).toBe(false)
    const [a, b] = [code[14]!, code[15]!]
    if (a !== b && !['09', '90'].includes(a + b)) expect(passesLuhn(code.slice(0, 14) + b + a)).toBe(false)
  }
})

test('the barcode is stored nowhere, neither with the code nor with the request', async () => {
  const mia = await createPayer(api, database)
  const code = await codeOf(mia)
  const request = (await scan(code.barcode)).body
  expect(request.patronCodeId).toBe(code.id)
  expect(JSON.stringify(request)).not.toContain(code.barcode)
  for (const table of ['patron_code', 'payment_request', 'payment_activity'])
    expect((await sql`select from ${sql.table(table)} t where to_jsonb(t)::text like ${`%${code.barcode}%`}`.execute(db)).rows).toEqual([])
})

test('the request of the till that scanned the code is answered to its person, and paid by nobody else [API-13]', async () => {
  const [mia, stranger] = [await createPayer(api, database), await createPayer(api, database)]
  expect(await waiting(mia.headers)).toMatchObject({ status: 403, body: { message: 'REQUEST_NOT_FOUND' } })
  const code = await codeOf(mia)
  expect((await waiting(mia.headers)).body.message).toBe('REQUEST_NOT_FOUND')
  const request = (await scan(code.barcode)).body
  expect(await waiting(mia.headers)).toMatchObject({ status: 200, body: { id: request.id, status: 'new', value: { amount: '1250' } } })
  expect((await waiting(stranger.headers)).body.message).toBe('REQUEST_NOT_FOUND')
  // Whoever has the link reads it, as ever, but the money is Mia's to pay.
  expect((await api.get(`/api/payment-requests/${request.id}`, stranger.headers)).status).toBe(200)
  expect(await stranger.pay(request.id)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect((await mia.pay(request.id)).status).toBe(200)
  expect([await mia.balance(), await stranger.balance()]).toEqual([10_000 - 1250, 10_000])
  expect((await waiting(mia.headers)).body.message).toBe('REQUEST_NOT_FOUND')
})

test('of several requests the newest that is still new is answered, whichever code it came by [API-13]', async () => {
  const mia = await createPayer(api, database)
  const [first, second, third] = [await codeOf(mia), await codeOf(mia), await codeOf(mia)]
  const old = (await scan(first.barcode, { expirySeconds: 600 })).body
  clock.advance(1000)
  const paid = (await scan(second.barcode, { expirySeconds: 600 })).body
  clock.advance(1000)
  const brief = (await scan(third.barcode)).body
  const idOf = async () => (await waiting(mia.headers)).body.id
  expect(await idOf()).toBe(brief.id)
  clock.advance(120_000)
  expect(await idOf()).toBe(paid.id)
  expect((await mia.pay(paid.id)).status).toBe(200)
  expect(await idOf()).toBe(old.id)
  await api.post(`/api/payment-requests/${old.id}/cancel`, undefined!, mia.headers)
  expect(await waiting(mia.headers)).toMatchObject({ status: 403, body: { message: 'REQUEST_NOT_FOUND' } })
})

test('a new code does not end the earlier one, and each ends after its own five minutes [CODE-13]', async () => {
  const mia = await createPayer(api, database)
  const first = await codeOf(mia)
  clock.advance(270_000)
  const second = await codeOf(mia)
  clock.advance(29_999)
  expect((await scan(first.barcode)).status).toBe(200)
  const third = await codeOf(mia)
  clock.advance(300_000)
  for (const { barcode } of [second, third]) expect(await scan(barcode)).toMatchObject({ status: 403, body: { message: 'PATRON_CODE_INVALID' } })
})

test('a code pays one request: of two tills that scan it at the same moment one gets it [CODE-13]', async () => {
  const other = await createShop(api, database)
  for (let round = 0; round < 5; round++) {
    const mia = await createPayer(api, database)
    const { barcode } = await codeOf(mia)
    const answers = await Promise.all([scan(barcode), scan(barcode, {}, other), scan(barcode), scan(barcode, {}, other)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403])
    for (const { body } of answers.filter(({ status }) => status === 403))
      expect(body).toEqual({ statusCode: 403, error: 'Forbidden', message: 'PATRON_CODE_INVALID' })
    expect((await waiting(mia.headers)).body.id).toBe(answers.find(({ status }) => status === 200)!.body.id)
  }
})

test('a till that repeats its call with its idempotency key gets the same request [API-04]', async () => {
  const { barcode } = await codeOf(await createPayer(api, database))
  const answers = await Promise.all([scan(barcode, { idempotencyKey: barcode }), scan(barcode, { idempotencyKey: barcode })])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

test('a request that is refused for another reason does not use the code up', async () => {
  const mia = await createPayer(api, database)
  const { barcode } = await codeOf(mia)
  expect((await scan(barcode, { collectionId: 'c_none' })).body.message).toBe('TOKEN_COLLECTION_NOT_FOUND')
  const tokensOnly = await createShop(api, database, { types: ['nikau.token'] })
  expect((await scan(barcode, {}, tokensOnly)).body.message).toBe('NO_AVAILABLE_PAYMENT_OPTIONS')
  expect((await scan(barcode)).status).toBe(200)
})

test('a frozen account gets no code, and its codes do not pay [GUARD-09]', async () => {
  const mia = await createPayer(api, database)
  const [shown, scanned] = [await codeOf(mia), await codeOf(mia)]
  const request = (await scan(scanned.barcode)).body
  await api.post(`/api/accounts/${mia.accountId}/freeze`, undefined!, mia.headers)
  expect(await createCode(mia.headers)).toMatchObject({ status: 403, body: { message: 'ACCOUNT_FROZEN' } })
  expect((await scan(shown.barcode)).body).toEqual({ statusCode: 403, error: 'Forbidden', message: 'PATRON_CODE_INVALID' })
  expect((await mia.pay(request.id)).body.message).toBe('ACCOUNT_FROZEN')
  await api.post(`/api/accounts/${mia.accountId}/unfreeze`, undefined!, mia.headers)
  expect((await scan(shown.barcode)).status).toBe(200)
})

test('the codes of a session end with it, those of another device do not [GUARD-13]', async () => {
  const mia = await createPayer(api, database)
  const tablet = { authorization: `Bearer ${await createAccessToken(database, mia.personId)}` }
  const [phone, other] = [await codeOf(mia), await codeOf({ headers: tablet })]
  const { rows } = await sql<{ uid: string }>`select session_uid as uid from patron_code where id = ${phone.id}`.execute(database.owner.db)
  await sql`select identity.end_sessions(${mia.personId}, ${rows[0]!.uid})`.execute(database.owner.db)
  expect((await scan(phone.barcode)).body.message).toBe('PATRON_CODE_INVALID')
  expect((await scan(other.barcode)).status).toBe(200)
})

test('a till that tries codes out is stopped for the rest of the hour; expired codes and other barcodes do not count', async () => {
  const guessing = await createShop(api, database)
  const mia = await createPayer(api, database)
  const expired = await codeOf(mia)
  // To the start of the hour after the next, so that the code has expired and all of it is in one hour.
  clock.advance(7_200_000 - (clock.now().getTime() % 3_600_000))
  for (let n = 0; n < 5; n++) {
    expect((await scan(expired.barcode, {}, guessing)).body.message).toBe('PATRON_CODE_INVALID')
    expect((await scan('4539578763621486', {}, guessing)).body.message).toBe('PATRON_CODE_INVALID')
    expect((await scan('4242424242', {}, guessing)).body.message).toBe('PATRON_CODE_INVALID')
    expect((await scan('9990001234567895', {}, guessing)).body.message).toBe('CHECKSUM_FAILED')
  }
  for (let n = 0; n < 3; n++) expect((await scan(newBarcode(), {}, guessing)).body.message).toBe('PATRON_CODE_INVALID')
  const { barcode } = await codeOf(mia)
  expect(await scan(barcode, {}, guessing)).toMatchObject({ status: 429, body: { message: 'RATE_LIMIT_EXCEEDED' } })
  expect((await api.post('/api/payment-requests', { configId: guessing.configId, value: { amount: '1', currency: 'NZD' } }, guessing.till)).status).toBe(200)
  expect((await scan(barcode)).status).toBe(200)
  clock.advance(3_600_000)
  expect((await scan((await codeOf(mia)).barcode, {}, guessing)).status).toBe(200)
})

test('guesses at the same moment are counted before they are looked up', async () => {
  const guessing = await createShop(api, database)
  const answers = await concurrently(9, () => scan(newBarcode(), {}, guessing))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(3).fill(403), ...Array(6).fill(429)])
})

test('a merchant that guesses all day finds a code in one of 200 days, with ten thousand live [CODE-13]', () => {
  const { PATRON_CODE_GUESSES: guesses } = readApiConfig({ DATABASE_URL: 'postgres://unused' })
  const liveCodes = 10_000
  expect(guessChance({ guesses: 1, liveCodes })).toBeCloseTo(1e-5, 12)
  expect(guessChance({ guesses, liveCodes })).toBeLessThan(1 / 4999)
  expect(guessChance({ guesses: 24 * guesses, liveCodes })).toBeLessThan(1 / 200)
  // Without the limit: as many guesses as there are barcodes for each live code find one in two of three cases.
  expect(guessChance({ guesses: 100_000, liveCodes })).toBeCloseTo(1 - 1 / Math.E, 4)
  // The barcodes are what the chance assumes: nine digits, each as likely as the others.
  const digits = Array.from({ length: 5000 }, () => newBarcode().slice(6, 15)).join('')
  for (let digit = 0; digit < 10; digit++) expect(Math.abs(digits.split(String(digit)).length - 1 - 4500)).toBeLessThan(450)
})

test('codes are limited to twelve a minute for a person [API-14]', async () => {
  const strict = await runningApi(database)
  const mia = await createPayer(strict, database)
  const ask = async () => (await strict.post('/api/patron-codes', {}, mia.headers)).status
  const answers: number[] = []
  for (let n = 0; n < 14; n++) answers.push(await ask())
  expect(answers).toContain(429)
  expect(answers.slice(0, 12)).toEqual(Array(12).fill(200))
})

test('the photo ID scenario makes the request await the till, on test money only [API-14]', async () => {
  const mia = await createPayer(api, database)
  const scenario = { testScenarioName: 'force-condition-check-photo-id' }
  expect((await createCode(mia.headers, { testScenarioName: 'other' })).status).toBe(400)
  const code = await codeOf(mia, scenario)
  expect(code.testScenarioName).toBe(scenario.testScenarioName)
  const request = (await scan(code.barcode, { conditionsEnabled: true })).body
  expect(request).toMatchObject({ status: 'new', merchantConditions: [{ id: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }] })
  await mia.pay(request.id)
  expect((await waiting(mia.headers)).body.id).toBe(request.id)
  expect((await api.post(`/api/payment-requests/${request.id}/conditions/photo-id-check/accept`, undefined!, shop.till)).status).toBe(200)
  expect((await api.get(`/api/payment-requests/${request.id}`, shop.till)).body.status).toBe('paid')
  // A till that cannot ask gets a cancelled request, and one whose customer is not present asks nothing.
  expect((await scan((await codeOf(mia, scenario)).barcode)).body).toMatchObject({ status: 'cancelled', cancellationReason: 'DECLINED_BY_MERCHANT' })
  expect((await scan((await codeOf(mia, scenario)).barcode, { patronNotPresent: true })).body).toMatchObject({ status: 'new' })
  const live = await createShop(api, database, { test: false })
  expect((await scan((await codeOf(mia, scenario)).barcode, {}, live)).body.message).toBe('PATRON_CODE_INVALID')
})
