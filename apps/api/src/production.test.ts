import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readApiConfig } from './config.ts'
import { readDeskConfig } from './desk-config.ts'
import { readWorkConfig } from './work-config.ts'

vi.setConfig({ testTimeout: 90_000 }) // starts processes, on machines of any speed

// What stops the API and the worker in production. apps/identity/src/config.test.ts has the rules of the identity process.

const secret = () => randomBytes(32).toString('hex')
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const bank = {
  bank: 'bnz',
  liveness: 'main',
  issuer: 'https://bank.example',
  api: 'https://bank.example/v2.3',
  clientId: 'nikau',
  account: '02-0192-0221018-00',
  key,
}
const company = { liveness: 'main', api: 'https://cards.example', clientId: 'nikau', secret: secret() }
const anchorKey = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid: '2026-11' }
const list = (entry: object, change: object = {}) => JSON.stringify([{ ...entry, ...change }])

/** Complete and safe for both processes. */
const safe = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/nikau?sslmode=verify-full',
  WEB_ORIGIN: 'https://app.nikau.example',
  API_ORIGIN: 'https://api.nikau.example',
  WEB_CONFIG: '{"issuer":"https://id.nikau.example/oidc"}',
  LINK_SECRET: secret(),
  WEBHOOK_SECRET: secret(),
  BANK_NUMBER_KEYS: `a:${secret()},b:${secret()}`,
  BANK_NUMBER_FINGERPRINTS: secret(),
  CARD_SECRET: secret(),
  PAY_BY_BANK: list(bank),
  FARMLANDS: list(company),
  SMTP_URL: 'smtps://user:pass@mail.example',
  SMS_URL: 'https://sms.example/send',
  SMS_SECRET: secret(),
  BANK_CONNECTIONS: '[{"bank":"bnz","url":"https://files.bank.example/bnz","account":"02-0192-0214002-00"}]',
  BANK_FILES_SECRET: secret(),
  ANCHOR_KEY: JSON.stringify(anchorKey),
  ANCHOR_PUBLIC_KEYS: JSON.stringify({ keys: [{ ...anchorKey, d: undefined }] }),
  ANCHORS_DIR: '/srv/anchors',
  INVOICE_ISSUER: '{"name":"Nikau Limited","gstNumber":"123-456-785"}',
}
const read = { api: readApiConfig, work: readWorkConfig }
const programs = { api: 'serve.ts', work: 'work.ts' }
type Process = keyof typeof read
const both: Process[] = ['api', 'work']

const unsafe: [name: string, value: string | undefined, processes: Process[]][] = [
  ['DATABASE_URL', 'postgres://db.example/nikau', both],
  ['WEB_ORIGIN', 'http://app.nikau.example', both],
  ['WEB_ORIGIN', undefined, both],
  ['API_ORIGIN', 'http://api.nikau.example', ['api']],
  ['WEB_CONFIG', '{"issuer":"http://id.nikau.example/oidc"}', ['api']],
  ['WEB_CONFIG', undefined, ['api']],
  ['LINK_SECRET', 'x', both],
  ['LINK_SECRET', undefined, both],
  ['WEBHOOK_SECRET', 'x'.repeat(32), both],
  ['WEBHOOK_SECRET', undefined, both],
  ['WEBHOOK_LOOPBACK', 'true', both],
  ['BANK_NUMBER_KEYS', `a:${secret()},b:short`, both],
  ['BANK_NUMBER_FINGERPRINTS', 'nikau-development-bank-fingerprints', both],
  ['CARD_SECRET', 'short', ['api']],
  ['RATE_LIMIT_SCALE', '100000', ['api']],
  ['CLOCK_URL', 'https://clock.example', both],
  ['DOCS_ORIGIN', 'http://docs.nikau.example', ['api']],
  ['TRUST_PROXY', 'true', ['api']],
  ['TRUST_PROXY', '0.0.0.0/0', ['api']],
  ['PAY_BY_BANK', list(bank, { issuer: 'http://bank.example' }), both],
  ['PAY_BY_BANK', list(bank, { api: 'http://bank.example/v2.3' }), both],
  ['FARMLANDS', list(company, { api: 'http://cards.example' }), both],
  ['FARMLANDS', list(company, { secret: 'short' }), both],
  ['SMTP_URL', 'smtp://user:pass@mail.example', ['work']],
  ['SMS_URL', 'http://sms.example/send', ['work']],
  ['SMS_SECRET', 'short', ['work']],
  ['BANK_CONNECTIONS', safe.BANK_CONNECTIONS.replace('https', 'http'), ['work']],
  ['BANK_FILES_SECRET', 'short', ['work']],
  ['ANCHOR_KEY', undefined, ['work']],
  ['ANCHOR_PUBLIC_KEYS', undefined, both],
  ['ANCHORS_DIR', undefined, ['work']],
  ['ANCHORS_DIR', 'anchors', ['work']],
  ['INVOICE_ISSUER', undefined, ['api']],
]

test('a safe configuration is accepted in production', () => {
  for (const name of both) expect(() => read[name](safe)).not.toThrow()
})

test.each(unsafe.flatMap(([name, value, processes]) => processes.map((process) => ({ process, name, value }))))(
  '$process refuses $name=$value in production, and nothing else [SEC-12]',
  ({ process, name, value }) => {
    const attempt = () => read[process]({ ...safe, [name]: value })
    expect(attempt).toThrow(name)
    expect(attempt).toThrow('1 error(s)')
  },
)

const safeDesk = {
  NODE_ENV: 'production',
  DATABASE_URL: safe.DATABASE_URL,
  DESK_ORIGIN: 'https://desk.nikau.example',
  DESK_ISSUER: 'https://id.nikau.example/oidc',
  DESK_KEYS: `a:${secret()}`,
  BANK_NUMBER_KEYS: safe.BANK_NUMBER_KEYS,
}

test.each([
  ['DESK_ORIGIN', 'http://desk.nikau.example'],
  ['DESK_ORIGIN', undefined],
  ['DESK_ISSUER', 'http://id.nikau.example/oidc'],
  ['DESK_KEYS', undefined],
  ['DESK_KEYS', 'a:short'],
  ['BANK_NUMBER_KEYS', undefined],
  ['CLOCK_URL', 'https://clock.example'],
  ['RATE_LIMIT_SCALE', '1000'],
])('the desk refuses %s=%s in production, and nothing else [SEC-12]', (name, value) => {
  expect(() => readDeskConfig(safeDesk)).not.toThrow()
  const attempt = () => readDeskConfig({ ...safeDesk, [name]: value })
  expect(attempt).toThrow(name)
  expect(attempt).toThrow('1 error(s)')
})

test.each(both)('the %s process does not start with an unsafe configuration [SEC-12]', async (name) => {
  const env = { ...safe, WEBHOOK_LOOPBACK: 'true', WEBHOOK_SECRET: 'canary' }
  const child = spawn(process.execPath, [join(import.meta.dirname, programs[name])], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  for (const variable of ['WEBHOOK_LOOPBACK', 'WEBHOOK_SECRET']) expect(stderr).toContain(variable)
  expect(stderr).not.toContain('canary')
})
