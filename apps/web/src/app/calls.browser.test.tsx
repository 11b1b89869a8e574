import { endpoints } from '@nikau/contract/endpoints'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import beyondSpecification from '../../../../docs/calls-beyond-the-specification.md?raw'
import exceptions from '../../../../docs/decisions/0151-three-retries-and-where-not.md?raw'
import requirements from '../../../../docs/requirements.md?raw'
import { deployed } from '../lib/config.ts'
import { attemptsOf, settle, shortenPauses } from '../testing/attempts.ts'
import { asset, bankAccount, mockServerPerTest, openApp, server, signInAs, transfer, wallet } from '../testing/fixtures.tsx'
import { routes } from './routes.ts'

// Every screen is opened, signed in and signed out, and every call that it makes is looked at.

mockServerPerTest()
const { people } = deployed
afterAll(() => {
  deployed.people = people
})

const urls: URL[] = []
beforeEach(() => {
  deployed.people = { guard: true, claim: true }
  shortenPauses()
  Object.assign(server.answers, {
    'GET /api/accounts/mine/assets': { items: [wallet(), asset('coffee', 'nikau.token.main', { issuer: 'Daily Bread', description: 'Flat white' })] },
    'GET /api/accounts/mine/bank-accounts': [bankAccount('asb')],
    'GET /api/topups': [transfer('up')],
  })
  urls.length = 0
  const stub = fetch
  vi.stubGlobal('fetch', (url: string | URL, init?: RequestInit) => {
    urls.push(new URL(url, location.origin))
    return stub(url, init)
  })
})

const pattern = (method: string, path: string) => `${method} ${path.replaceAll(/:\w+|\{\w+\}/g, ':')}`
const known = new Map(Object.values(endpoints).map((endpoint) => [pattern(endpoint.method, endpoint.path), endpoint]))
const callsIn = (text: string) => [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g)].map(([, method, path]) => pattern(method!, path!))
const apiSection = requirements.slice(requirements.indexOf('\n## API'), requirements.indexOf('\n## ERR'))
const allowed = new Set([...callsIn(apiSection), ...callsIn(beyondSpecification)])

/** The endpoint of a call; of two that fit, the one with fewer parameters. */
function endpointOf(call: string): string | undefined {
  const fits = [...known.keys()].filter((key) => new RegExp(`^${key.replaceAll(':', '[^/]+')}$`).test(call))
  return fits.toSorted((a, b) => a.split(':').length - b.split(':').length)[0]
}

const params: Record<string, string> = {
  assetId: 'coffee',
  issuerSlug: 'daily-bread',
  bankAuthorityId: 'asb',
  id: 'asb',
  name: 'colors',
  bank: 'bnz',
  transferId: 'up',
  section: 'profile',
}
/** Left out: the returns from the identity provider and the page that leads to it, which make its calls only. */
const screens = (signedIn: boolean) =>
  routes
    .filter(({ name, access }) => !['signing-in', 'signed-out', 'sign-up'].includes(name) && (signedIn || access === 'public'))
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'x1').replace('*', '/nowhere'))

/** By endpoint: a call that a screen made, and the screen. */
const seen = new Map<string, { call: string; path: string; signedIn: boolean }>()

/** Opens a screen and answers the calls to our own server. */
async function callsOf(path: string, signedIn: boolean): Promise<string[]> {
  sessionStorage.clear()
  if (signedIn) signInAs()
  const screen = await openApp(path)
  await settle(() => document.querySelector('h1') !== null)
  await screen.unmount()
  const calls = server.requests.filter((_, index) => urls[index]?.origin === location.origin).map(({ call }) => call)
  for (const call of calls) {
    const endpoint = endpointOf(call)
    if (endpoint !== undefined && !seen.has(endpoint)) seen.set(endpoint, { call, path, signedIn })
  }
  return calls
}

describe.each([true, false])('signed in: %s', (signedIn) => {
  test.each(screens(signedIn))('%s makes no call beyond the requirements and the table of further calls [API-46]', async (path) => {
    const calls = await callsOf(path, signedIn)
    expect(calls.filter((call) => !allowed.has(endpointOf(call) ?? ''))).toEqual([])
    const hosts = [location.origin, new URL(deployed.issuer).origin]
    for (const { origin } of urls) expect(hosts).toContain(origin)
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)
    expect(loaded.filter((origin) => origin !== location.origin && origin !== 'null')).toEqual([])
  })
})

test.each([
  ['/scan/guides', []],
  ['/link-bank-account/profile-basics', []],
  ['/link-bank-account/email', []],
  [
    '/',
    [
      'GET /api/account-memberships',
      'GET /api/accounts/:/assets',
      'GET /api/accounts/:/bank-accounts',
      'GET /api/accounts/:/quotas',
      'GET /api/topups',
      'GET /api/wallets/:/transactions',
    ],
  ],
])('%s loads what the requirements say, by their calls [API-45]', async (path, calls) => {
  deployed.people = { guard: false, claim: false }
  await openApp(path)
  await settle(() => document.querySelector('h1') !== null)
  expect([...new Set(server.requests.map(({ call }) => endpointOf(call) ?? call))].toSorted()).toEqual(calls)
})

const differing = new Set(callsIn(exceptions))

test('every call that a screen makes by itself is tried four times, then given up [API-03]', { timeout: 180_000 }, async () => {
  const wrong: string[] = []
  // Already known when the tests above have run.
  if (seen.size === 0) for (const path of screens(true)) await callsOf(path, true)
  for (const [endpoint, { call, path, signedIn }] of seen) {
    if (differing.has(endpoint)) continue
    sessionStorage.clear()
    if (signedIn) signInAs()
    const attempts = await attemptsOf(call, path)
    if (attempts !== 4) wrong.push(`${endpoint} on ${path}: ${attempts} attempts`)
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(20)
})
