import { expect, type Page, test } from '@playwright/test'

/** Counts page loads. */
function loadsOf(page: Page): { count: number } {
  const loads = { count: 0 }
  page.on('request', (request) => request.isNavigationRequest() && loads.count++)
  return loads
}

test('a screen whose code fails to load reloads the page once, then shows an error, and Refresh loads it [ERR-34]', async ({ page }) => {
  const loads = loadsOf(page)
  let broken = true
  await page.route('**/assets/merchants-*.js', (route) => (broken ? route.abort() : route.fallback()))
  await page.goto('locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Something Went Wrong' })).toBeVisible()
  expect(loads.count).toBe(2)
  await page.waitForTimeout(500)
  expect(loads.count).toBe(2)
  broken = false
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible()
})

test('a screen that fails once appears after the automatic reload, without an error [ERR-34]', async ({ page }) => {
  const loads = loadsOf(page)
  await page.route('**/assets/merchants-*.js', (route) => (loads.count === 1 ? route.abort() : route.fallback()))
  await page.goto('locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible()
  expect(loads.count).toBe(2)
})

test('base code that fails to load never leaves a blank page [ERR-34]', async ({ page }) => {
  const loads = loadsOf(page)
  let broken = true
  await page.route('**/assets/base-*.js', (route) => (broken ? route.abort() : route.fallback()))
  await page.goto('locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Something Went Wrong' })).toBeVisible()
  expect(loads.count).toBe(2)
  broken = false
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible()
})

/** The page with monitoring configured, at a URL of the same origin; collects its reports. */
async function withMonitoring(page: Page): Promise<{ name: string; kind: string; screen: string }[]> {
  const reports: { name: string; kind: string; screen: string }[] = []
  await page.route('**/deimos/locations', async (route) => {
    const response = await route.fetch()
    const { origin } = new URL(route.request().url())
    const body = (await response.text()).replace(
      /(name="nikau-config" content=")\{/,
      `$1{&quot;monitoring&quot;:{&quot;address&quot;:&quot;${origin}/reports&quot;,&quot;errors&quot;:1,&quot;traces&quot;:1},`,
    )
    await route.fulfill({ response, body })
  })
  await page.route('**/reports', async (route) => {
    reports.push(route.request().postDataJSON() as (typeof reports)[number])
    await route.fulfill({ status: 204 })
  })
  return reports
}

test('a screen that does not load is reported as ChunkLoadError to the configured URL [ERR-34]', async ({ page }) => {
  const reports = await withMonitoring(page)
  await page.route('**/assets/merchants-*.js', (route) => route.abort())
  await page.goto('locations')
  await expect(page.getByRole('heading', { level: 1, name: 'Something Went Wrong' })).toBeVisible()
  await expect.poll(() => reports.filter(({ name }) => name === 'ChunkLoadError').length).toBeGreaterThanOrEqual(1)
})

test('a failed search is reported as getMerchantsFailed, and the page start as a trace [ERR-31, ERR-33, CONST-08]', async ({ page }) => {
  const reports = await withMonitoring(page)
  await page.route('**/api/merchants/search*', (route) => route.fulfill({ status: 400, json: { statusCode: 400, message: 'BAD_REQUEST' } }))
  await page.goto('locations')
  await expect.poll(() => reports.filter(({ name }) => name === 'getMerchantsFailed')).toHaveLength(1)
  expect(reports.find(({ name }) => name === 'getMerchantsFailed')).toMatchObject({ kind: 'error', screen: 'locations' })
  expect(reports.filter(({ kind }) => kind === 'trace').map(({ name }) => name)).toEqual(['pageStarted'])
})

test('without a configured URL nothing is reported [ERR-33]', async ({ page }) => {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.route('**/api/merchants/search*', (route) => route.fulfill({ status: 400, json: { statusCode: 400, message: 'BAD_REQUEST' } }))
  await page.goto('locations')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(posts).toEqual([])
})
