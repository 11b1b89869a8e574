import { testDatabase } from '@nikau/testing'
import { askForCode, authorisation, openSignIn, visitor } from '@nikau/testing/visitor'
import { expect, test } from 'vitest'
import { assetPath } from './assets.ts'
import { runningIdentity, webOrigin } from './given.ts'

const database = await testDatabase()
const identity = await runningIdentity(database)
const get = (url: string, headers: Record<string, string> = {}) => identity.app.inject({ url, headers })

test('the process says that it lives, that it can work, and how it fares, the last one not to the public', async () => {
  const browser = visitor({ via: identity.local })
  await askForCode(browser, await openSignIn(browser, authorisation(identity.client)), '+64200000001')
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ status: 'ok' })
  expect((await get('/metrics')).body).toMatch(/nikau_sign_in_steps_total\{step="code-sent",outcome="sent".*\} 1/)
  expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.1' })).statusCode).toBe(404)
})

test('files of the pages may be kept for ever, and a changed one has another address', async () => {
  const found = await get(assetPath('identity.css'))
  expect([found.statusCode, found.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(found.body).toMatch(/url\("\/assets\/[0-9a-f]{16}\/inter-latin-[a-z]+-normal\.woff2"\)/)
  expect((await get('/assets/0000000000000000/identity.css')).statusCode).toBe(404)
  expect((await get('/assets/0000000000000000/constructor')).statusCode).toBe(404)
})

test('whoever comes to the bare address is shown to the app', async () => {
  expect((await get('/')).headers.location).toBe(`${webOrigin}/deimos/`)
})
