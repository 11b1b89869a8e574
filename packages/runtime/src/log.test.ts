import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { Secret } from './secret.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  const destination = new Writable({ write: (chunk, _encoding, done) => ((text += String(chunk)), done()) })
  write(createLog({ name: 'test', level: 'trace', destination }))
  // Without the timestamp, whose digits could match by chance.
  return text.replaceAll(/"time":"[^"]+",?/g, '')
}

test('secrets do not reach the log by key, at any depth', () => {
  const text = logged((log) =>
    log.info(
      {
        req: { headers: { authorization: 'Bearer canary-token', 'x-api-key': 'canary-key' } },
        body: { params: [{ cvv: 'canary-cvv', otp: 'canary-otp', cardNumber: 'canary-card' }] },
      },
      'call',
    ),
  )
  expect(text).not.toContain('canary')
  expect(text).toContain('[redacted]')
})

test('card details and card payment tokens do not reach the log', () => {
  const accessToken = `ct_${'canary'.repeat(7)}x`
  const text = logged((log) => {
    log.warn({ body: { challengeType: 'verify-farmlands-card', params: { number: '4999000000000001', expiry: '12/30', cvv: '837' }, cvc: '837' } }, 'card')
    log.warn({ body: { challengeType: 'verify-farmlands-otp', params: { otp: '918273' } }, answer: { accessToken } }, 'code')
    log.error({ err: new Error(`token ${accessToken} of card 6005091234567890 was refused`) }, `paying with ${accessToken}`)
  })
  expect(text).not.toMatch(/4999000000000001|837|918273|canary|6005091234567890/)
})

test('card numbers, bank account numbers and tokens do not reach the log inside messages or errors', () => {
  const text = logged((log) => {
    log.info('card 6005091234567890 paid from 12-3140-0171323-00 with Bearer abc.def')
    log.error({ err: new Error('refused 6005091234567890') }, 'failed')
    log.info({ note: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' })
  })
  expect(text).not.toMatch(/6005091234567890|0171323|abc\.def|c2ln/)
  expect(text.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(5)
})

test('a secret always prints as redacted', () => {
  const secret = new Secret('canary')
  const text = logged((log) => log.info({ secret, list: [secret] }, `value ${String(secret)}`)) + JSON.stringify({ secret })
  expect(text).not.toContain('canary')
  expect(secret.reveal()).toBe('canary')
})
