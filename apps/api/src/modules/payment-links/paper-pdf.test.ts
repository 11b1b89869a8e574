import { inflateSync } from 'node:zlib'
import { readQrCodes } from '@nikau/testing/qr-codes'
import { expect, test } from 'vitest'
import { all, readPdf } from '../../http/fixtures.ts'
import { drawPaper, type Paper } from './paper-pdf.ts'

const mm = 72 / 25.4
const url = 'https://pay.nikau.example/l/pl_4nTq8ZbWcK2mVxRj7LdYpH'
const content: Paper = { shop: 'Corner Loaf', place: 'Ponsonby', name: 'Till 1', url, test: false, createdAt: new Date('2026-11-14T03:00:00Z') }

/** The page as pixels: what is filled black on white, and nothing else. */
function paint(file: Uint8Array, { width, height }: { width: number; height: number }) {
  const perMm = 8
  const [columns, rows] = [Math.round(width * perMm), Math.round(height * perMm)]
  const data = new Uint8ClampedArray(columns * rows * 4).fill(255)
  const source = Buffer.from(file).toString('latin1')
  const streams = [...source.matchAll(/\nstream\n([\s\S]*?)\nendstream\nendobj/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const page = streams.find((text) => / re\n/.test(text))!
  const black: number[][] = []
  for (const [path] of page.matchAll(/(?:[\d.]+ [\d.]+ [\d.]+ [\d.]+ re\n)+(?:\/DeviceRGB cs\n)?(?:0 0 0 scn\n)?f\n/g))
    if (path.includes('0 0 0 scn'))
      for (const [, ...rect] of path.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)) black.push(rect.map((part) => Number(part) / mm))
  for (const [x, y, w, h] of black)
    for (let row = Math.round(y! * perMm); row < Math.round((y! + h!) * perMm); row++)
      for (let column = Math.round(x! * perMm); column < Math.round((x! + w!) * perMm); column++)
        data.fill(0, (row * columns + column) * 4, (row * columns + column) * 4 + 3)
  const edges = { left: Math.min(...black.map(([x]) => x!)), right: Math.max(...black.map(([x, , w]) => x! + w!)), module: black[0]?.[2] ?? 0 }
  return { pixels: { data, width: columns, height: rows, colorSpace: 'srgb' as const }, edges }
}

test.each([
  { paper: 'a6', width: 105, height: 148, least: 60 },
  { paper: 'a4', width: 210, height: 297, least: 90 },
] as const)('the PDF of $paper is one page of its size with a code that reads as the link’s address [BIZ-53]', async ({ paper, width, height, least }) => {
  const file = await drawPaper(paper, content)
  const { pages, document, unmarked, source } = readPdf(file)
  expect(pages).toBe(1)
  const [, right, top] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source)!.map(Number)
  expect([Math.round(right! / mm), Math.round(top! / mm)]).toEqual([width, height])
  const { pixels, edges } = paint(file, { width, height })
  const [code, ...others] = await readQrCodes(pixels)
  expect(others).toEqual([])
  expect(code).toMatchObject({ text: url, errorCorrection: 'H' })
  expect(edges.right - edges.left).toBeGreaterThanOrEqual(least)
  // White around it, on the page itself.
  expect(Math.min(edges.left, width - edges.right)).toBeGreaterThanOrEqual(4 * edges.module)
  expect(unmarked).toEqual([])
  const text = [...all(document, 'H1'), ...all(document, 'P')].map((node) => node.text).join(' ')
  for (const part of ['Corner Loaf, Ponsonby', 'Till 1']) expect(text).toContain(part)
  expect(text).not.toContain('TEST')
})

test('a page of test money says so, and a long name stays on its page [BIZ-53][BIZ-07]', async () => {
  const shop = 'The Very Long Named Bakery and Coffee House of Upper Riccarton'
  for (const paper of ['a6', 'a4'] as const) {
    const { pages, document } = readPdf(await drawPaper(paper, { ...content, shop, test: true }))
    expect(pages).toBe(1)
    expect(all(document, 'P').map((node) => node.text)).toContain('TEST: no real money moves')
  }
})
