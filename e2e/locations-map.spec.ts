import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const ponsonby = { latitude: -36.8552, longitude: 174.7433 }
const pins = (page: Page) => page.locator('.shop-pin').filter({ visible: true })
const group = (page: Page) => page.getByRole('button', { name: /^\d+ shops, zoom in$/ })
const mapRegion = (page: Page) => page.getByRole('region', { name: 'Map of shops' })

/** With animations a click could hit a moving pin. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openMap(page: Page, at = 'locations?view=map'): Promise<void> {
  await page.goto(at)
  await expect(pins(page).first()).toBeVisible({ timeout: 30_000 })
}

/** The number of shops that the visible pins represent. */
async function shopsOnMap(page: Page): Promise<number> {
  const names = await pins(page).evaluateAll((all) => all.map((pin) => pin.getAttribute('aria-label') ?? ''))
  return names.reduce((sum, name) => sum + Number(/^(\d+) shops/.exec(name)?.[1] ?? 1), 0)
}

/** Whether land and water each cover some of the map, in the theme's colours. */
async function drawnAreas(page: Page): Promise<{ land: boolean; water: boolean }> {
  const picture = (await mapRegion(page).screenshot()).toString('base64')
  return await page.evaluate(async (base64) => {
    const photo = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (sign) => sign.codePointAt(0)!)]))
    const context = new OffscreenCanvas(photo.width, photo.height).getContext('2d')!
    context.drawImage(photo, 0, 0)
    // Without the buttons on the right, which have the colour of land.
    const { data } = context.getImageData(0, 0, Math.floor(photo.width * 0.8), photo.height)
    const part = (token: string) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${token})`
      const colour = getComputedStyle(probe).color.match(/\d+/g)!.map(Number)
      probe.remove()
      let count = 0
      for (let at = 0; at < data.length; at += 4) if (colour.every((value, index) => Math.abs(value - data[at + index]!) < 4)) count++
      return count / (data.length / 4) > 0.03
    }
    return { land: part('--surface'), water: part('--info-tint') }
  }, picture)
}

test('the map loads when opened, shows every shop, and calls no other host [MERCH-01, API-46]', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  const response = await page.goto('locations')
  expect(response?.headers()['content-security-policy']).toContain("connect-src 'self'")
  await expect(page.getByRole('listitem').nth(60)).toBeAttached()
  const online = await page.getByRole('listitem').filter({ hasText: 'Online shop' }).count()
  const all = await page.getByRole('listitem').count()
  expect(requests.filter(({ pathname }) => /ShopMap|maplibre|geojson/.test(pathname))).toEqual([])
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(mapRegion(page)).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => shopsOnMap(page)).toBe(all - online)
  await expect.poll(() => requests.filter(({ pathname }) => pathname.endsWith('.geojson')).length).toBe(2)
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([new URL(page.url()).origin])
  expect(errors).toEqual([])
  await expect(page.getByRole('link', { name: 'OpenStreetMap contributors' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'GeoNames' })).toBeVisible()
})

test('clusters expand by keyboard, and a selected pin is named below the map [MERCH-01]', async ({ page }) => {
  await openMap(page, 'locations?view=map&name=wellington')
  for (let step = 0; step < 6 && (await page.locator('.shop-pin-leaf').filter({ visible: true }).count()) === 0; step++) {
    const before = await shopsOnMap(page)
    await group(page).first().press('Enter')
    await expect(mapRegion(page)).toBeFocused()
    await expect.poll(async () => (await shopsOnMap(page)) <= before).toBe(true)
  }
  const pin = page.locator('.shop-pin:has(.shop-pin-leaf)').filter({ visible: true }).first()
  const name = (await pin.getAttribute('aria-label')) ?? ''
  await pin.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page).toHaveURL(/[?&]shop=/)
  await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0)
})

test('shops can be selected on the map and in the list, and a filter applies to both [MERCH-01, MERCH-04, MERCH-05]', async ({ page }) => {
  await page.goto('locations?asset=epay.main')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasNotText: 'Online shop' }).first().getByRole('link')
  const name = await row.locator('.n-item-name').innerText()
  await row.press('Enter')
  await expect(page).toHaveURL(/view=map/)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Map', exact: true })).toContainText('GiftStation')
  await page.goBack()
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('with a position the map shows it among the shops within 5 km [MERCH-01, MERCH-02]', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(ponsonby)
  await openMap(page)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByRole('img', { name: 'You are here' })).toBeVisible()
  await expect.poll(() => shopsOnMap(page)).toBeLessThan(40)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`land and sea are drawn, no accessibility violation, and targets of 48 px, ${colorScheme} [MERCH-01]`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await openMap(page)
    await expect.poll(() => drawnAreas(page), { timeout: 30_000 }).toEqual({ land: true, water: true })
    await expectAccessible(page)
    for (const target of [...(await pins(page).all()), page.getByRole('button', { name: 'Zoom in', exact: true })]) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

test('a map that cannot be drawn or loaded leaves the list usable', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto('locations?view=map')
  await expect(page.getByRole('status').filter({ hasText: 'We can’t show the map here' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect(page.getByRole('listitem').nth(60)).toBeAttached()
  await page.route('**/assets/ShopMap-*.js', (route) => route.abort())
  await page.goto('locations?view=map')
  await expect(page.getByRole('status').filter({ hasText: 'We can’t show the map here' })).toBeVisible()
})

/** A PNG of one grey pixel. */
const tile = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64')

async function withTiles(page: Page): Promise<void> {
  await page.route(/\/deimos\/locations/, async (route) => {
    const response = await route.fetch()
    const origin = new URL(route.request().url()).origin
    const map = { tiles: `${origin}/deimos/tiles/{z}/{x}/{y}.png`, attribution: 'Streets by Example', maxZoom: 18 }
    const body = (await response.text()).replace('content="{', `content="{${JSON.stringify({ map }).slice(1, -1).replaceAll('"', '&quot;')},`)
    await route.fulfill({ response, body })
  })
}

test('a configured tile server adds streets, with its attribution [MERCH-01]', async ({ page }) => {
  const asked: string[] = []
  await withTiles(page)
  await page.context().route('**/tiles/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: tile })
  })
  await openMap(page)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  expect(asked[0]).toMatch(/\/tiles\/\d+\/\d+\/\d+\.png$/)
  await expect(page.getByText('Streets by Example')).toBeVisible()
})

test('a tile server that does not respond leaves the built-in map', async ({ page }) => {
  await withTiles(page)
  await page.context().route('**/tiles/**', (route) => route.fulfill({ status: 503 }))
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await openMap(page)
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
  await expect.poll(() => drawnAreas(page), { timeout: 30_000 }).toMatchObject({ land: true, water: true })
  expect(errors).toEqual([])
})
