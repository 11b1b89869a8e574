import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  api,
  authorisationUrl,
  authorised,
  clientToken,
  consentIdFor,
  control,
  createConsent,
  customerOf,
  decide,
  fragment,
  initiation,
  openBrowser,
  pay,
  startBanks,
  token,
  walletOrigin,
  type Banks,
} from './wallet.fixture.ts'

let server: Banks
beforeAll(async () => {
  server = await startBanks()
})
beforeEach(() => control(server, 'clear', {}))
afterAll(() => server.close())

type Body = { Data: { Status: string; DomesticPaymentId: string } }
const exchange = (code: string) => token(server, 'bnz', { grant_type: 'authorization_code', code, redirect_uri: `${walletOrigin}/bnz/oidc-callback` })
const statusOf = async (id: string) =>
  ((await (await api(server, 'bnz', `domestic-payments/${id}`, await clientToken(server, 'bnz'))).json()) as Body).Data.Status
const approve = async (amount: string, change: Record<string, unknown> = {}) => {
  const consentId = await consentIdFor(server, 'bnz', initiation('bnz', amount, change))
  return { consentId, back: await decide(openBrowser(), await authorisationUrl(server, 'bnz', consentId, 'st'), customerOf.bnz) }
}
const paid = async (amount: string) => {
  const body = initiation('bnz', amount)
  const { consentId, bearer } = await authorised(server, 'bnz', body)
  const again = () => pay(server, 'bnz', bearer, consentId, body, `key ${consentId}`)
  return { again, consentId }
}
const paymentsOf = async (consentId: string) => {
  const { payments } = await control<{ payments: { consentId: string; status: string; id: string }[] }>(server, 'payments')
  return payments.filter((payment) => payment.consentId === consentId)
}

test('.61 SLOW: done at once, late response', async () => {
  await control(server, 'settings', { slowMs: 400 })
  const { again, consentId } = await paid('5.61')
  const started = performance.now()
  let answered = false
  const answer = again().finally(() => (answered = true))
  while ((await paymentsOf(consentId)).length === 0) expect(answered).toBe(false)
  expect((await answer).status).toBe(201)
  expect(performance.now() - started).toBeGreaterThan(390)
})

test('.62 DOWN: no consent is created', async () => {
  const before = (await control<{ consents: unknown[] }>(server, 'consents')).consents.length
  expect((await createConsent(server, 'bnz', initiation('bnz', '5.62'))).status).toBe(503)
  expect((await control<{ consents: unknown[] }>(server, 'consents')).consents).toHaveLength(before)
})

test('.63 DOWNPAY: two requests get 503, the third pays', async () => {
  const { again, consentId } = await paid('5.63')
  expect([(await again()).status, (await again()).status]).toEqual([503, 503])
  expect(await paymentsOf(consentId)).toHaveLength(0)
  expect((await again()).status).toBe(201)
})

test('.64 LOSE: paid, response lost; the same key gets it', async () => {
  const { again, consentId } = await paid('5.64')
  await expect(again()).rejects.toThrow('fetch failed')
  expect(await paymentsOf(consentId)).toHaveLength(1)
  expect((await again()).status).toBe(201)
  expect(await paymentsOf(consentId)).toHaveLength(1)
})

test('.65 LOSECONS: consent created, response lost; the same key gets it', async () => {
  const before = (await control<{ consents: unknown[] }>(server, 'consents')).consents.length
  await expect(createConsent(server, 'bnz', initiation('bnz', '5.65'), 'lost-1')).rejects.toThrow('fetch failed')
  expect((await createConsent(server, 'bnz', initiation('bnz', '5.65'), 'lost-1')).status).toBe(201)
  expect((await control<{ consents: unknown[] }>(server, 'consents')).consents).toHaveLength(before + 1)
})

test('.66 LATE: accepted, then rejected, and no money moved', async () => {
  const { again } = await paid('5.66')
  await control(server, 'clock', { freeze: true })
  const { Data } = (await (await again()).json()) as Body
  expect(Data.Status).toBe('AcceptedSettlementInProcess')
  await control(server, 'clock', { advance: '29s' })
  expect(await statusOf(Data.DomesticPaymentId)).toBe('AcceptedSettlementInProcess')
  await control(server, 'clock', { advance: '2s' })
  expect(await statusOf(Data.DomesticPaymentId)).toBe('Rejected')
  await control(server, 'clock', { freeze: false })
  const { entries } = await control<{ entries: { source: string }[] }>(server, 'accounts/02-0500-0214005-00')
  expect(entries.filter(({ source }) => source === `payment ${Data.DomesticPaymentId}`)).toEqual([])
})

test('.67 REJECT, .68 PEND, .75 STUCK end in their statuses', async () => {
  const start = async (amount: string) => ((await (await (await paid(amount)).again()).json()) as Body).Data
  const rejected = await start('5.67')
  const pending = await start('5.68')
  const stuck = await start('5.75')
  expect([rejected.Status, pending.Status, stuck.Status]).toEqual(['Rejected', 'Pending', 'AcceptedSettlementInProcess'])
  await control(server, 'clock', { advance: '61s' })
  expect(await statusOf(pending.DomesticPaymentId)).toBe('AcceptedSettlementCompleted')
  await control(server, 'clock', { advance: '30d' })
  expect(await statusOf(stuck.DomesticPaymentId)).toBe('AcceptedSettlementInProcess')
})

test('.69 NOCODE and .70 BADSTATE change the redirect', async () => {
  expect(Object.fromEntries(fragment((await approve('5.69')).back.url))).toEqual({ state: 'st' })
  const bad = fragment((await approve('5.70')).back.url)
  expect(bad.get('state')).not.toBe('st')
  expect(bad.get('code')).toBeTruthy()
})

test('.71 ELSEWHERE shows the link; .72 TWICE shows it twice; both links work', async () => {
  const link = (text: string) => /data-return[^>]* href="([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&')
  const elsewhere = (await approve('5.71')).back
  expect(elsewhere.url).toContain('/bnz/authorise/')
  expect((await exchange(fragment(link(elsewhere.text)).get('code')!)).status).toBe(200)
  const twice = (await approve('5.72')).back
  expect(twice.text.match(/data-return/g)).toHaveLength(2)
  expect(fragment(link(twice.text)).get('state')).toBe('st')
})

test('.73 EXPIRED: approved, and expired before it can be used', async () => {
  const body = initiation('bnz', '5.73')
  const { consentId, bearer } = await authorised(server, 'bnz', body)
  const answer = await pay(server, 'bnz', bearer, consentId, body)
  expect(await answer.json()).toMatchObject({ Errors: [{ ErrorCode: 'Resource.Consent.InvalidStatus' }] })
})

test('.74 TOKENERR fails the first exchange and keeps the code; .78 TOKENLOST uses it and loses the response', async () => {
  const code = fragment((await approve('5.74')).back.url).get('code')!
  expect((await exchange(code)).status).toBe(500)
  expect((await exchange(code)).status).toBe(200)
  const lost = fragment((await approve('5.78')).back.url).get('code')!
  await expect(exchange(lost)).rejects.toThrow('fetch failed')
  expect((await exchange(lost)).status).toBe(400)
})

test('.76 GARBLE: paid, response is a gateway’s page', async () => {
  const { again, consentId } = await paid('5.76')
  const garbled = await again()
  expect([garbled.status, garbled.headers.get('content-type')]).toEqual([502, 'text/html'])
  expect((await again()).status).toBe(201)
  expect(await paymentsOf(consentId)).toHaveLength(1)
})

test('.77 MIXUP returns to the callback of another bank', async () => {
  expect((await approve('5.77')).back.url).toMatch(/\/asb\/oidc-callback#code=/)
})

test('text in the reference selects a sentinel too', async () => {
  const remittance = { Reference: { CreditorName: 'Kea Cafe', CreditorReference: { Reference: 'SB NOCODE' } } }
  expect(fragment((await approve('5.00', { RemittanceInformation: remittance })).back.url).get('code')).toBeNull()
})

test('a fault of the control API applies where it was set, as often as requested', async () => {
  await control(server, 'faults', { bank: 'bnz', at: 'consents', kind: 'error', times: 1 })
  expect((await createConsent(server, 'asb', initiation('asb', '5.00'))).status).toBe(201)
  expect((await createConsent(server, 'bnz', initiation('bnz', '5.00'))).status).toBe(500)
  expect((await createConsent(server, 'bnz', initiation('bnz', '5.00'))).status).toBe(201)

  await control(server, 'faults', { bank: 'bnz', at: 'token', kind: 'down' })
  expect((await token(server, 'bnz', { grant_type: 'client_credentials', scope: 'payments' })).status).toBe(503)
  await control(server, 'clear', {})
  await control(server, 'settings', { slowMs: 300 })
  await control(server, 'faults', { bank: 'bnz', at: 'token', kind: 'slow', times: 1 })
  const started = performance.now()
  await clientToken(server, 'bnz')
  expect(performance.now() - started).toBeGreaterThan(290)
  await control(server, 'faults', { bank: 'bnz', at: 'token', kind: 'lose', times: 1 })
  await expect(clientToken(server, 'bnz')).rejects.toThrow('fetch failed')

  await control(server, 'faults', { bank: 'bnz', at: 'return', kind: 'no-code', times: 1 })
  expect(fragment((await approve('5.00')).back.url).get('code')).toBeNull()
  await control(server, 'faults', { at: 'payments', kind: 'late-reject', times: 1 })
  const { Data } = (await (await (await paid('5.00')).again()).json()) as Body
  await control(server, 'clock', { advance: '31s' })
  expect(await statusOf(Data.DomesticPaymentId)).toBe('Rejected')
})

test('every call is counted, dropped ones with status 0', async () => {
  await control(server, 'calls/clear', {})
  const { again } = await paid('6.64')
  await expect(again()).rejects.toThrow('fetch failed')
  await again()
  const { calls, counters } = await control<{
    calls: { path: string; status: number | null; idempotencyKey: string | null }[]
    counters: Record<string, number>
  }>(server, 'calls')
  const posts = calls.filter(({ path }) => path.endsWith('/domestic-payments'))
  expect(posts.map(({ status }) => status)).toEqual([0, 201])
  expect(posts[0]!.idempotencyKey).toBe(posts[1]!.idempotencyKey)
  expect(counters['POST /bnz/open-banking-nz/v2.3/domestic-payments 201']).toBe(1)
})
