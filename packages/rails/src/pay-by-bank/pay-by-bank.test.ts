import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { cents } from '@nikau/money'
import { systemClock } from '@nikau/runtime'
import { parseCallback, startBanks } from '@nikau/testing/banks'
import { afterAll, expect, test } from 'vitest'
import { bankEntries, openBanks, publishedKeys } from './index.ts'
import { toDollars, toInitiation } from './initiation.ts'

const webOrigin = 'http://wallet.test'
const banks = await startBanks({ webOrigin, alg: 'PS256' })
afterAll(() => banks.stop())
await banks.settings({ slowMs: 800, settleMs: 10 })

const entries = (more: object = {}) => bankEntries.parse(JSON.parse(banks.config(more)))
const railOf = (more: object = {}) => openBanks(entries(more), systemClock)('bnz', 'test')!.rail
const order = (amount: number, id: string) => ({ id, amount: cents(amount), payee: 'Tōtara Market', code: 'NK-1', reference: id.slice(0, 12) })

test('amounts are formatted as dollars without floating point', () => {
  expect([5n, 100n, 123_456n, 99_999_999n].map(toDollars)).toEqual(['0.05', '1.00', '1234.56', '999999.99'])
})

test('names are folded to the characters statements allow', () => {
  const referenceFor = (payee: string) => toInitiation({ ...order(100, 'x'), payee }, '02-0192-0214002-00').RemittanceInformation.Reference
  expect(referenceFor('Tōtara Market')).toMatchObject({ CreditorName: 'Totara Market', CreditorReference: { Particulars: 'Totara Marke' } })
  expect(referenceFor('The Very Long Name of a Shop').CreditorName).toBe('The Very Long Name o')
  expect(referenceFor('☕️☕️').CreditorName).toBe('Nikau')
})

test('banks are configuration: one entry per bank and liveness, and keys are never printed', async () => {
  const list = entries()
  expect(openBanks(list, systemClock)('bnz', 'main')).toBeUndefined()
  expect(openBanks(list, systemClock)('nosuch', 'test')).toBeUndefined()
  expect(() => bankEntries.parse([...JSON.parse(banks.config()), ...JSON.parse(banks.config())])).toThrow('names a bank twice')
  const secret = (JSON.parse(banks.config()) as { key: { d: string } }[])[0]!.key.d
  expect(inspect(list, { depth: 9 }) + JSON.stringify(list)).not.toContain(secret)
  const { keys } = await publishedKeys(list)
  expect(keys).toHaveLength(1)
  expect(Object.keys(keys[0]!).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('the complete flow with an RSA key: consent, callback, exchange, payment, status', async () => {
  const rail = railOf()
  const id = 'RailTest1RailTest1Rail'
  const consent = await rail.createConsent(order(1250, id))
  if (consent.outcome !== 'done') throw new Error(consent.reason)
  const { consentId } = consent.value
  const authorisation = { consentId, state: id, nonce: 'n-1', redirectUri: `${webOrigin}/deimos/bnz/oidc-callback` }
  const url = await rail.authorizationUrl(authorisation)
  if (url.outcome !== 'done') throw new Error(url.reason)
  expect(await rail.consentStatus(consentId)).toEqual({ outcome: 'done', value: 'awaiting' })
  const { code, idToken } = parseCallback((await banks.visit(url.value)).url) as { code: string; idToken: string }
  expect(await rail.verifyCallback(authorisation, { code, idToken })).toEqual({ outcome: 'done', value: undefined })
  // Each value that ties the callback to this payment, changed alone.
  for (const change of [{ nonce: 'n-2' }, { state: 'other' }, { consentId: 'other' }])
    expect(await rail.verifyCallback({ ...authorisation, ...change }, { code, idToken })).toMatchObject({ outcome: 'refused' })
  expect(await rail.verifyCallback(authorisation, { code: `${code}x`, idToken })).toMatchObject({ outcome: 'refused' })
  expect(await openBanks(entries(), systemClock)('asb', 'test')!.rail.verifyCallback(authorisation, { code, idToken })).toMatchObject({ outcome: 'refused' })

  const token = await rail.exchange(authorisation, code)
  if (token.outcome !== 'done') throw new Error(token.reason)
  expect(await rail.exchange(authorisation, 'nonsense')).toEqual({ outcome: 'refused', reason: 'exchange: 400 invalid_grant' })
  const paid = await rail.initiate(order(1250, id), consentId, token.value.token)
  if (paid.outcome !== 'done') throw new Error(paid.reason)
  expect(await rail.initiate(order(1250, id), consentId, token.value.token)).toEqual(paid)
  expect(await rail.initiate(order(1251, id), consentId, token.value.token)).toMatchObject({ outcome: 'refused' })
  await expect
    .poll(() => rail.paymentStatus(paid.value.paymentId), { timeout: 10_000 })
    .toEqual({ outcome: 'done', value: { status: 'completed', amount: 1250n } })
  expect(await rail.consentStatus(consentId)).toEqual({ outcome: 'done', value: 'consumed' })
})

test('a slow, silent, malformed or unreachable bank leaves the outcome unknown within the timeout', async () => {
  const warm = railOf()
  await warm.consentStatus('none') // caches its token and discovery document
  expect(await warm.createConsent(order(561, 'SlowSlowSlow'))).toMatchObject({ outcome: 'done' })
  const impatient = railOf({ timeoutMs: 300 })
  await expect.poll(() => impatient.consentStatus('none'), { timeout: 10_000 }).toMatchObject({ outcome: 'refused' })
  expect(await impatient.createConsent(order(561, 'SlowSlowSlo2'))).toMatchObject({ outcome: 'unknown', reason: 'consent: TimeoutError' })

  const silent = createSocketServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const malformed = await startServer((_request, response) => response.end('<html>'))
  const impostor = await startServer((_request, response) =>
    response.end(JSON.stringify({ issuer: 'http://elsewhere', authorization_endpoint: 'http://e/a', token_endpoint: 'http://e/t', jwks_uri: 'http://e/k' })),
  )
  for (const issuer of [`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, malformed, impostor, 'http://127.0.0.1:9']) {
    const rail = openBanks([{ ...entries({ timeoutMs: 300 })[0]!, issuer }], systemClock)('bnz', 'test')!.rail
    const began = performance.now()
    expect(await rail.createConsent(order(500, 'x'))).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('discovery') })
    expect(performance.now() - began).toBeLessThan(2000)
  }
  silent.close()
})

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
