import type { WebConfig } from '@nikau/contract/web-config'
import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { createMonitoring, type Report, redactMessage } from './monitoring.ts'

const everything = { address: 'https://m.example/in', errors: 1, traces: 1 }

function createTestMonitoring(config: WebConfig['monitoring'] = everything, random = () => 0.5) {
  const sent: Report[] = []
  const send = async (_: string, body: string) => sent.push(JSON.parse(body) as Report) > 0
  const monitoring = createMonitoring({ config, send, random, now: () => new Date(0) })
  return { sent, monitoring }
}

test('without a configured URL nothing is sent [ERR-33]', () => {
  const sent: unknown[] = []
  const monitoring = createMonitoring({ config: undefined, send: async (...all) => sent.push(all) > 0, random: () => 0, now: () => new Date() })
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

test('a support request is sent whatever the sample rates are, and answers whether it has arrived [ERR-18]', async () => {
  const { sent, monitoring } = createTestMonitoring({ ...everything, errors: 0, traces: 0 }, () => 0.999)
  monitoring.error('callFailed', new Error('no'))
  expect(await monitoring.support('linkBankAccount', { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' })).toBe(true)
  expect(sent).toMatchObject([{ kind: 'support', name: 'linkBankAccount', detail: { accountId: 'mine', code: 'BANK_ACCOUNT_LIMIT_EXCEEDED' } }])
})
