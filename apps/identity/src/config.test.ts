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

test.each(['IDENTITY_KEYS', 'COOKIE_KEYS', 'CODE_SECRET'] as const)('production without its own %s does not start', (name) => {
  const { [name]: _, ...rest } = productionEnv()
  expect(() => identityConfig(rest)).toThrow(`${name}: must not be a development secret in production`)
})

test.each([
  ['a copy of the development key', { IDENTITY_KEYS: JSON.stringify({ keys: development.signingKeys }) }],
  ['a short cookie key among long ones', { COOKIE_KEYS: `${'x'.repeat(40)},short` }],
  ['a short code secret', { CODE_SECRET: 'short' }],
  ['a development secret', { CODE_SECRET: `nikau-development-${'x'.repeat(40)}` }],
  ['plain http', { IDENTITY_ISSUER: 'http://id.nikau.example/oidc' }],
  ['public keys only', { IDENTITY_KEYS: JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] }) }],
  ['keys that are not JSON', { IDENTITY_KEYS: '{' }],
])('production rejects %s, and the message contains no secret', (_what, change) => {
  const env = { ...productionEnv(), ...change }
  expect(() => identityConfig(env)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(env.COOKIE_KEYS.slice(0, 20)) }))
})

test('proxies are trusted by IP address or number of hops only', () => {
  const trust = (TRUST_PROXY: string) => identityConfig({ DATABASE_URL: 'postgres://localhost/nikau', TRUST_PROXY }).trustProxy
  expect(trust('false')).toBe(false)
  expect(trust('10.0.0.1, 10.0.0.2')).toEqual(['10.0.0.1', '10.0.0.2'])
  const hops = trust('1') as (address: string, hop: number) => boolean
  expect([hops('x', 0), hops('x', 1)]).toEqual([true, false])
})
