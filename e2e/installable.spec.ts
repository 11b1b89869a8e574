import { expect, test } from '@playwright/test'

test.use({ serviceWorkers: 'allow' })

test('the app can be installed: name, start, scope and icons for every shape of phone', async ({ page, request }) => {
  await page.goto('locations')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(address!)).json()) as { [name: string]: unknown; icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ name: 'Nikau', start_url: '/deimos/', scope: '/deimos/', display: 'standalone', lang: 'en-NZ' })
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  for (const { src } of manifest.icons) expect((await request.get(new URL(src, page.url()).href)).status()).toBe(200)
})

test('the worker keeps the shell and what was opened, no answer of the API, and starts the app without a network', async ({ page, context }) => {
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const kept = await page.evaluate(async () => {
    const urls: string[] = []
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname)
    return urls
  })
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((path) => !/^\/deimos\/(assets\/[\w.-]+\.(js|css|woff2)|index\.html|boot\.js|icon\.svg|manifest\.webmanifest)$/.test(path))).toEqual([])
  expect(kept.filter((path) => /components|JsBarcode|\.wasm|\.map$/.test(path))).toEqual([])

  await context.setOffline(true)
  await page.goto('locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Shops that take Nikau' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toBeVisible()
  const returned = await page.goto('oidc-callback?code=x').then(
    () => 'answered',
    () => 'no answer',
  )
  expect(returned).toBe('no answer')
  await context.setOffline(false)
})

test('while there is a network the page comes from it, with its policy and today’s configuration', async ({ page }) => {
  await page.goto('locations')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const response = await page.goto('locations')
  expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
  expect(await page.locator('meta[name=nikau-config]').getAttribute('content')).toContain('showSendAsset')
})

test('a new version is offered quietly and taken when the person agrees', async ({ page }) => {
  let version = ''
  await page.context().route('**/deimos/sw.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `${await response.text()}\n//${version}` })
  })
  await page.goto('locations')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  version = 'next'
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByText('A new version is ready.')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { before: true }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => page.evaluate(() => 'before' in window).catch(() => true)).toBe(false)
})
