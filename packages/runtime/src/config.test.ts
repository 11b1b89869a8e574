import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigError, field, readConfig } from './config.ts'

const schema = z.object({ DATABASE_URL: field.secret(), PORT: field.port(), ISSUER: field.url(), DEBUG: field.flag().default(false) })

test('every error is listed at once, without values', () => {
  const attempt = () => readConfig(schema, { PORT: '99999999', ISSUER: 'canary-not-a-url', DEBUG: 'perhaps' })
  expect(attempt).toThrow(ConfigError)
  try {
    attempt()
  } catch (error) {
    const { message } = error as Error
    expect(message).toContain('4 error(s)')
    for (const name of ['DATABASE_URL', 'PORT', 'ISSUER', 'DEBUG']) expect(message).toContain(name)
    expect(message).not.toContain('canary')
  }
})

test('an empty variable counts as missing, and values are typed', () => {
  const config = readConfig(schema, { DATABASE_URL: 'postgres://u:canary@h/d', PORT: '0', ISSUER: 'https://id.example/', DEBUG: '' })
  expect(config).toMatchObject({ PORT: 0, ISSUER: 'https://id.example', DEBUG: false })
  expect(JSON.stringify(config)).not.toContain('canary')
  expect(config.DATABASE_URL.reveal()).toContain('canary')
})

const secret = () => randomBytes(32).toString('hex')
const production = (value: string, more: Record<string, string> = {}) =>
  readConfig(z.object({ KEY: field.secret() }), { NODE_ENV: 'production', KEY: value, ...more }).KEY.reveal()

test('a development secret is rejected in production', () => {
  const known = z.object({ KEY: field.secret().prefault('nikau-development-key'), PORT: field.port() })
  expect(() => readConfig(known, { NODE_ENV: 'production', PORT: '1' })).toThrow('KEY: must not be a development secret in production')
  expect(readConfig(known, { PORT: '1' }).KEY.reveal()).toBe('nikau-development-key')
})

test.each([
  ['of one character', 'x'],
  ['of 31 characters', secret().slice(0, 31)],
  ['of one repeated character', 'x'.repeat(64)],
  ['of a repeated word', 'password'.repeat(8)],
  ['with a short one in a list', `new:${secret()},old:short`],
  ['with a long id in front of a short one', `${'a1b2c3d4e5f6'.repeat(4)}:short`],
])('production rejects a secret %s [SEC-12]', (_what, value) => {
  expect(() => production(value)).toThrow(/KEY: must be/)
  expect(() => production(value)).toThrow(expect.not.objectContaining({ message: expect.stringContaining(value) }))
})

test('production accepts random secrets, alone or in a list', () => {
  for (const value of [secret(), randomBytes(32).toString('base64'), `${secret()},${secret()}`, `new:${secret()},old:${secret()}`])
    expect(production(value)).toBe(value)
})

test.each([
  'postgres://db.example/nikau',
  'postgres://db.example/nikau?sslmode=require',
  'postgres://db.example/nikau?sslmode=verify-full&ssl=0',
  'postgres://db.example/nikau?sslmode=verify-full&uselibpqcompat=true',
  'postgres://localhost/nikau?host=db.example',
  'postgres://127.0.0.1.example/nikau',
  'smtp://user:pass@mail.example',
  'http://user:pass@files.example',
])('production rejects the connection %s [SEC-12]', (url) => {
  expect(() => production(url)).toThrow('KEY: must')
})

test.each([
  'postgres://db.example/nikau?sslmode=verify-full',
  'postgres://localhost/nikau',
  'postgres://127.0.0.1:5432/nikau',
  'postgres://[::1]/nikau',
  'postgres:///nikau?host=/var/run/postgresql',
  'postgres://user@%2Fvar%2Frun%2Fpostgresql/nikau',
  'smtps://user:pass@mail.example',
  'smtp://user:pass@mail.example?requireTLS=true',
  'smtp://127.0.0.1:25',
])('production accepts the connection %s', (url) => {
  expect(production(url)).toBe(url)
})

test('a misspelt NODE_ENV stops the process instead of switching the rules off [SEC-12]', () => {
  for (const NODE_ENV of ['prod', 'Production', 'staging']) expect(() => readConfig(z.object({}), { NODE_ENV })).toThrow('NODE_ENV')
})
