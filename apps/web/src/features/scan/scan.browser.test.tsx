import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/hooks.ts'
import { activateLanguage, i18n } from '../../lib/i18n.ts'
import { rememberLocally } from '../../lib/local-config.ts'
import { paths } from '../../lib/paths.ts'
import { WaysContext } from '../../lib/screen.ts'
import { Run } from '../../lib/Words.tsx'
import { idOfPayUrl, readScanned } from './scanned.ts'
import { ScanScreen } from './ScanScreen.tsx'
import '@nikau/ui/styles.css'

const ours = 'https://nikau.example'

test('a pay address of ours gives its id; only the parsed origin and path decide [SCAN-02]', () => {
  for (const text of [
    `${ours}/deimos/pay/pr_1-a`,
    ` ${ours}/deimos/pay/pr_1-a/ `,
    `${ours}:443/deimos/pay/pr_1-a?x=1#y`,
    `HTTPS://NIKAU.EXAMPLE/deimos/pay/pr_1-a`,
  ])
    expect(readScanned(text, ours)).toEqual({ kind: 'pay', id: 'pr_1-a' })
})

test('what only looks like ours is any other address [SCAN-02, SCAN-03]', () => {
  for (const text of [
    'https://evil.example/deimos/pay/pr_1',
    'https://nikau.example.evil.example/deimos/pay/pr_1',
    'https://nikau.example@evil.example/deimos/pay/pr_1',
    'http://nikau.example/deimos/pay/pr_1',
    `https://evil.example/?next=${ours}/deimos/pay/pr_1`,
    `${ours}/deimos/pay/pr_1/more`,
    `${ours}/deimos/pay/`,
    `${ours}/deimos/pay/..%2F..`,
    `${ours}/deimos/locations`,
    `${ours}/elsewhere/pay/pr_1`,
  ])
    expect(readScanned(text, ours)).toEqual({ kind: 'lookup', url: new URL(text).href })
})

test('text that is no web address is not supported [SCAN-03]', () => {
  const long = `https://vend.example/${'a'.repeat(2048)}`
  for (const text of ['', 'pr_1', '9990 0012 3456 7890', 'WIFI:S:shop;T:WPA;P:secret;;', 'mailto:a@b.example', 'javascript:alert(1)', '/deimos/pay/pr_1', long])
    expect(readScanned(text, ours)).toEqual({ kind: 'unsupported' })
})

test('the last segment of the answer is the id [API-12]', () => {
  expect(idOfPayUrl('https://nikau.example/deimos/pay/pr_9')).toBe('pr_9')
  expect(idOfPayUrl('https://nikau.example/deimos/pay/pr_9/?a=b')).toBe('pr_9')
  for (const answer of ['', 'pr_9', 'https://nikau.example/', 'https://nikau.example/pay/%2e%2e%2f']) expect(idOfPayUrl(answer)).toBeUndefined()
})

const camera = vi.fn<() => Promise<MediaStream>>()
/** What the browser's own reader sees. */
let seen: string | undefined
let permission: PermissionState
const lookups: unknown[] = []
let answer: () => Response

beforeEach(async () => {
  localStorage.clear()
  queryClient.clear()
  lookups.length = 0
  seen = undefined
  permission = 'granted'
  answer = () => Response.json({ message: 'UNKNOWN_CODE' }, { status: 404 })
  camera.mockReset().mockImplementation(async () => picture())
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(camera)
  vi.spyOn(navigator.permissions, 'query').mockImplementation(async () => ({ state: permission }) as PermissionStatus)
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => (seen === undefined ? [] : [{ rawValue: seen }])
    },
  )
  vi.stubGlobal('fetch', async (address: string, init: { body: string }) => {
    lookups.push({ address, ...(JSON.parse(init.body) as object) })
    return answer()
  })
  await activateLanguage('en-NZ')
  await page.viewport(390, 844)
  return () => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
})

function picture(): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.getContext('2d')!.fillRect(0, 0, 10, 10)
  return canvas.captureStream(10)
}

function Where() {
  const { pathname } = useLocation()
  return <p>at {pathname}</p>
}

const open = (ways: Record<string, string> = {}) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={Run}>
      <QueryClientProvider client={queryClient}>
        <WaysContext value={ways}>
          <MemoryRouter initialEntries={[paths.scan]}>
            <Routes>
              <Route path={paths.scan} element={<ScanScreen />} />
              <Route path="*" element={<Where />} />
            </Routes>
          </MemoryRouter>
        </WaysContext>
      </QueryClientProvider>
    </I18nProvider>,
  )

const alert = () => page.getByRole('alert')
const refresh = () => alert().getByRole('button', { name: 'Refresh' })
const text = (words: string) => page.getByText(words, { exact: true })

// Before any other of the camera: once it was turned on it starts by itself.
test('where the browser would ask, the screen first says what the camera is for', async () => {
  permission = 'prompt'
  await open()
  await expect.element(page.getByRole('heading', { name: 'Scan to pay' })).toBeVisible()
  expect(camera).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
})

test('it loads until the camera runs, reads a code, and lets the camera go [SCAN-01, SCAN-02]', async () => {
  const { promise, resolve } = Promise.withResolvers<MediaStream>()
  camera.mockImplementation(() => promise)
  await open()
  await expect.element(text('Starting the camera')).toBeVisible()
  const stream = picture()
  resolve(stream)
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  expect(stream.getVideoTracks()[0]?.readyState).toBe('live')
  seen = `${location.origin}/deimos/pay/pr_7`
  await expect.element(text('at /pay/pr_7')).toBeVisible()
  expect(stream.getVideoTracks()[0]?.readyState).toBe('ended')
  expect(lookups).toEqual([])
})

test('leaving releases the camera, also one that comes only afterwards [SCAN-01]', async () => {
  const { promise, resolve } = Promise.withResolvers<MediaStream>()
  const first = picture()
  camera.mockImplementationOnce(async () => first).mockImplementationOnce(() => promise)
  const screen = await open()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  await screen.unmount()
  expect(first.getVideoTracks()[0]?.readyState).toBe('ended')
  const again = await open()
  await expect.poll(() => camera.mock.calls.length).toBe(2)
  await again.unmount()
  const late = picture()
  resolve(late)
  await expect.poll(() => late.getVideoTracks()[0]?.readyState).toBe('ended')
})

test('another address is looked up, and the app goes to the request in the answer [SCAN-03, API-12]', async () => {
  answer = () => Response.json('https://elsewhere.example/deimos/pay/pr_vended')
  seen = 'https://vend.example/machine/7'
  await open()
  await expect.element(text('at /pay/pr_vended')).toBeVisible()
  expect(lookups).toEqual([{ address: '/payments/cca', url: 'https://vend.example/machine/7' }])
})

const failures: [name: string, words: string][] = [
  ['NotAllowedError', 'Camera access denied. Allow camera access in your browser settings.'],
  ['NotFoundError', 'No camera found on this device.'],
  ['NotSupportedError', "This browser doesn't support using the camera."],
  ['NotReadableError', 'Your camera is in use by another app.'],
  ['OverconstrainedError', "Your camera can't be used for scanning."],
]
test.each(failures)('%s has its own words, and Refresh starts again [SCAN-04, SCAN-06]', async (name, words) => {
  camera.mockImplementationOnce(async () => {
    throw new DOMException('no', name)
  })
  await open()
  await expect.element(alert().getByText(words, { exact: true })).toBeVisible()
  await refresh().click()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a browser without a camera interface, and a picture that does not play, have their own words [SCAN-04]', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValueOnce(undefined as never)
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValueOnce(new DOMException('no', 'NotSupportedError'))
  await open()
  await expect.element(alert().getByText("This browser doesn't support using the camera.")).toBeVisible()
  expect(play).not.toHaveBeenCalled()
  await refresh().click()
  await expect.element(alert().getByText("Your browser can't show the camera picture.")).toBeVisible()
  const [stream] = await Promise.all(camera.mock.results.map(({ value }) => value as Promise<MediaStream>))
  expect(stream?.getVideoTracks()[0]?.readyState).toBe('ended')
})

test('a camera that is taken away while it runs is said to be in use [SCAN-04]', async () => {
  const stream = picture()
  camera.mockImplementationOnce(async () => stream)
  await open()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
  await expect.element(alert().getByText('Your camera is in use by another app.', { exact: true })).toBeVisible()
})

test('an unknown address and plain text are not supported; plain text asks nobody [SCAN-03, SCAN-05]', async () => {
  seen = 'https://vend.example/gone'
  await open()
  await expect.element(alert().getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
  expect(lookups).toHaveLength(1)
  seen = 'WIFI:S:shop;;'
  await refresh().click()
  await expect.poll(() => camera.mock.calls.length).toBe(2)
  await expect.element(alert().getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
  expect(lookups).toHaveLength(1)
})

test('any other failure is generic [SCAN-06]', async () => {
  answer = () => Response.json({ message: 'FORBIDDEN' }, { status: 403 })
  seen = 'https://vend.example/1'
  await open()
  await expect.element(alert().getByText('Something went wrong with the scanner.', { exact: true })).toBeVisible()
  seen = undefined
  camera.mockRejectedValueOnce(new DOMException('?', 'SomethingNewError'))
  await refresh().click()
  await expect.poll(() => camera.mock.calls.length).toBe(2)
  await expect.element(alert().getByText('Something went wrong with the scanner.', { exact: true })).toBeVisible()
  await refresh().click()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
})

test('the mock takes text for what was scanned, and no camera is asked for [FLAG-06]', async () => {
  rememberLocally({ mockQrScannerEnabled: true })
  await open()
  const field = page.getByRole('textbox', { name: 'Scanned code' })
  await field.fill('not an address')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert().getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
  await refresh().click()
  await field.fill(`${location.origin}/deimos/pay/pr_3`)
  await userEvent.keyboard('{Enter}')
  await expect.element(text('at /pay/pr_3')).toBeVisible()
  expect(camera).not.toHaveBeenCalled()
  expect(lookups).toEqual([])
})

test('a code can be typed instead', async () => {
  await open()
  await page.getByRole('button', { name: 'Type the code' }).click()
  await page.getByRole('textbox', { name: 'Payment link' }).fill(`${location.origin}/deimos/pay/pr_4`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(text('at /pay/pr_4')).toBeVisible()
})

test('the switcher is there with the flag and a barcode screen, and only then [CODE-01]', async () => {
  const switcher = () => page.getByRole('navigation', { name: 'Barcode or scan' })
  const ways = { 'my-codes': '/my-codes' }
  await open(ways)
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  expect(switcher().elements()).toEqual([])
  rememberLocally({ showBarcode: true })
  await expect.element(switcher().getByRole('link', { name: 'Scan' })).toHaveAttribute('aria-current', 'page')
  await expect.element(switcher().getByRole('link', { name: 'Barcode' })).toHaveAttribute('href', '/my-codes')
})
