import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { identityConfig } from './config.ts'

const productionEnv = () => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/nikau',
  IDENTITY_ISSUER: 'https://id.nikau.example/oidc',
  WEB_ORIGINS: 'https://app.nikau.example',
  IDENTITY_KEYS: JSON.stringify({
    keys: [{ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), kid: '1', alg: 'ES256' }],
  }),
  COOKIE_KEYS: randomBytes(32).toString('hex'),
  CODE_SECRET: randomBytes(32).toString('hex'),
})
const development = identityConfig({ DATABASE_URL: 'postgres://localhost/nikau' })

test('a developer needs only a database', () => {
  expect(development).toMatchObject({
    port: 4001,
    trustProxy: false,
    passkeyDomain: 'localhost',
    webOrigins: ['http://localhost:4000', 'http://localhost:4002'],
  })
})

test('production starts with its own secrets', () => {
  expect(identityConfig(productionEnv()).signingKeys).toHaveLength(1)
})

test.each(['IDENTITY_KEYS', 'COOKIE_KEYS', 'CODE_SECRET'] as const)('production without its own %s does not start [SEC-12]', (name) => {
  const { [name]: _, ...rest } = productionEnv()
  expect(() => identityConfig(rest)).toThrow(new RegExp(`${name}: must not be (a development secret|the development key) in production`))
})

test.each([
  ['a copy of the development key', 'IDENTITY_KEYS', JSON.stringify({ keys: development.signingKeys })],
  ['a short cookie key among long ones', 'COOKIE_KEYS', `${randomBytes(32).toString('hex')},short`],
  ['a short code secret', 'CODE_SECRET', 'short'],
  ['a code secret of one letter', 'CODE_SECRET', 'x'.repeat(40)],
  ['a development secret', 'CODE_SECRET', `nikau-development-${'x'.repeat(40)}`],
  ['a plain http issuer', 'IDENTITY_ISSUER', 'http://id.nikau.example/oidc'],
  ['a plain http web origin among others', 'WEB_ORIGINS', 'https://app.nikau.example,http://www.nikau.example'],
  ['a plain http desk', 'DESK_ORIGIN', 'http://desk.nikau.example'],
  ['public keys only', 'IDENTITY_KEYS', JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] })],
  ['keys that are not JSON', 'IDENTITY_KEYS', '{'],
  ['every proxy trusted', 'TRUST_PROXY', 'true'],
  ['a database without TLS', 'DATABASE_URL', 'postgres://db.example/nikau?sslmode=require'],
])('production rejects %s by its name, and the message contains no secret [SEC-12]', (_what, name, value) => {
  const env = { ...productionEnv(), [name]: value }
  expect(() => identityConfig(env)).toThrow(name)
  expect(() => identityConfig(env)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(env.COOKIE_KEYS.slice(0, 20)) }))
})

test('the desk has one origin, or operators cannot sign in', () => {
  const deskOrigin = (DESK_ORIGIN?: string) => identityConfig({ ...productionEnv(), DESK_ORIGIN }).deskOrigin
  expect([deskOrigin(), deskOrigin('https://desk.nikau.example/')]).toEqual([undefined, 'https://desk.nikau.example'])
  expect(() => deskOrigin('https://desk.nikau.example,https://app.nikau.example')).toThrow('DESK_ORIGIN')
})

test('proxies are trusted by IP address or number of hops only', () => {
  const trust = (TRUST_PROXY: string) => identityConfig({ DATABASE_URL: 'postgres://localhost/nikau', TRUST_PROXY }).trustProxy
  expect(trust('false')).toBe(false)
  expect(trust('10.0.0.1, 10.0.0.2')).toEqual(['10.0.0.1', '10.0.0.2'])
  expect(() => trust('true')).toThrow('TRUST_PROXY')
  const hops = trust('1') as (address: string, hop: number) => boolean
  expect([hops('x', 0), hops('x', 1)]).toEqual([true, false])
})

test('SMS budgets have defaults, can be set in part, and a misspelt one stops the process [SEC-6]', () => {
  const budgets = (SMS_BUDGETS: string) => identityConfig({ DATABASE_URL: 'postgres://localhost/nikau', SMS_BUDGETS }).smsBudgets
  expect(development.smsBudgets).toEqual({
    number: { hour: 8, day: 20 },
    source: { hour: 60, day: 600 },
    prefix: { hour: 60, day: 300 },
    total: { hour: 1000, day: 5000 },
    reserve: 0.25,
  })
  expect(budgets('{"total":{"day":9000}}').total).toEqual({ hour: 1000, day: 9000 })
  expect(() => budgets('{"totals":{"day":9000}}')).toThrow('SMS_BUDGETS')
  expect(() => budgets('{"reserve":1}')).toThrow('SMS_BUDGETS')
})
