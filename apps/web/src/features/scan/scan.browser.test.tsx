import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { activateLanguage, i18n } from '../../lib/i18n.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { paths } from '../../lib/paths.ts'
import { ScreenPathsContext } from '../../lib/current-screen.ts'
import { TransWithLang } from '../../lib/Message.tsx'
import { paymentRequestIdFromUrl, parseScannedCode } from './scanned-code.ts'
import { ScanScreen } from './ScanScreen.tsx'
import '@nikau/ui/styles.css'

const ownOrigin = 'https://nikau.example'

test('one of our pay URLs yields its id, decided by the parsed origin and path only [SCAN-02]', () => {
  for (const text of [
    `${ownOrigin}/deimos/pay/pr_1-a`,
    ` ${ownOrigin}/deimos/pay/pr_1-a/ `,
    `${ownOrigin}:443/deimos/pay/pr_1-a?x=1#y`,
    `HTTPS://NIKAU.EXAMPLE/deimos/pay/pr_1-a`,
  ])
    expect(parseScannedCode(text, ownOrigin)).toEqual({ kind: 'pay', id: 'pr_1-a' })
})

test('the address of a payment link of ours yields its id, with and without the base path [BIZ-52]', () => {
  for (const text of [`${ownOrigin}/l/pl_Ab1`, `${ownOrigin}/l/pl_Ab1/`, `${ownOrigin}/deimos/l/pl_Ab1`])
    expect(parseScannedCode(text, ownOrigin)).toEqual({ kind: 'link', id: 'pl_Ab1' })
  for (const text of ['https://evil.example/l/pl_Ab1', `${ownOrigin}/x/l/pl_Ab1`, `${ownOrigin}/l/other`])
    expect(parseScannedCode(text, ownOrigin)).toEqual({ kind: 'lookup', url: text })
})

test('a URL that only resembles a pay URL is looked up like any other URL [SCAN-02, SCAN-03]', () => {
  for (const text of [
    'https://evil.example/deimos/pay/pr_1',
    'https://nikau.example.evil.example/deimos/pay/pr_1',
    'https://nikau.example@evil.example/deimos/pay/pr_1',
    'http://nikau.example/deimos/pay/pr_1',
    `https://evil.example/?next=${ownOrigin}/deimos/pay/pr_1`,
    `${ownOrigin}/deimos/pay/pr_1/more`,
    `${ownOrigin}/deimos/pay/`,
    `${ownOrigin}/deimos/pay/..%2F..`,
    `${ownOrigin}/deimos/locations`,
    `${ownOrigin}/elsewhere/pay/pr_1`,
  ])
    expect(parseScannedCode(text, ownOrigin)).toEqual({ kind: 'lookup', url: new URL(text).href })
})

test('text that is not a web URL is not supported [SCAN-03]', () => {
  const long = `https://vend.example/${'a'.repeat(2048)}`
  for (const text of ['', 'pr_1', '9990 0012 3456 7890', 'WIFI:S:shop;T:WPA;P:secret;;', 'mailto:a@b.example', 'javascript:alert(1)', '/deimos/pay/pr_1', long])
    expect(parseScannedCode(text, ownOrigin)).toEqual({ kind: 'unsupported' })
})

test('the last path segment of the returned URL is the id [API-12]', () => {
  expect(paymentRequestIdFromUrl('https://nikau.example/deimos/pay/pr_9')).toBe('pr_9')
  expect(paymentRequestIdFromUrl('https://nikau.example/deimos/pay/pr_9/?a=b')).toBe('pr_9')
  for (const result of ['', 'pr_9', 'https://nikau.example/', 'https://nikau.example/pay/%2e%2e%2f']) expect(paymentRequestIdFromUrl(result)).toBeUndefined()
})

const camera = vi.fn<() => Promise<MediaStream>>()
/** What the mocked BarcodeDetector returns. */
let seen: string | undefined
let permission: PermissionState
const lookups: unknown[] = []
let result: () => Response

beforeEach(async () => {
  localStorage.clear()
  queryClient.clear()
  lookups.length = 0
  seen = undefined
  permission = 'granted'
  result = () => Response.json({ message: 'UNKNOWN_CODE' }, { status: 404 })
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
    return result()
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

const open = (screenPaths: Record<string, string> = {}) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={queryClient}>
        <ScreenPathsContext value={screenPaths}>
          <MemoryRouter initialEntries={[paths.scan]}>
            <Routes>
              <Route path={paths.scan} element={<ScanScreen />} />
              <Route path="*" element={<Where />} />
            </Routes>
          </MemoryRouter>
        </ScreenPathsContext>
      </QueryClientProvider>
    </I18nProvider>,
  )

const alert = () => page.getByRole('alert')
const refresh = () => alert().getByRole('button', { name: 'Refresh' })
const text = (content: string) => page.getByText(content, { exact: true })

// Must run before the other camera tests: once turned on, the camera starts automatically.
test('before the permission prompt, the screen explains what the camera is for', async () => {
  permission = 'prompt'
  await open()
  await expect.element(page.getByRole('heading', { name: 'Scan to pay' })).toBeVisible()
  expect(camera).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Turn on the camera' }).click()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
})

test('shows a loading state until the camera runs, reads a code and releases the camera [SCAN-01, SCAN-02]', async () => {
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

test('leaving the screen releases the camera, even one that starts afterwards [SCAN-01]', async () => {
  const { promise, resolve } = Promise.withResolvers<MediaStream>()
  const first = picture()
  camera.mockImplementationOnce(async () => first).mockImplementationOnce(() => promise)
  const screen = await open()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  await screen.unmount()
  expect(first.getVideoTracks()[0]?.readyState).toBe('ended')
  const second = await open()
  await expect.poll(() => camera.mock.calls.length).toBe(2)
  await second.unmount()
  const late = picture()
  resolve(late)
  await expect.poll(() => late.getVideoTracks()[0]?.readyState).toBe('ended')
})

test('another URL is looked up, and the app opens the payment request in the response [SCAN-03, API-12]', async () => {
  result = () => Response.json('https://elsewhere.example/deimos/pay/pr_vended')
  seen = 'https://vend.example/machine/7'
  await open()
  await expect.element(text('at /pay/pr_vended')).toBeVisible()
  expect(lookups).toEqual([{ address: '/payments/cca', url: 'https://vend.example/machine/7' }])
})

const failures: [name: string, message: string][] = [
  ['NotAllowedError', 'Camera access denied. Allow camera access in your browser settings.'],
  ['NotFoundError', 'No camera found on this device.'],
  ['NotSupportedError', "This browser doesn't support using the camera."],
  ['NotReadableError', 'Your camera is in use by another app.'],
  ['OverconstrainedError', "Your camera can't be used for scanning."],
]
test.each(failures)('%s shows its own message, and Refresh starts again [SCAN-04, SCAN-06]', async (name, message) => {
  camera.mockImplementationOnce(async () => {
    throw new DOMException('no', name)
  })
  await open()
  await expect.element(alert().getByText(message, { exact: true })).toBeVisible()
  await refresh().click()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

test('a browser without a camera API and a video that does not play show their own messages [SCAN-04]', async () => {
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

test('a camera that is lost while running is reported as in use [SCAN-04]', async () => {
  const stream = picture()
  camera.mockImplementationOnce(async () => stream)
  await open()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'))
  await expect.element(alert().getByText('Your camera is in use by another app.', { exact: true })).toBeVisible()
})

test('an unknown URL and plain text are not supported; plain text is not looked up [SCAN-03, SCAN-05]', async () => {
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

test('any other failure shows a generic message [SCAN-06]', async () => {
  result = () => Response.json({ message: 'FORBIDDEN' }, { status: 403 })
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

test('the mock scanner takes text as the scanned code and never requests the camera [FLAG-06]', async () => {
  updateLocalConfig({ mockQrScannerEnabled: true })
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

test('the tabs show only with the flag', async () => {
  const tabs = () => page.getByRole('navigation', { name: 'Barcode or scan' })
  await open()
  await expect.element(text('Point at a payment QR code')).toBeVisible()
  expect(tabs().elements()).toEqual([])
  updateLocalConfig({ showBarcode: true })
  await expect.element(tabs().getByRole('link', { name: 'Scan' })).toHaveAttribute('aria-current', 'page')
  await expect.element(tabs().getByRole('link', { name: 'Barcode' })).toHaveAttribute('href', '/my-codes')
})
