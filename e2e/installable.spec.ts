import { expect, type Page, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

test('the app is installable: name, start URL, scope and icons for every launcher', async ({ page, request }) => {
  await page.goto('locations')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(address!)).json()) as { [name: string]: unknown; icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ name: 'Nikau', start_url: '/deimos/', scope: '/deimos/', display: 'standalone', lang: 'en-NZ' })
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  for (const { src } of manifest.icons) expect((await request.get(new URL(src, page.url()).href)).status()).toBe(200)
})

test('the service worker caches the shell and opened screens, no API response, and starts the app offline', async ({ page, context }) => {
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const cached = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
    return urls
  })
  expect(cached.length).toBeGreaterThan(5)
  expect(cached.filter((path) => !/^\/deimos\/(assets\/[\w.-]+\.(js|css|woff2)|index\.html|icon\.svg|manifest\.webmanifest)?$/.test(path))).toEqual([])
  expect(cached.filter((path) => /components|JsBarcode|\.wasm|\.map$/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.goto('locations')
  // The new page cannot reach the network, but Chromium tells it so only through this command.
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.overrideNetworkState', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await expect(page.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible()
  await expect(page.getByText(/^No signal/).first()).toBeVisible()
  const returned = await page.goto('oidc-callback?code=x').then(
    () => 'response',
    () => 'no response',
  )
  expect(returned).toBe('no response')
  await context.setOffline(false)
})

/** Puts this title into the page that the service worker keeps, as if the server had sent it then. */
const keepPageWithTitle = (page: Page, title: string) =>
  page.evaluate(async (text) => {
    const cache = await caches.open('page')
    const kept = (await cache.match('/deimos/'))!
    const body = (await kept.text()).replace('<title>Nikau</title>', `<title>${text}</title>`)
    await cache.put('/deimos/', new Response(body, { headers: kept.headers }))
  }, title)

/** Of the page as it arrived: the app sets its own title later. */
const titleOf = async (page: Page) => /<title>(.*?)<\/title>/.exec((await (await page.reload())?.text()) ?? '')?.[1]

async function openControlled(page: Page): Promise<void> {
  await page.goto('locations')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('page')).keys()).length)).toBe(1)
}

test('the page starts as the server last sent it, with its policy and configuration, and the next start has what it sends now', async ({ page }) => {
  await openControlled(page)
  const response = await page.goto('locations')
  expect(response?.fromServiceWorker()).toBe(true)
  expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
  expect(await page.locator('meta[name=nikau-config]').getAttribute('content')).toContain('showSendAsset')
  await keepPageWithTitle(page, 'Before')
  expect(await titleOf(page)).toBe('Before')
  await expect.poll(() => titleOf(page)).toBe('Nikau')
})

test('pages of payments come from the network', async ({ page }) => {
  await openControlled(page)
  const response = await page.goto('pay/unknown')
  expect(response?.headers()['cross-origin-opener-policy']).toBe('unsafe-none') // the checkout's page, not the wallet's
  expect(await page.evaluate(async () => (await (await caches.open('page')).keys()).map(({ url }) => new URL(url).pathname))).toEqual(['/deimos/'])
})

/** Serves a service worker that is changed once `deploy` is called. */
async function withReleases(page: Page) {
  let version = ''
  await page.context().route('**/deimos/sw.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n//${version}` })
  })
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null)
  const deploy = async () => {
    await expect.poll(isControlled).toBe(true)
    version = 'next'
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect(page.getByText('A new version is ready.')).toBeVisible()
  }
  const refresh = async () => {
    await page.evaluate(() => Object.assign(window, { before: true }))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => page.evaluate(() => 'before' in window).catch(() => true)).toBe(false)
  }
  return { deploy, refresh }
}

test('a new version is offered and applied when the person agrees, and the page of the earlier one is not opened again', async ({ page }) => {
  const { deploy, refresh } = await withReleases(page)
  await page.goto('locations')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await deploy()
  await keepPageWithTitle(page, 'Before')
  await refresh()
  expect(await page.evaluate(async () => (await (await caches.open('page')).match('/deimos/'))?.text() ?? '')).not.toContain('<title>Before</title>')
})

test('a page that was opened before there was a service worker takes a new version, too', async ({ page }) => {
  const { deploy, refresh } = await withReleases(page)
  await page.goto('locations')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await deploy()
  await refresh()
})
