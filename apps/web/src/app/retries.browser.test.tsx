import type { Endpoint } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import exceptions from '../../../../docs/decisions/0151-three-retries-and-where-not.md?raw'
import { queryClient, useEndpointMutation } from '../lib/endpoint-hooks.ts'
import { attemptsOf, shortenPauses } from '../testing/attempts.ts'
import { button, mockServerPerTest, openApp, pageText, refusal, server, wallet } from '../testing/fixtures.tsx'
import { inTurn } from '../testing/mock-server.ts'

// Calls that change something, and where the source leaves the rule. calls.browser.test.tsx has what screens load.

mockServerPerTest()
beforeEach(shortenPauses)

/** The app's source without its tests. */
const sources = Object.entries(import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }))
  .map(([path, text]) => ({ path: path.replace('../', '').replace('./', 'app/'), text }))
  .filter(({ path }) => !/\.test\.|^testing\/|fixtures/.test(path))

function Act({ endpoint }: { endpoint: Endpoint }) {
  const { body: _body, ...withoutBody } = endpoint
  const act = useEndpointMutation(withoutBody)
  return (
    <button type="button" onClick={() => act.mutate({ params: {} } as never)}>
      {act.isError ? 'Failed' : 'Act'}
    </button>
  )
}

test('every changing call that the app has is tried four times through the hook [API-03]', async () => {
  const imported = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(/import \{([^}]+)\} from '@nikau\/contract/g)].flatMap(([, names]) => names!.match(/\w+/g) ?? [])),
  )
  const changing = Object.entries(endpoints).filter(([name, { method }]) => method !== 'GET' && imported.has(name))
  expect(changing.length).toBeGreaterThan(30)
  for (const [name, endpoint] of changing) {
    queryClient.clear()
    server.requests.length = 0
    const call = `${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, 'undefined')}`
    server.answers[call] = () => refusal('UNAVAILABLE', {}, 503)
    const screen = await render(
      <QueryClientProvider client={queryClient}>
        <Act endpoint={endpoint} />
      </QueryClientProvider>,
    )
    ;(button('Act').element() as HTMLElement).click()
    await expect.element(button('Failed')).toBeVisible()
    expect([name, server.to(call).length]).toEqual([name, 4])
    await screen.unmount()
  }
})

test('the source leaves the rule only where the decision says so, and makes no call around it [API-03, API-46]', () => {
  const filesWith = (found: RegExp) => sources.filter(({ text }) => found.test(text)).map(({ path }) => path)
  const listed = new Set([...exceptions.matchAll(/`((?:features|lib)\/[\w/-]+\.tsx?)`/g)].map(([, path]) => path!))
  const leaving = filesWith(
    /\bretry: (?:false|true|\d)|^\s+once: true|\bcallUntilAnswered\(|\bfetchEndpoint\(endpoints|\bcallStream\(|\bsendUntilKnown\b|function followBankTopUp\(/m,
  )
  const rule = ['features/checkout/checkout-api.ts', 'lib/call.ts', 'lib/call-with-retries.ts', 'lib/endpoint-hooks.ts', 'lib/retry.ts']
  expect(leaving.filter((path) => !listed.has(path) && !rule.includes(path))).toEqual([])
  for (const path of listed) if (path !== 'features/codes/useOfflineCodes.ts') expect(leaving).toContain(path)
  // All others call inside a query or mutation, but for the till, which repeats by rules of its own (0189).
  expect(
    filesWith(/\b(?:call|callFile|callAllPages)\(/)
      .filter((path) => !listed.has(path) && !rule.includes(path))
      .toSorted(),
  ).toEqual([
    'features/activity/ExportSheet.tsx',
    'features/business-payments/ExportPayments.tsx',
    'features/till-device/PairScreen.tsx',
    'features/till-device/till-call.ts',
    'lib/account-assets.ts',
    'lib/account.ts',
    'lib/claimable-assets.ts',
    'lib/useDownload.ts',
    'lib/useEndpointPages.ts',
  ])
  expect(filesWith(/\bfetch\(|XMLHttpRequest|sendBeacon|new WebSocket|new EventSource/).toSorted()).toEqual([
    'lib/monitoring.ts',
    'lib/request.ts',
    'till/keep-for-offline.ts',
  ])
})

test(
  'what a screen creates by itself is tried four times: the account, the wallet and what waits to be claimed [API-03, SESS-15]',
  { timeout: 120_000 },
  async () => {
    localStorage.removeItem('assetsResolved-me')
    expect(await attemptsOf('POST /api/me/resolve-claimable-assets', '/')).toBe(4)
    expect(localStorage.getItem('assetsResolved-me')).toBeNull()
    localStorage.setItem('assetsResolved-me', 'true')
    server.answers['GET /api/accounts/mine/assets'] = { items: [] }
    expect(await attemptsOf('POST /api/wallet-assets', '/')).toBe(4)
    server.answers['GET /api/account-memberships'] = []
    expect(await attemptsOf('POST /api/accounts', '/')).toBe(4)
  },
)

test('assets wait for the first attempt to claim what waits, and load again when a later one succeeds [SESS-15]', async () => {
  localStorage.removeItem('assetsResolved-me')
  const second = Promise.withResolvers<object>()
  server.answers['POST /api/me/resolve-claimable-assets'] = inTurn(
    () => refusal('UNAVAILABLE', {}, 503),
    () => second.promise,
  )
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await expect.poll(() => server.to('POST /api/me/resolve-claimable-assets')).toHaveLength(2)
  expect(localStorage.getItem('assetsResolved-me')).toBeNull()
  const loads = server.to('GET /api/accounts/mine/assets').length
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet({ balance: '17840', availableBalance: '17840' })] }
  second.resolve({})
  await expect.poll(pageText).toContain('$178.40')
  expect(server.to('GET /api/accounts/mine/assets')).toHaveLength(loads + 1)
  expect(localStorage.getItem('assetsResolved-me')).toBe('true')
})
