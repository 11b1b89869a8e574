import { chromiumLaunch } from '@nikau/testing/chromium'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createCameraVideo } from './camera-video.ts'
import { test } from './session.ts'
import { web } from './addresses.ts'

// A fake camera shows a QR code to the real reader, under the page's real content security policy.
const video = createCameraVideo(`${web}/deimos/pay/pr_seenByTheCamera`)
test.use({
  person: 'mia',
  launchOptions: {
    ...chromiumLaunch,
    args: [...chromiumLaunch.args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`],
  },
})

/** Records every camera stream of the page and returns their track states. */
async function watchCameras(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept = ((window as unknown as { cameras: MediaStream[] }).cameras = [])
    const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await original(wanted)
      kept.push(stream as never)
      return stream
    }
  })
  return () =>
    page.evaluate(() => (window as unknown as { cameras: MediaStream[] }).cameras.flatMap((stream) => stream.getTracks().map((track) => track.readyState)))
}

/** Blocks the reader, so that the camera runs and no code is read. */
const withoutReader = (page: Page) => page.route('**/*.wasm', () => {})

test('a payment code in front of the camera opens the payment and stops the camera [SCAN-01, SCAN-02, ROUTE-01]', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).port))
  const cameras = await watchCameras(page)
  const checked = Promise.withResolvers<void>()
  await page.route('**/*.wasm', async (route) => {
    await checked.promise // or the code is read, and the scanner closed, before its title is checked
    await route.fallback()
  })
  await page.goto('scan')
  await expect(page).toHaveTitle('Scan | Nikau')
  checked.resolve()
  await page.waitForURL('**/deimos/pay/pr_seenByTheCamera')
  await expect.poll(cameras).toEqual(['ended'])
  expect(faults.filter((fault) => /Content Security|wasm/i.test(fault))).toEqual([])
  // Back at the scanner, the code is read again.
  await page.goBack()
  await page.waitForURL('**/deimos/pay/pr_seenByTheCamera')
})

test('without camera permission the person turns the camera on; the raised button on home leads here [SCAN-01, NAV-01]', async ({ page, context }) => {
  await withoutReader(page)
  const cameras = await watchCameras(page)
  await page.goto('')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scan' })).toBeFocused()
  const start = page.getByRole('button', { name: 'Turn on the camera' })
  await expect(start).toBeVisible()
  await expectAccessible(page)
  expect(await cameras()).toEqual([])
  await context.grantPermissions(['camera'])
  await start.click()
  await expect(page.getByText('Starting the camera')).toBeVisible()
  await expect.poll(cameras).toEqual(['live'])
  await page.getByRole('link', { name: 'Home' }).click()
  await expect.poll(cameras).toEqual(['ended'])
})

test('guides open over the scanner and leave it unchanged [ROUTE-25]', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  await withoutReader(page)
  await page.goto('scan/guides')
  await expect(page).toHaveTitle('Scan | Nikau')
  const guides = page.getByRole('dialog', { name: 'Guides' })
  await expect(page.getByRole('heading', { level: 1, name: 'Scan', includeHidden: true })).toBeVisible()
  await expect(guides.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/deimos\/scan$/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the running scanner has no accessibility violation and 48 px targets, ${colorScheme}`, async ({ page, context }) => {
    await context.grantPermissions(['camera'])
    await page.emulateMedia({ colorScheme })
    await withoutReader(page)
    await page.goto('scan')
    await expect(page.getByText('Starting the camera')).toBeVisible()
    await expectAccessible(page)
    for (const name of ['Photo', 'Type the code']) {
      const box = await page.getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
