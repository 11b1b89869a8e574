import { SignJWT, UnsecuredJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banks } from './banks.ts'
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
  makeKeys,
  openBrowser,
  pay,
  startBanks,
  token,
  walletOrigin,
  type Banks,
} from './wallet.fixture.ts'

let server: Banks
beforeAll(async () => {
  server = await startBanks({ alg: 'ES256' })
})
afterAll(() => server.close())

type Body = { Data: { Status: string; DomesticPaymentId: string; ConsentId: string }; Errors: { ErrorCode: string; Path?: string }[] }
const read = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as Body })
const refused = async (answer: Promise<Response>) => {
  const { status, body } = await read(await answer)
  return `${status} ${body.Errors[0]!.ErrorCode}`
}
const callback = (bank: string) => `${walletOrigin}/${bank}/oidc-callback`

test('a key pays once: the same body gets the first response, another body is refused', async () => {
  const body = initiation('bnz', '20.00')
  const { consentId, bearer } = await authorised(server, 'bnz', body)
  const first = await read(await pay(server, 'bnz', bearer, consentId, body, 'key-1'))
  expect(first).toMatchObject({ status: 201, body: { Data: { Status: 'AcceptedSettlementInProcess', ConsentId: consentId } } })
  expect(await read(await pay(server, 'bnz', bearer, consentId, body, 'key-1'))).toEqual(first)
  expect(await refused(pay(server, 'bnz', bearer, consentId, initiation('bnz', '20.01'), 'key-1'))).toBe('400 Header.Invalid')
  // With another key the consent is already consumed.
  expect(await refused(pay(server, 'bnz', bearer, consentId, body, 'key-2'))).toBe('400 Resource.Consent.InvalidStatus')

  const { payments } = await control<{ payments: { consentId: string; debtor: string }[] }>(server, 'payments')
  expect(payments.filter((payment) => payment.consentId === consentId)).toHaveLength(1)

  await control(server, 'clock', { advance: '5s' })
  const status = await read(await api(server, 'bnz', `domestic-payments/${first.body.Data.DomesticPaymentId}`, await clientToken(server, 'bnz')))
  expect(status.body.Data.Status).toBe('AcceptedSettlementCompleted')
  const debtor = await api(server, 'bnz', `domestic-payments/${first.body.Data.DomesticPaymentId}/debtor-account`, await clientToken(server, 'bnz'))
  expect(await debtor.json()).toMatchObject({ Data: { DebtorAccount: { Identification: '02-0500-0214005-00' } } })
})

test('both accounts show the payment with its statement text, and the money moved once', async () => {
  const before = await control<{ balance: number }>(server, `accounts/${banks.asb.settlement}`)
  const body = initiation('asb', '31.00')
  const { consentId, bearer } = await authorised(server, 'asb', body)
  await pay(server, 'asb', bearer, consentId, body)
  await control(server, 'clock', { advance: '5s' })
  const after = await control<{ balance: number; entries: object[] }>(server, `accounts/${banks.asb.settlement}`)
  expect(after.balance - before.balance).toBe(31_00)
  expect(after.entries.at(-1)).toMatchObject({ amount: 31_00, type: 'BP', particulars: 'NIKAU', code: 'TABLE 4', reference: 'R1001' })
  const payer = await control<{ balance: number }>(server, 'accounts/12-3050-0214000-00')
  expect(payer.balance).toBe(3_112_80 - 31_00)
})

test('a payment must repeat what was consented to, with the token of that consent', async () => {
  const body = initiation('bnz', '9.00')
  const { consentId, bearer } = await authorised(server, 'bnz', body)
  expect(await refused(pay(server, 'bnz', bearer, consentId, initiation('bnz', '9.01')))).toBe('400 Resource.Consent.Mismatch')
  const elsewhere = { ...body, CreditorAccount: { ...body.CreditorAccount, Identification: '01-0902-0068389-00' } }
  expect(await refused(pay(server, 'bnz', bearer, consentId, elsewhere))).toBe('400 Resource.Consent.Mismatch')
  const another = await consentIdFor(server, 'bnz', body)
  expect(await refused(pay(server, 'bnz', bearer, another, body))).toBe('403 Reauthenticate')
  expect(await refused(pay(server, 'bnz', await clientToken(server, 'bnz'), consentId, body))).toBe('403 Reauthenticate')
  expect(await refused(pay(server, 'bnz', 'nonsense', consentId, body))).toBe('401 Reauthenticate')
  // Another bank knows neither the token nor the consent.
  expect(await refused(pay(server, 'asb', bearer, consentId, body))).toBe('401 Reauthenticate')
  expect((await pay(server, 'bnz', bearer, consentId, body)).status).toBe(201)
})

test.each([
  ['a field too many', { Surprise: true }, '400 Field.Unexpected'],
  ['no creditor', { CreditorAccount: undefined }, '400 Field.Missing'],
  ['a comma amount', { InstructedAmount: { Amount: '9,00', Currency: 'NZD' } }, '400 Field.Invalid'],
  ['a fraction of a cent', { InstructedAmount: { Amount: '9.005', Currency: 'NZD' } }, '400 Field.Invalid'],
  ['another currency', { InstructedAmount: { Amount: '9.00', Currency: 'AUD' } }, '400 Unsupported.Currency'],
  [
    'a wrong check digit',
    { CreditorAccount: { SchemeName: 'BECSElectronicCredit', Identification: '02-0001-0000001-00', Name: 'X' } },
    '400 Unsupported.AccountIdentifier',
  ],
])('a consent with %s is refused', async (_name, change, expected) => {
  expect(await refused(createConsent(server, 'bnz', initiation('bnz', '9.00', change)))).toBe(expected)
})

test('a consent needs a key, and the same key gives the same consent', async () => {
  const body = { Data: { Consent: initiation('bnz', '9.00') }, Risk: {} }
  const bearer = await clientToken(server, 'bnz')
  expect(await refused(api(server, 'bnz', 'domestic-payment-consents', bearer, { body }))).toBe('400 Header.Missing')
  expect(await refused(api(server, 'bnz', 'domestic-payment-consents', bearer, { body, key: 'x'.repeat(41) }))).toBe('400 Header.Invalid')
  const one = await read(await api(server, 'bnz', 'domestic-payment-consents', bearer, { body, key: 'same' }))
  const two = await read(await api(server, 'bnz', 'domestic-payment-consents', bearer, { body, key: 'same' }))
  expect(two).toEqual(one)
  expect(await refused(api(server, 'bnz', 'domestic-payment-consents/00000000-0000-0000-0000-000000000000', bearer))).toBe('400 Resource.Invalid')
})

test('a consent expires after 24 hours of the bank’s clock', async () => {
  const consentId = await consentIdFor(server, 'bnz', initiation('bnz', '9.00'))
  const state = async () => (await read(await api(server, 'bnz', `domestic-payment-consents/${consentId}`, await clientToken(server, 'bnz')))).body.Data.Status
  await control(server, 'clock', { advance: '1439m' })
  expect(await state()).toBe('AwaitingAuthorisation')
  await control(server, 'clock', { advance: '2m' })
  expect(await state()).toBe('Rejected')

  const browser = openBrowser()
  const page = await browser.visit(await authorisationUrl(server, 'bnz', consentId, 'late'))
  expect(page.text).toContain('cannot be approved')
  const back = await browser.visit(page.url, { decision: 'too-late' })
  expect(Object.fromEntries(fragment(back.url))).toMatchObject({ error: 'access_denied', state: 'late' })
})

test('declining rejects the consent and returns access_denied', async () => {
  const consentId = await consentIdFor(server, 'westpac', initiation('westpac', '9.00'))
  const back = await decide(openBrowser(), await authorisationUrl(server, 'westpac', consentId, 'no-thanks'), customerOf.westpac, 'decline')
  expect(Object.fromEntries(fragment(back.url))).toMatchObject({ error: 'access_denied', state: 'no-thanks' })
  const { body } = await read(await api(server, 'westpac', `domestic-payment-consents/${consentId}`, await clientToken(server, 'westpac')))
  expect(body.Data.Status).toBe('Rejected')
})

test('a decision without the CSRF token changes nothing', async () => {
  const consentId = await consentIdFor(server, 'bnz', initiation('bnz', '9.00'))
  const browser = openBrowser()
  const login = await browser.visit(await authorisationUrl(server, 'bnz', consentId, 'forged'))
  const page = await browser.visit(`${login.url}/login`, { customer: customerOf.bnz, password: 'x' })
  const account = /value="(\d{18})"/.exec(page.text)![1]!
  expect((await browser.visit(page.url, { csrf: 'forged', account, decision: 'approve' })).text).toContain('Approve this payment?')
  const { body } = await read(await api(server, 'bnz', `domestic-payment-consents/${consentId}`, await clientToken(server, 'bnz')))
  expect(body.Data.Status).toBe('AwaitingAuthorisation')
})

test('a code works once, at its own bank and return address; its second use revokes the tokens', async () => {
  const body = initiation('bnz', '9.00')
  const consentId = await consentIdFor(server, 'bnz', body)
  const back = await decide(openBrowser(), await authorisationUrl(server, 'bnz', consentId, 's'), customerOf.bnz)
  const code = fragment(back.url).get('code')!
  const exchange = (bank: 'bnz' | 'asb', redirect: string) => token(server, bank, { grant_type: 'authorization_code', code, redirect_uri: redirect })
  expect((await exchange('asb', callback('asb'))).status).toBe(400)
  expect((await exchange('bnz', callback('asb'))).status).toBe(400)
  const good = await exchange('bnz', callback('bnz'))
  expect(good.status).toBe(200)
  const { access_token: bearer } = (await good.json()) as { access_token: string }
  expect((await exchange('bnz', callback('bnz'))).status).toBe(400)
  expect(await refused(pay(server, 'bnz', bearer, consentId, body))).toBe('401 Reauthenticate')
})

test('a code expires after a minute of the bank’s clock', async () => {
  const consentId = await consentIdFor(server, 'bnz', initiation('bnz', '9.00'))
  const back = await decide(openBrowser(), await authorisationUrl(server, 'bnz', consentId, 's'), customerOf.bnz)
  await control(server, 'clock', { advance: '61s' })
  const late = await token(server, 'bnz', { grant_type: 'authorization_code', code: fragment(back.url).get('code')!, redirect_uri: callback('bnz') })
  expect(late.status).toBe(400)
})

test('only a request object signed by the wallet for this bank is accepted', async () => {
  const consentId = await consentIdFor(server, 'bnz', initiation('bnz', '9.00'))
  const ends = async (url: string) => {
    const page = await openBrowser().visit(url)
    return page.status === 200 ? 'login' : page.url.startsWith(walletOrigin) ? (fragment(page.url).get('error') ?? 'code') : `page ${page.status}`
  }
  const good = await authorisationUrl(server, 'bnz', consentId, 's')
  expect(await ends(good)).toBe('login')

  const claims = JSON.parse(Buffer.from(new URL(good).searchParams.get('request')!.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  const withRequest = (request: string) => {
    const url = new URL(good)
    url.searchParams.set('request', request)
    return url.href
  }
  const stranger = await makeKeys('ES256')
  expect(await ends(withRequest(await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'wallet-1' }).sign(stranger.privateKey)))).not.toBe('login')
  expect(await ends(withRequest(new UnsecuredJWT(claims).encode()))).not.toBe('login')
  expect(await ends(await authorisationUrl(server, 'bnz', consentId, 's', { aud: `${server.origin}/asb` }))).not.toBe('login')
  expect(await ends(await authorisationUrl(server, 'bnz', consentId, 's', { exp: 1 }))).not.toBe('login')
  for (const redirect of [
    callback('asb'),
    `${callback('bnz')}/`,
    `${callback('bnz')}?x=1`,
    callback('bnz').toUpperCase(),
    'http://evil.test/bnz/oidc-callback',
  ]) {
    expect(await ends(await authorisationUrl(server, 'bnz', consentId, 's', { redirect_uri: redirect }))).toBe('page 400')
  }
  const bare = new URL(good)
  bare.searchParams.delete('request')
  bare.searchParams.set('redirect_uri', callback('bnz'))
  expect(await ends(bare.href)).not.toBe('login')
})

test('a client assertion is valid once, for this bank, and only with the registered key', async () => {
  const ask = { grant_type: 'client_credentials', scope: 'payments' }
  expect((await token(server, 'bnz', ask)).status).toBe(200)
  expect((await token(server, 'bnz', ask, { aud: `${server.origin}/asb` })).status).toBe(401)
  expect((await token(server, 'bnz', ask, { exp: 1 })).status).toBe(401)
  const jti = randomUUID()
  expect((await token(server, 'bnz', ask, { jti })).status).toBe(200)
  expect((await token(server, 'bnz', ask, { jti })).status).toBe(401)
})

test('a request that names no consent of this bank cannot be approved', async () => {
  const consentId = await consentIdFor(server, 'asb', initiation('asb', '9.00'))
  const page = await openBrowser().visit(await authorisationUrl(server, 'bnz', consentId, 's'))
  expect(page.text).toContain('We hold no such request')
})
