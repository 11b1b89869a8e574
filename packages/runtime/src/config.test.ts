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

test('a development secret is rejected in production', () => {
  const known = z.object({ NODE_ENV: z.string().optional(), KEY: field.secret().prefault('nikau-development-key'), PORT: field.port() })
  expect(() => readConfig(known, { NODE_ENV: 'production', PORT: '1' })).toThrow('KEY: must not be a development secret in production')
  expect(readConfig(known, { PORT: '1' }).KEY.reveal()).toBe('nikau-development-key')
  expect(readConfig(known, { NODE_ENV: 'production', KEY: 'ours', PORT: '1' }).KEY.reveal()).toBe('ours')
})
