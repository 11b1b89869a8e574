import { Writable } from 'node:stream'
import { createLog, randomIds, systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readApiConfig } from '../../config.ts'
import { assetType, cardOf, startCardPayments } from './fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database)
const { api, company, shop, createRequest, submitCard, submitCode, codeOf, sentMessages } = harness

beforeEach(() => sql`delete from card_limit`.execute(database.db))
afterEach(() => company.clear())

const summary = ({ status, body }: { status: number; body: { message?: string; reason?: string } }) =>
  [status, body.message, body.reason].filter((part) => part !== undefined).join(' ')
const failed = '403 CARD_VERIFICATION_FAILED'
const tooMany = '403 CARD_VERIFICATION_TOO_MANY_ATTEMPTS'
const wrongCode = '403 CODE_VERIFICATION_FAILED'
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('submitting a card', () => {
  test('a code goes to mobile and email, and the response has both, masked, without a token [API-38, API-39, OTP-02]', async () => {
    const id = await createRequest(4000)
    const shown = await submitCard(id)
    expect(shown).toMatchObject({ status: 200, body: { sessionId: expect.any(String), phoneNumber: '+64 •• ••• •101', email: 'n•••@farm.example' } })
    expect(Object.keys(shown.body).sort()).toEqual(['email', 'phoneNumber', 'sessionId'])
    const sent = await sentMessages(shown.body.sessionId)
    expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['sms', '+64275550101'],
      ['email', 'ngaire@farm.example'],
    ])
    for (const { body } of sent) expect(body).toMatch(/\b\d{6} is your code to pay \$40\.00 to Kauri Cafe/)
  })

  test('a contact with only one channel gets the code there', async () => {
    const id = await createRequest(1000)
    const [byEmail, bySms] = [await submitCard(id, cardOf(7)), await submitCard(id, cardOf(8))]
    expect([byEmail.body.phoneNumber, byEmail.body.email]).toEqual([undefined, 't•••@farm.example'])
    expect([bySms.body.phoneNumber, bySms.body.email]).toEqual(['+64 •• ••• •108', undefined])
    expect((await sentMessages(byEmail.body.sessionId)).map(({ channel }) => channel)).toEqual(['email'])
  })

  test('the expiry is accepted with and without a slash', async () => {
    expect((await submitCard(await createRequest(1000), { ...cardOf(1), expiry: '1230' })).status).toBe(200)
  })

  test('a trusted card gets its token at once, without a code [API-39, ENT-26]', async () => {
    const shown = await submitCard(await createRequest(1000), cardOf(6))
    expect(shown).toMatchObject({
      status: 200,
      body: { accessToken: expect.stringMatching(/^ct_/), assetType, assetId: expect.any(String), externalPaymentRef: expect.any(String) },
    })
    expect(shown.body.sessionId).toBeUndefined()
  })

  test('each problem with a card has its own code', async () => {
    const id = await createRequest(4000)
    expect(summary(await submitCard(id, cardOf(2)))).toBe('403 INSUFFICIENT_ASSET_VALUE')
    expect(summary(await submitCard(id, cardOf(9)))).toBe('403 INSUFFICIENT_ASSET_VALUE')
    expect(summary(await submitCard(id, cardOf(3)))).toBe('403 PATRON_CODE_EXPIRED')
    expect(summary(await submitCard(id, cardOf(4)))).toBe('403 PATRON_CODE_INVALID PATRON_CODE_INACTIVE')
    expect(summary(await submitCard(id, cardOf(5)))).toBe('403 CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS')
  })

  test('an unknown card, a wrong expiry and a wrong CVC get the same refusal', async () => {
    const id = await createRequest(4000)
    const answers = [
      await submitCard(id, { ...cardOf(1), cvv: '321' }),
      await submitCard(id, { ...cardOf(1), expiry: '11/30' }),
      await submitCard(id, { ...cardOf(1), number: '6005091234567890' }),
      await submitCard(id, { ...cardOf(1), number: '4111111111111111' }),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(summary(answers[0]!)).toBe(failed)
  })

  test('a card of another issuer is not sent to the company', async () => {
    const id = await createRequest(1000)
    const before = (await company.calls()).length
    expect(summary(await submitCard(id, { ...cardOf(1), number: '4111111111111111' }))).toBe(failed)
    expect((await company.calls()).length).toBe(before)
  })

  test('requests that cannot be paid, or not by this card, are refused', async () => {
    expect(summary(await submitCard('nosuch'))).toBe('404 REQUEST_NOT_FOUND')
    const cancelled = await createRequest(1000)
    await api.post(`/api/payment-requests/${cancelled}/cancel`, {}, shop.till)
    expect(summary(await submitCard(cancelled))).toBe('403 REQUEST_CANCELLED')
    const config = await api.post(`/api/merchants/${shop.merchantId}/configs`, { paymentOptions: [{ type: 'nikau.nzd.test' }] }, shop.owner.headers)
    const walletOnly = await api.post('/api/payment-requests', { configId: config.body.id, value: { amount: '100', currency: 'NZD' } }, shop.till)
    expect(summary(await submitCard(walletOnly.body.id))).toBe('403 INVALID_ASSET_TYPE')
  })

  test('an unavailable company gets its own code, and the attempt is not counted', async () => {
    const id = await createRequest(1000)
    await company.fault('check', 'down')
    for (let i = 0; i < 7; i++) expect(summary(await submitCard(id))).toBe('503 CARD_COMPANY_UNAVAILABLE')
    await company.clear()
    expect((await submitCard(id)).status).toBe(200)
  })

  test('malformed input is refused without echoing it', async () => {
    const id = await createRequest(1000)
    for (const params of [
      { ...cardOf(1), cvv: '12' },
      { ...cardOf(1), number: '600509100000000' },
      { ...cardOf(1), expiry: '13/30' },
      { ...cardOf(1), extra: 'x' },
    ]) {
      const answer = await submitCard(id, params)
      expect(answer.status).toBe(400)
      expect(JSON.stringify(answer.body)).not.toMatch(/60050910|12\/30|13\/30/)
    }
  })
})

describe('submitting the code', () => {
  test('the right code returns a token, asset id and payment reference [API-38, API-39, ENT-26]', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const given = await submitCode(id, sessionId, await codeOf(sessionId))
    expect(given).toMatchObject({ status: 200, body: { accessToken: expect.stringMatching(/^ct_[\w-]{43}$/), assetType } })
    expect(Object.keys(given.body).sort()).toEqual(['accessToken', 'assetId', 'assetType', 'externalPaymentRef'])
  })

  test('a code works once', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const code = await codeOf(sessionId)
    const answers = await Promise.all(Array.from({ length: 3 }, () => submitCode(id, sessionId, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(summary(await submitCode(id, sessionId, code))).toBe(wrongCode)
  })

  test('after three wrong codes the right one is refused too [OTP-15]', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const code = await codeOf(sessionId)
    for (let i = 0; i < 3; i++) expect(summary(await submitCode(id, sessionId, other(code)))).toBe(wrongCode)
    expect(summary(await submitCode(id, sessionId, code))).toBe(tooMany)
    expect(summary(await submitCard(id, cardOf(1), { sessionId }))).toBe(tooMany)
  })

  test('of concurrent guesses at most three are compared', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const code = await codeOf(sessionId)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submitCode(id, sessionId, other(code))))
    expect(answers.filter((answer) => summary(answer) === wrongCode).length).toBeLessThanOrEqual(3)
    expect(summary(await submitCode(id, sessionId, code))).toBe(tooMany)
  })

  test('a code is valid for five minutes [OTP-15]', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const [row] = await harness.rows(
      sql<{ life: number }>`select extract(epoch from code_expires_at - updated_at)::int as life from card_session where id = ${sessionId}`,
    )
    expect(row!.life).toBe(300)
    await sql`update card_session set code_expires_at = now() - interval '1 second' where id = ${sessionId}`.execute(database.db)
    expect(summary(await submitCode(id, sessionId, await codeOf(sessionId)))).toBe(wrongCode)
  })

  test('a resent code replaces the old one; at most three resends [OTP-12, OTP-15]', async () => {
    const id = await createRequest(4000)
    const { sessionId } = (await submitCard(id)).body
    const first = await codeOf(sessionId)
    for (let i = 0; i < 3; i++) expect((await submitCard(id, cardOf(1), { sessionId })).body).toMatchObject({ sessionId, phoneNumber: '+64 •• ••• •101' })
    const last = await codeOf(sessionId)
    if (first !== last) expect(summary(await submitCode(id, sessionId, first))).toBe(wrongCode)
    expect(summary(await submitCard(id, cardOf(1), { sessionId }))).toBe(tooMany)
    expect(summary(await submitCode(id, sessionId, last))).toBe(tooMany)
  })

  test('a session works only for its own request and card', async () => {
    const [id, otherRequest] = [await createRequest(4000), await createRequest(4000)]
    const { sessionId } = (await submitCard(id)).body
    const code = await codeOf(sessionId)
    expect(summary(await submitCode(otherRequest, sessionId, code))).toBe(wrongCode)
    expect(summary(await submitCard(otherRequest, cardOf(1), { sessionId }))).toBe(failed)
    expect(summary(await submitCard(id, cardOf(8), { sessionId }))).toBe(failed)
    expect(summary(await submitCode(id, 'cs_nosuch', code))).toBe(wrongCode)
    expect((await submitCode(id, sessionId, code)).status).toBe(200)
  })
})

describe('guessing', () => {
  test('a CVC can be guessed fifteen times a day across sessions, requests and addresses [SEC-7]', async () => {
    const secretCvc = { ...cardOf(8), cvv: '777' }
    await company.control('cards', { number: '6005092000000001', cvc: '777', mobile: '+64275550999' })
    const requests = await Promise.all(Array.from({ length: 12 }, () => createRequest(1000)))
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, guess) =>
        api.post(
          '/api/auth/verify-farmlands-card',
          {
            challengeType: 'verify-farmlands-card',
            params: { number: '6005092000000001', expiry: '12/30', cvv: String(100 + guess) },
            paymentRequestId: requests[guess % requests.length],
          },
          { 'x-forwarded-for': `203.0.113.${guess}` },
        ),
      ),
    )
    const counts = Object.groupBy(answers, summary)
    expect([counts[failed]?.length, counts[tooMany]?.length]).toEqual([15, 105])
    // The right one is refused too, until a day has passed.
    const right = { number: '6005092000000001', expiry: '12/30', cvv: secretCvc.cvv }
    expect(summary(await submitCard(await createRequest(1000), right))).toBe(tooMany)
    await sql`update card_limit set attempts = array(select t.at - interval '24 hours' from unnest(attempts) as t (at))`.execute(database.db)
    expect((await submitCard(await createRequest(1000), right)).status).toBe(200)
  })

  /** Another card at the company. */
  const addCard = async (serial: string) => {
    const number = `60050930000030${serial}`
    await company.control('cards', { number, cvc: '777', mobile: `+642755530${serial}` })
    return { number, expiry: '12/30', cvv: '777' }
  }

  test('one source is stopped before it locks a card, and the holder still pays from elsewhere [SEC-7]', async () => {
    const guess = async (from: string) => summary(await submitCard(await createRequest(1000), { ...cardOf(1), cvv: '999' }, {}, from))
    const answers: string[] = []
    for (let i = 0; i < 12; i++) answers.push(await guess('198.51.100.1'))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => failed), ...Array.from({ length: 7 }, () => tooMany)])
    // Another card from the same source has to wait too, for ten minutes.
    const second = await addCard('01')
    expect(summary(await submitCard(await createRequest(1000), second, {}, '198.51.100.1'))).toBe(tooMany)
    expect((await submitCard(await createRequest(1000), cardOf(1), {}, '198.51.100.2')).status).toBe(200)
    const backdate = (by: string) =>
      sql`update card_limit set attempts = array(select t.at - ${by}::interval from unnest(attempts) as t (at))`.execute(database.db)
    await backdate('10 minutes')
    expect((await submitCard(await createRequest(1000), second, {}, '198.51.100.1')).status).toBe(200)
    // The card that it guessed stays closed to it for the day.
    expect(await guess('198.51.100.1')).toBe(tooMany)
    await backdate('24 hours')
    expect(await guess('198.51.100.1')).toBe(failed)
  })

  test('the addresses of one IPv6 network are one source [SEC-7]', async () => {
    const answers: string[] = []
    for (let i = 0; i < 7; i++) answers.push(summary(await submitCard(await createRequest(1000), { ...cardOf(1), cvv: '999' }, {}, `2001:db8:0:1::${i + 1}`)))
    expect(answers.filter((answer) => answer === failed)).toHaveLength(5)
  })

  test('customers who pay from one address at the same time do not count against each other [SEC-7]', async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, () => createRequest(1000)))
    const cards = await Promise.all(requests.map((_, n) => addCard(String(10 + n))))
    const answers = await Promise.all(requests.map((id, n) => submitCard(id, cards[n], {}, '198.51.100.3')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('the cardholder is told of the wrong attempts at their next use of the card, once a day [SEC-7]', async () => {
    const notices = () =>
      harness.rows(
        sql<{
          channel: string
          recipient: string
          body: string
        }>`select channel, recipient, body from message where purpose = 'card-notice' and recipient = '+64275553030'`,
      )
    const card = await addCard('30')
    const guess = async (n: number) => await submitCard(await createRequest(1000), { ...card, cvv: '999' }, {}, `198.51.100.${n}`)
    for (let n = 0; n < 4; n++) await guess(n)
    await harness.verify(await createRequest(1000), card)
    expect(await notices()).toEqual([])
    await guess(4)
    for (let n = 0; n < 2; n++) await harness.verify(await createRequest(1000), card)
    expect(await notices()).toEqual([{ channel: 'sms', recipient: '+64275553030', body: expect.stringContaining('your Farmlands Card ending 3030') }])
  })

  test('an unknown card is limited like a known one', async () => {
    const ghost = { ...cardOf(1), number: '6005099999999999' }
    const answers: string[] = []
    for (let i = 0; i < 7; i++) answers.push(summary(await submitCard(await createRequest(1000), ghost)))
    expect(answers).toEqual([...Array.from({ length: 5 }, () => failed), tooMany, tooMany])
  })

  test('the number of failed cards per request is limited', async () => {
    const id = await createRequest(1000)
    const answers: string[] = []
    for (let i = 0; i < 22; i++) answers.push(summary(await submitCard(id, { ...cardOf(1), number: `60050955555555${10 + i}` }, {}, `203.0.113.${i}`)))
    expect(answers.filter((answer) => answer === failed)).toHaveLength(20)
    expect(answers.at(-1)).toBe(tooMany)
  })

  test('codes of one card can be guessed nine times a day across sessions', async () => {
    const answers: string[] = []
    for (let session = 0; session < 5; session++) {
      const id = await createRequest(1000)
      const { sessionId } = (await submitCard(id)).body
      const code = await codeOf(sessionId)
      for (let i = 0; i < 3; i++) answers.push(summary(await submitCode(id, sessionId, other(code))))
    }
    expect(answers.filter((answer) => answer === wrongCode)).toHaveLength(9)
  })

  test('the number of codes sent to a cardholder is limited', async () => {
    const answers: string[] = []
    for (let i = 0; i < 14; i++) answers.push(summary(await submitCard(await createRequest(1000))))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(12)
    expect(answers.at(-1)).toBe(tooMany)
  })

  test('successful verifications do not count as attempts', async () => {
    for (let i = 0; i < 15; i++) await harness.verify(await createRequest(1000))
    const [row] = await harness.rows(sql<{ attempts: bigint }>`select coalesce(sum(cardinality(attempts)), 0)::bigint as attempts from card_limit`)
    expect(row!.attempts).toBe(0n)
  })
})

test('the database has neither card number nor token, only a keyed hash, four digits and the company’s token', async () => {
  const number = '6005093141592653'
  await company.control('cards', { number, cvc: '987', mobile: '+64275550777' })
  const id = await createRequest(2500)
  const details = { number, expiry: '12/30', cvv: '987' }
  await submitCard(id, { ...details, cvv: '986' })
  const token = await harness.verify(id, details)
  expect((await harness.pay(id, token)).status).toBe(200)
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(
    database.owner.db,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ hits: bigint }>`
      select count(*) as hits from ${sql.raw(name)} as t where t::text like ${`%${number}%`} or t::text like ${`%${token.accessToken}%`}`.execute(
      database.owner.db,
    )
    if (rows[0]!.hits > 0n) found.push(name)
  }
  expect(found).toEqual([])
  const [session] = await harness.rows(sql<{ row: string }>`select to_jsonb(s)::text as row from card_session s where payment_request_id = ${id}`)
  expect(session!.row).toContain('2653')
  expect(session!.row).not.toMatch(/"98[67]"/)
})

test('card number, CVC, code and token are never logged, also on errors', async () => {
  let text = ''
  const destination = new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) })
  const log = createLog({ name: 'api', level: 'trace', destination })
  const env = { DATABASE_URL: database.url, FARMLANDS: JSON.stringify([company.entry()]), RATE_LIMIT_SCALE: '1000' }
  const app = await createApp({ config: readApiConfig(env), database, log, clock: systemClock, ids: randomIds })
  try {
    const id = await createRequest(1000)
    const post = (payload: object, headers = {}) => app.inject({ method: 'POST', url: '/api/auth/verify-farmlands-card', payload, headers })
    const body = { challengeType: 'verify-farmlands-card', params: { ...cardOf(1), cvv: '739' }, paymentRequestId: id }
    await post(body)
    await post({ ...body, params: { ...body.params, number: '60050910000000011' } })
    await post(body, { 'content-type': 'application/json', 'content-length': '9' })
    await company.fault('check', 'garble')
    expect((await post(body)).statusCode).toBe(503)
    await sql`alter table card_limit rename to card_limit_gone`.execute(database.owner.db)
    expect((await post(body)).statusCode).toBe(500)
    await sql`alter table card_limit_gone rename to card_limit`.execute(database.owner.db)
    const otp = { challengeType: 'verify-farmlands-otp', params: { otp: '604739' }, paymentRequestId: id, sessionId: 'cs_x' }
    await post(otp)
  } finally {
    await app.close()
  }
  expect(text).toContain('request failed')
  expect(text).not.toMatch(/60050910|604739|\b739\b/)
})
