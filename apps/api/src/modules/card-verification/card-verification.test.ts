import { Writable } from 'node:stream'
import { createLog, randomIds, systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readApiConfig } from '../../config.ts'
import { assetType, cardOf, payingByCard } from './given.ts'

const database = await testDatabase()
const world = await payingByCard(database)
const { api, company, shop, ask, show, give, codeOf, letters } = world

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(() => company.clear())

const said = ({ status, body }: { status: number; body: { message?: string; reason?: string } }) =>
  [status, body.message, body.reason].filter((one) => one !== undefined).join(' ')
const failed = '403 CARD_VERIFICATION_FAILED'
const tooMany = '403 CARD_VERIFICATION_TOO_MANY_ATTEMPTS'
const wrongCode = '403 CODE_VERIFICATION_FAILED'
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('showing a card', () => {
  test('a code goes to mobile and e-mail, and the answer says where, masked, without a token [API-38, API-39, OTP-02]', async () => {
    const id = await ask(4000)
    const shown = await show(id)
    expect(shown).toMatchObject({ status: 200, body: { sessionId: expect.any(String), phoneNumber: '+64 •• ••• •101', email: 'n•••@farm.example' } })
    expect(Object.keys(shown.body).sort()).toEqual(['email', 'phoneNumber', 'sessionId'])
    const sent = await letters(shown.body.sessionId)
    expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['sms', '+64275550101'],
      ['email', 'ngaire@farm.example'],
    ])
    for (const { body } of sent) expect(body).toMatch(/\b\d{6} is your code to pay \$40\.00 to Kauri Cafe/)
  })

  test('of a contact with one way only that one is told and used', async () => {
    const id = await ask(1000)
    const [byEmail, bySms] = [await show(id, cardOf(7)), await show(id, cardOf(8))]
    expect([byEmail.body.phoneNumber, byEmail.body.email]).toEqual([undefined, 't•••@farm.example'])
    expect([bySms.body.phoneNumber, bySms.body.email]).toEqual(['+64 •• ••• •108', undefined])
    expect((await letters(byEmail.body.sessionId)).map(({ channel }) => channel)).toEqual(['email'])
  })

  test('the expiry is understood with and without its slash', async () => {
    expect((await show(await ask(1000), { ...cardOf(1), expiry: '1230' })).status).toBe(200)
  })

  test('a trusted card gets its token at once, without a code [API-39, ENT-26]', async () => {
    const shown = await show(await ask(1000), cardOf(6))
    expect(shown).toMatchObject({
      status: 200,
      body: { accessToken: expect.stringMatching(/^ct_/), assetType, assetId: expect.any(String), externalPaymentRef: expect.any(String) },
    })
    expect(shown.body.sessionId).toBeUndefined()
  })

  test('what is the matter with a card is said by name', async () => {
    const id = await ask(4000)
    expect(said(await show(id, cardOf(2)))).toBe('403 INSUFFICIENT_ASSET_VALUE')
    expect(said(await show(id, cardOf(9)))).toBe('403 INSUFFICIENT_ASSET_VALUE')
    expect(said(await show(id, cardOf(3)))).toBe('403 PATRON_CODE_EXPIRED')
    expect(said(await show(id, cardOf(4)))).toBe('403 PATRON_CODE_INVALID PATRON_CODE_INACTIVE')
    expect(said(await show(id, cardOf(5)))).toBe('403 CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS')
  })

  test('an unknown card, another expiry and another CVC are one and the same answer', async () => {
    const id = await ask(4000)
    const answers = [
      await show(id, { ...cardOf(1), cvv: '321' }),
      await show(id, { ...cardOf(1), expiry: '11/30' }),
      await show(id, { ...cardOf(1), number: '6005091234567890' }),
      await show(id, { ...cardOf(1), number: '4111111111111111' }),
    ]
    expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
    expect(said(answers[0]!)).toBe(failed)
  })

  test('a card of another company is not shown around', async () => {
    const id = await ask(1000)
    const before = (await company.calls()).length
    expect(said(await show(id, { ...cardOf(1), number: '4111111111111111' }))).toBe(failed)
    expect((await company.calls()).length).toBe(before)
  })

  test('requests that cannot be paid, or not by this card, are refused', async () => {
    expect(said(await show('nosuch'))).toBe('404 REQUEST_NOT_FOUND')
    const cancelled = await ask(1000)
    await api.post(`/api/payment-requests/${cancelled}/cancel`, {}, shop.till)
    expect(said(await show(cancelled))).toBe('403 REQUEST_CANCELLED')
    const config = await api.post(`/api/merchants/${shop.merchantId}/configs`, { paymentOptions: [{ type: 'nikau.nzd.test' }] }, shop.owner.headers)
    const otherwise = await api.post('/api/payment-requests', { configId: config.body.id, value: { amount: '100', currency: 'NZD' } }, shop.till)
    expect(said(await show(otherwise.body.id))).toBe('403 INVALID_ASSET_TYPE')
  })

  test('a company that is away is said to be, and the try is not counted', async () => {
    const id = await ask(1000)
    await company.fault('check', 'down')
    for (let i = 0; i < 7; i++) expect(said(await show(id))).toBe('503 CARD_COMPANY_UNAVAILABLE')
    await company.clear()
    expect((await show(id)).status).toBe(200)
  })

  test('input of another shape is turned away without an echo of it', async () => {
    const id = await ask(1000)
    for (const params of [
      { ...cardOf(1), cvv: '12' },
      { ...cardOf(1), number: '600509100000000' },
      { ...cardOf(1), expiry: '13/30' },
      { ...cardOf(1), extra: 'x' },
    ]) {
      const answer = await show(id, params)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).not.toMatch(/60050910|12\/30|13\/30/)
    }
  })
})

describe('giving the code', () => {
  test('the right code gives a token and what to pay with [API-38, API-39, ENT-26]', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const given = await give(id, sessionId, await codeOf(sessionId))
    expect(given).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^ct_[\w-]{43}$/), assetType } })
    expect(Object.keys(given.body).sort()).toEqual(['accessToken', 'assetId', 'assetType', 'externalPaymentRef'])
  })

  test('a code is good once', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const code = await codeOf(sessionId)
    const answers = await Promise.all(Array.from({ length: 3 }, () => give(id, sessionId, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(said(await give(id, sessionId, code))).toBe(wrongCode)
  })

  test('three wrong codes are allowed, then not even the right one [OTP-15]', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const code = await codeOf(sessionId)
    for (let i = 0; i < 3; i++) expect(said(await give(id, sessionId, other(code)))).toBe(wrongCode)
    expect(said(await give(id, sessionId, code))).toBe(tooMany)
    expect(said(await show(id, cardOf(1), { sessionId }))).toBe(tooMany)
  })

  test('however many guesses come at once, three are compared', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const code = await codeOf(sessionId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(id, sessionId, other(code))))
    expect(answers.filter((one) => said(one) === wrongCode).length).toBeLessThanOrEqual(3)
    expect(said(await give(id, sessionId, code))).toBe(tooMany)
  })

  test('a code is good for five minutes [OTP-15]', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const [row] = await world.rows(
      sql<{ life: number }>`select extract(epoch from code_expires_at - updated_at)::int as life from card_session where id = ${sessionId}`,
    )
    expect(row!.life).toBe(300)
    await sql`update card_session set code_expires_at = now() - interval '1 second' where id = ${sessionId}`.execute(database.db)
    expect(said(await give(id, sessionId, await codeOf(sessionId)))).toBe(wrongCode)
  })

  test('sent again, the new code is good and the old one is not; three times, then no more [OTP-12, OTP-15]', async () => {
    const id = await ask(4000)
    const { sessionId } = (await show(id)).body
    const first = await codeOf(sessionId)
    for (let i = 0; i < 3; i++) expect((await show(id, cardOf(1), { sessionId })).body).toMatchObject({ sessionId, phoneNumber: '+64 •• ••• •101' })
    const last = await codeOf(sessionId)
    if (first !== last) expect(said(await give(id, sessionId, first))).toBe(wrongCode)
    expect(said(await show(id, cardOf(1), { sessionId }))).toBe(tooMany)
    expect(said(await give(id, sessionId, last))).toBe(tooMany)
  })

  test('a session is good for its own request and its own card', async () => {
    const [id, elsewhere] = [await ask(4000), await ask(4000)]
    const { sessionId } = (await show(id)).body
    const code = await codeOf(sessionId)
    expect(said(await give(elsewhere, sessionId, code))).toBe(wrongCode)
    expect(said(await show(elsewhere, cardOf(1), { sessionId }))).toBe(failed)
    expect(said(await show(id, cardOf(8), { sessionId }))).toBe(failed)
    expect(said(await give(id, 'cs_nosuch', code))).toBe(wrongCode)
    expect((await give(id, sessionId, code)).status).toBe(200)
  })
})

describe('guessing', () => {
  test('a CVC can be guessed at five times a day, over whatever sessions, requests and addresses', async () => {
    const secretCvc = { ...cardOf(8), cvv: '777' }
    await company.control('cards', { number: '6005092000000001', cvc: '777', mobile: '+64275550999' })
    const asked = await Promise.all(Array.from({ length: 12 }, () => ask(1000)))
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, guess) =>
        api.post(
          '/api/auth/verify-farmlands-card',
          {
            challengeType: 'verify-farmlands-card',
            params: { number: '6005092000000001', expiry: '12/30', cvv: String(100 + guess) },
            paymentRequestId: asked[guess % asked.length],
          },
          { 'x-forwarded-for': `203.0.113.${guess}` },
        ),
      ),
    )
    const counts = Object.groupBy(answers, said)
    expect([counts[failed]?.length, counts[tooMany]?.length]).toEqual([5, 115])
    // Nor is the right one looked at, until a day has passed.
    const right = { number: '6005092000000001', expiry: '12/30', cvv: secretCvc.cvv }
    expect(said(await show(await ask(1000), right))).toBe(tooMany)
    await sql`update card_limit set tries = array(select t.at - interval '24 hours' from unnest(tries) as t (at))`.execute(database.db)
    expect((await show(await ask(1000), right)).status).toBe(200)
  })

  test('a card that does not exist is locked like one that does', async () => {
    const ghost = { ...cardOf(1), number: '6005099999999999' }
    const answers: string[] = []
    for (let i = 0; i < 7; i++) answers.push(said(await show(await ask(1000), ghost)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => failed), tooMany, tooMany])
  })

  test('many numbers on one request come to an end as well', async () => {
    const id = await ask(1000)
    const answers: string[] = []
    for (let i = 0; i < 22; i++) answers.push(said(await show(id, { ...cardOf(1), number: `60050955555555${10 + i}` })))
    expect(answers.filter((one) => one === failed)).toHaveLength(20)
    expect(answers.at(-1)).toBe(tooMany)
  })

  test('codes of one card can be guessed at nine times a day over all sessions', async () => {
    const answers: string[] = []
    for (let session = 0; session < 5; session++) {
      const id = await ask(1000)
      const { sessionId } = (await show(id)).body
      const code = await codeOf(sessionId)
      for (let i = 0; i < 3; i++) answers.push(said(await give(id, sessionId, other(code))))
    }
    expect(answers.filter((one) => one === wrongCode)).toHaveLength(9)
  })

  test('nobody can be flooded with codes', async () => {
    const answers: string[] = []
    for (let i = 0; i < 14; i++) answers.push(said(await show(await ask(1000))))
    expect(answers.filter((one) => one === '200')).toHaveLength(12)
    expect(answers.at(-1)).toBe(tooMany)
  })

  test('who has the right card does not use up its tries', async () => {
    for (let i = 0; i < 15; i++) await world.verify(await ask(1000))
    const [row] = await world.rows(sql<{ tries: bigint }>`select coalesce(sum(cardinality(tries)), 0)::bigint as tries from card_limit`)
    expect(row!.tries).toBe(0n)
  })
})

test('of a card there is nothing in the database but a keyed hash, four digits and its company’s name for it', async () => {
  const number = '6005093141592653'
  await company.control('cards', { number, cvc: '987', mobile: '+64275550777' })
  const id = await ask(2500)
  const details = { number, expiry: '12/30', cvv: '987' }
  await show(id, { ...details, cvv: '986' })
  const token = await world.verify(id, details)
  expect((await world.pay(id, token)).status).toBe(200)
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(database.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: bigint }>`
      select count(*) as hits from ${sql.raw(name)} as t where t::text like ${`%${number}%`} or t::text like ${`%${token.accessToken}%`}`.execute(database.db)
    if (rows[0]!.hits > 0n) found.push(name)
  }
  expect(found).toEqual([])
  const [kept] = await world.rows(sql<{ row: string }>`select to_jsonb(s)::text as row from card_session s where payment_request_id = ${id}`)
  expect(kept!.row).toContain('2653')
  expect(kept!.row).not.toMatch(/"98[67]"/)
})

test('neither number nor CVC, code or token are in the log, whatever goes wrong', async () => {
  let text = ''
  const destination = new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) })
  const log = createLog({ name: 'api', level: 'trace', destination })
  const env = { DATABASE_URL: database.url, FARMLANDS: JSON.stringify([company.entry()]), RATE_LIMIT_SCALE: '1000' }
  const app = await createApp({ config: readApiConfig(env), database, log, clock: systemClock, ids: randomIds })
  try {
    const id = await ask(1000)
    const post = (payload: object, headers = {}) => app.inject({ method: 'POST', url: '/api/auth/verify-farmlands-card', payload, headers })
    const body = { challengeType: 'verify-farmlands-card', params: { ...cardOf(1), cvv: '739' }, paymentRequestId: id }
    await post(body)
    await post({ ...body, params: { ...body.params, number: '60050910000000011' } })
    await post(body, { 'content-type': 'application/json', 'content-length': '9' })
    await company.fault('check', 'garble')
    expect((await post(body)).statusCode).toBe(503)
    await sql`alter table card_limit rename to card_limit_gone`.execute(database.db)
    expect((await post(body)).statusCode).toBe(500)
    await sql`alter table card_limit_gone rename to card_limit`.execute(database.db)
    const otp = { challengeType: 'verify-farmlands-otp', params: { otp: '604739' }, paymentRequestId: id, sessionId: 'cs_x' }
    await post(otp)
  } finally {
    await app.close()
  }
  expect(text).toContain('a request failed')
  expect(text).not.toMatch(/60050910|604739|\b739\b/)
})
