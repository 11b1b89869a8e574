import { testDatabase } from '@nikau/testing'
import { requestCode, buildAuthorizationRequest, openSignIn, createHttpBrowser } from '@nikau/testing/http-browser'
import { expect, test } from 'vitest'
import { assetPath } from './assets.ts'
import { startTestIdentity, webOrigin } from './fixtures.ts'

const database = await testDatabase()
const identity = await startTestIdentity(database)
const get = (url: string) => identity.app.inject({ url })

test('health, readiness and metrics; the public port does not serve metrics [SEC-13]', async () => {
  const browser = createHttpBrowser({ via: identity.local })
  await requestCode(browser, await openSignIn(browser, buildAuthorizationRequest(identity.client)), '+64200000001')
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await get('/readyz')).json()).toEqual({ status: 'ok' })
  expect(await identity.metrics.registry.metrics()).toMatch(/nikau_sign_in_steps_total\{step="code-sent",outcome="sent".*\} 1/)
  expect((await get('/metrics')).statusCode).toBe(404)
})

test('assets are immutable and their URL changes with the content', async () => {
  const found = await get(assetPath('identity.css'))
  expect([found.statusCode, found.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(found.body).toMatch(/url\("\/assets\/[0-9a-f]{16}\/inter-latin-[a-z]+-normal\.woff2"\)/)
  expect((await get('/assets/0000000000000000/identity.css')).statusCode).toBe(404)
  expect((await get('/assets/0000000000000000/constructor')).statusCode).toBe(404)
})

test('/ redirects to the web app', async () => {
  expect((await get('/')).headers.location).toBe(`${webOrigin}/deimos/`)
})
