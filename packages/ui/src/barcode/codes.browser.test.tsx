import '../tokens.css'
import '../qr-code/qr-code.css'
import './barcode.css'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { QrCode } from '../qr-code/QrCode.tsx'
import { barHeight, code128, moduleWidth } from './bars.ts'
import { Barcode } from './Barcode.tsx'

beforeAll(() => prepareZXingModule({ overrides: { locateFile: () => inject('scannerEngine') }, fireImmediately: true }))

/** Paints an element onto a canvas and scans it. */
async function scan(image: CanvasImageSource, width: number, height: number) {
  const canvas = new OffscreenCanvas(width + 80, height + 80)
  const paint = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  paint.fillStyle = 'white'
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.drawImage(image, 40, 40, width, height)
  return readBarcodes(paint.getImageData(0, 0, canvas.width, canvas.height))
}

async function asImage(svg: Element): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as Element
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('fill', 'black')
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
  await image.decode()
  return image
}

test('a scanner reads the sixteen digits of the barcode, which are shown below in groups of four [CODE-02]', async () => {
  await render(<Barcode value="9990001234567890" label="Barcode" />)
  await expect.poll(() => document.querySelector('.n-bars path')).not.toBeNull()
  const svg = document.querySelector('.n-bars') as Element
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  expect([barHeight, moduleWidth, height]).toEqual([100, 2, 100])
  expect(width % moduleWidth).toBe(0)
  const [code] = await scan(await asImage(svg), width, height)
  expect([code?.text, code?.format]).toEqual(['9990001234567890', 'Code128'])
  expect(document.querySelector('.n-digits')?.textContent).toBe('9990001234567890')
  expect([...document.querySelectorAll('.n-digits span')].map((group) => group.textContent)).toEqual(['9990', '0012', '3456', '7890'])
})

test('a barcode is black on white in the dark theme too', async () => {
  document.documentElement.dataset['theme'] = 'dark'
  await render(<Barcode value="9990001234567890" label="Barcode" />)
  const paper = getComputedStyle(document.querySelector('.n-paper') as Element)
  expect([paper.backgroundColor, paper.color]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  delete document.documentElement.dataset['theme']
})

test('the old code stays until the new one is rendered', async () => {
  const screen = await render(<Barcode value="9990001234567890" label="Barcode" />)
  await expect.poll(() => document.querySelector('.n-bars path')).not.toBeNull()
  await screen.rerender(<Barcode value="9990009876543210" label="Barcode" />)
  expect(document.querySelector('.n-bars path')).not.toBeNull()
  const { path } = await code128('9990009876543210')
  await expect.poll(() => document.querySelector('.n-bars path')?.getAttribute('d')).toBe(path)
})

test('a value that Code 128 cannot encode is reported', async () => {
  const onFailure = vi.fn()
  await render(<Barcode value="9990 – 1234" label="Barcode" onFailure={onFailure} />)
  await expect.poll(() => onFailure.mock.calls.length).toBe(1)
})

test('the QR code is 800 pixels wide with error correction H, and a scanner reads it', async () => {
  const url = 'https://nikau.example/deimos/pay/0198c4f2-7a11'
  await render(<QrCode text={url} label="QR code to pay" />)
  const image = page.getByRole('img', { name: 'QR code to pay' })
  await expect.element(image).toBeVisible()
  const element = image.element() as HTMLImageElement
  await element.decode()
  expect(element.naturalWidth).toBe(800)
  const [code] = await scan(element, 800, 800)
  expect(code?.text).toBe(url)
  expect(code?.ecLevel).toBe('H')
})
