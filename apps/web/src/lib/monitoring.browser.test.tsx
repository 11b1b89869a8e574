import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { WebConfig } from '@nikau/contract/web-config'
import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { createMonitoring, type Report, monitorQueries, redactMessage } from './monitoring.ts'

const everything = { address: 'https://m.example/in', errors: 1, traces: 1 }

function createTestMonitoring(config: WebConfig['monitoring'] = everything, random = () => 0.5) {
  const sent: Report[] = []
  const monitoring = createMonitoring({ config, send: (_, body) => sent.push(JSON.parse(body) as Report), random, now: () => new Date(0) })
  return { sent, monitoring }
}

/** Fails a call through the app's kind of caches and returns what was reported. */
async function reportsOfFailure(method: string, path: string, error: Error): Promise<Report[]> {
  const { sent, monitoring } = createTestMonitoring()
  const client = new QueryClient({ queryCache: new QueryCache(), mutationCache: new MutationCache() })
  monitorQueries(monitoring, client.getQueryCache(), client.getMutationCache())
  const fail = () => Promise.reject(error)
  if (method === 'GET') await client.fetchQuery({ queryKey: [method, path, {}], queryFn: fail, retry: false }).catch(() => {})
  else
    await client
      .getMutationCache()
      .build(client, { mutationKey: [method, path], mutationFn: fail })
      .execute({})
      .catch(() => {})
  return sent
}

test.each([
  ['GET', '/api/account-memberships', 'getAccountMembershipsFailure'],
  ['GET', '/api/accounts/:accountId/bank-accounts', 'listBankAuthoritiesFailed'],
  ['POST', '/api/wallet-assets', 'createWalletFailed'],
  ['GET', '/api/accounts/:accountId/assets', 'listAssetsFailed'],
  ['GET', '/api/assets/:id', 'getAssetFailed'],
  ['GET', '/api/merchants/search', 'getMerchantsFailed'],
])('%s %s is reported as %s [ERR-31]', async (method, path, name) => {
  const sent = await reportsOfFailure(method, path, new CallError(500, 'INTERNAL'))
  expect(sent).toMatchObject([{ kind: 'error', name, detail: { status: 500, code: 'INTERNAL' } }])
})

test.each([
  ['POST', '/api/bank-accounts', 'DUPLICATE_BANK_ACCOUNT'],
  ['POST', '/api/bank-accounts', 'BANK_AUTHORITY_LIMIT_EXCEEDED'],
  ['POST', '/api/bank-accounts', 'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED'],
  ['POST', '/api/bank-accounts/:id/verify', 'VERIFICATION_CODE_INVALID'],
  ['POST', '/api/asset-transfers', 'QUOTA_EXCEEDED'],
  ['POST', '/api/asset-transfers', 'INSUFFICIENT_WALLET_BALANCE'],
  ['POST', '/api/withdrawals', 'QUOTA_EXCEEDED'],
  ['POST', '/api/withdrawals', 'INSUFFICIENT_WALLET_BALANCE'],
  ['GET', '/api/me/patron-code-payment-request', 'REQUEST_NOT_FOUND'],
  ['GET', '/api/payment-requests/:id/summary', 'FORBIDDEN'],
  ['POST', '/api/patron-codes', 'RATE_LIMIT_EXCEEDED'],
])('%s %s refused with %s is not reported [ERR-32]', async (method, path, code) => {
  expect(await reportsOfFailure(method, path, new CallError(403, code))).toEqual([])
})

test.each([
  ['POST', '/api/topups', 'QUOTA_EXCEEDED'],
  ['GET', '/api/payment-requests/:id', 'FORBIDDEN'],
  ['GET', '/api/merchants/search', 'RATE_LIMIT_EXCEEDED'],
  ['POST', '/api/withdrawals', 'NETWORK'],
])('%s %s failing with %s is reported [ERR-33]', async (method, path, code) => {
  expect(await reportsOfFailure(method, path, new CallError(403, code))).toMatchObject([{ detail: { code } }])
})

test('without a configured URL nothing is sent [ERR-33]', () => {
  const sent: unknown[] = []
  const monitoring = createMonitoring({ config: undefined, send: (...all) => sent.push(all), random: () => 0, now: () => new Date() })
  monitoring.error('uncaughtError', new Error('x'))
  monitoring.trace('pageStarted', 1)
  expect(sent).toEqual([])
})

test('a report contains no token, card, code or account number, wherever the error held it [ERR-33]', () => {
  const secrets = [
    'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '6005091234567890',
    '6005 0912 3456 7890',
    '482913',
    '12-3140-0171323-50',
    'opaque_Ab3dEfGhIjKlMnOpQrStUvWxYz',
    'mia@example.nz',
  ]
  for (const secret of secrets) {
    const { sent, monitoring } = createTestMonitoring()
    const error = Object.assign(new Error(`could not pay with ${secret} today`), {
      body: secret,
      stack: `Error: ${secret}\n at pay (https://x/deimos/assets/pay-1a.js:10:20)`,
    })
    monitoring.error('uncaughtError', error)
    monitoring.error('callFailed', new CallError(400, secret, { number: secret }))
    monitoring.error('uncaughtError', secret)
    expect(sent.length).toBe(3)
    for (const part of secret.split(' ')) expect(JSON.stringify(sent)).not.toContain(part)
    expect(sent[0]?.detail).toMatchObject({ type: 'Error', frames: 'pay-1a.js:10:20' })
  }
  expect(redactMessage('Cannot read properties of undefined')).toBe('Cannot read properties of undefined')
})

test('errors and traces are sampled at the configured rates [CONST-08]', () => {
  const half = createTestMonitoring({ ...everything, errors: 0.5, traces: 0 }, () => 0.6)
  half.monitoring.error('uncaughtError', new Error('x'))
  half.monitoring.trace('pageStarted', 10.4)
  expect(half.sent).toEqual([])
  const all = createTestMonitoring(everything, () => 0.999)
  all.monitoring.setScreen('locations')
  all.monitoring.trace('pageStarted', 10.4)
  expect(all.sent).toEqual([{ kind: 'trace', name: 'pageStarted', at: '1970-01-01T00:00:00.000Z', screen: 'locations', detail: { milliseconds: 10 } }])
})

test('a support request is sent whatever the sample rates are [ERR-18]', () => {
  const { sent, monitoring } = createTestMonitoring({ ...everything, errors: 0, traces: 0 }, () => 0.999)
  monitoring.error('callFailed', new Error('no'))
  monitoring.support('linkBankAccount', { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' })
  expect(sent).toMatchObject([{ kind: 'support', name: 'linkBankAccount', detail: { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' } }])
})
