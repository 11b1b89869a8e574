import type { PaymentLinkPaper } from '@nikau/contract/payment-links'
import qrcode from 'qrcode'
import { actualText, artifact, brand, type Document, type Element, frond, ink, newDocument, rule, tag, test as amber, write } from '../../http/pdf.ts'

export interface Paper {
  shop: string
  place: string | undefined
  /** What the code is for. */
  name: string
  url: string
  test: boolean
  createdAt: Date
}

/** Points in a millimetre. */
const mm = 72 / 25.4
/** Modules of white around a code: fewer, and readers may not find it. */
const quiet = 4
const field = '#0A3428'

/** One page in millimetres with the code of a link: a sticker of A6 or a poster of A4. The portal shows the same. */
export async function drawPaper(paper: PaymentLinkPaper, content: Paper): Promise<Uint8Array> {
  const title = `${paper === 'a6' ? 'Sticker' : 'Poster'} of ${content.shop}: ${content.name}`
  const { doc, root, finish } = newDocument({ title, createdAt: content.createdAt, single: paper === 'a6' ? 'A6' : 'A4' })
  if (paper === 'a6') drawSticker(doc, root, content)
  else drawPoster(doc, root, content)
  if (content.test) drawTest(doc, root, paper === 'a6' ? 105 : 210)
  return await finish()
}

const atPhone = ({ shop, place }: Paper) => (place === undefined ? shop : `${shop}, ${place}`)

function drawSticker(doc: Document, root: Element, content: Paper): void {
  drawLogo(doc, root, { x: 9, y: 9, height: 8, colour: brand })
  paragraph(doc, root, content.name, { x: 56, y: 11, size: 3.6, width: 40, lines: 1, align: 'right' })
  heading(doc, root, ['Scan to pay', content.shop], { x: 9, y: 22, size: 10, width: 87 })
  drawCode(doc, root, content, { x: (105 - 76) / 2, y: 49, width: 76 })
  paragraph(doc, root, 'Check that your phone says', { x: 9, y: 127, size: 4, width: 87, lines: 1, align: 'center', plain: true })
  paragraph(doc, root, atPhone(content), { x: 9, y: 133, size: 4, width: 87, lines: 1, align: 'center' })
}

function drawPoster(doc: Document, root: Element, content: Paper): void {
  artifact(doc, () => doc.rect(0, 0, 210 * mm, 118 * mm).fill(field))
  drawLogo(doc, root, { x: 18, y: 20, height: 13, colour: 'white' })
  heading(doc, root, ['Pay with', 'your phone'], { x: 18, y: 52, size: 22, width: 174, colour: 'white' })
  drawCode(doc, root, content, { x: 18, y: 138, width: 114 })
  const steps = ['1. Scan the code', `2. Check it says ${content.shop}`, '3. Approve the amount']
  steps.forEach((step, at) => paragraph(doc, root, step, { x: 140, y: 158 + at * 28, size: 6.6, width: 52, lines: 3 }))
  artifact(doc, () => doc.rect(18 * mm, 268 * mm, 174 * mm, 0.3 * mm).fill(rule))
  paragraph(doc, root, atPhone(content), { x: 18, y: 273, size: 4.6, width: 110, lines: 1 })
  paragraph(doc, root, content.name, { x: 132, y: 273, size: 4.6, width: 60, lines: 1, align: 'right' })
}

/** The code in black on white with its quiet zone, at the highest error correction. */
function drawCode(doc: Document, root: Element, { url, shop }: Paper, { x, y, width }: { x: number; y: number; width: number }): void {
  const { modules } = qrcode.create(url, { errorCorrectionLevel: 'H' })
  const size = (width * mm) / (modules.size + 2 * quiet)
  const [left, top] = [x * mm, y * mm]
  const draw = () => {
    doc.rect(left, top, width * mm, width * mm).fill('white')
    for (let row = 0; row < modules.size; row++)
      for (let column = 0; column < modules.size; column++)
        if (modules.get(row, column)) doc.rect(left + (column + quiet) * size, top + (row + quiet) * size, size, size)
    doc.fill('black')
  }
  tag(doc, root, 'Figure', draw, { alt: `QR code to pay ${shop}`, bbox: [left, top, left + width * mm, top + width * mm] })
}

function drawLogo(doc: Document, root: Element, { x, y, height, colour }: { x: number; y: number; height: number; colour: string }): void {
  const [left, top, size] = [x * mm, y * mm, height * mm]
  const draw = () => {
    doc
      .save()
      .translate(left, top)
      .scale(size / 64)
    doc.path(frond).lineWidth(5).lineCap('round').lineJoin('round').stroke(colour).restore()
    write(doc, 'Nikau', left + size * 1.15, top + size * 0.12, { strong: true, size: size * 0.62, colour })
  }
  tag(doc, root, 'Figure', draw, { alt: 'Nikau', bbox: [left, top, left + size * 3.2, top + size] })
}

function heading(
  doc: Document,
  root: Element,
  lines: [string, string],
  { x, y, size, width, colour = ink }: { x: number; y: number; size: number; width: number; colour?: string },
): void {
  const draw = () => {
    write(doc, lines[0], x * mm, y * mm, { strong: true, size: size * mm, colour })
    const wide = doc
      .font('strong')
      .fontSize(size * mm)
      .widthOfString(lines[1])
    // A long name is set smaller, and never over more than its line.
    const fitting = Math.max(0.5, Math.min(1, (width * mm) / wide)) * size
    write(doc, lines[1], x * mm, (y + size * 1.12) * mm, { strong: true, size: fitting * mm, colour, within: { width: width * mm, lines: 1 } })
  }
  tag(doc, root, 'H1', draw, { actual: lines.join(' ') })
}

interface Line {
  x: number
  y: number
  size: number
  width: number
  lines: number
  align?: 'right' | 'center'
  plain?: boolean
}

function paragraph(doc: Document, root: Element, text: string, { x, y, size, width, lines, align, plain = false }: Line): void {
  const within = { width: width * mm, lines }
  const style = { strong: !plain, size: size * mm, within }
  const draw = () => {
    const wide = Math.min(
      width * mm,
      doc
        .font(plain ? 'plain' : 'strong')
        .fontSize(size * mm)
        .widthOfString(text),
    )
    const room = width * mm - wide
    write(doc, text, x * mm + (align === 'right' ? room : align === 'center' ? room / 2 : 0), y * mm, {
      ...style,
      within: { ...within, width: width * mm - (align === undefined ? 0 : align === 'right' ? room : room / 2) },
    })
  }
  tag(doc, root, 'P', draw, actualText(text, style))
}

/** Over the page, as over every screen of test money. */
function drawTest(doc: Document, root: Element, width: number): void {
  artifact(doc, () => doc.rect(0, 0, width * mm, 7 * mm).fill(amber))
  const text = 'TEST: no real money moves'
  const draw = () => {
    const wide = doc
      .font('strong')
      .fontSize(3.6 * mm)
      .widthOfString(text)
    write(doc, text, (width * mm - wide) / 2, 1.2 * mm, { strong: true, size: 3.6 * mm, colour: 'white' })
  }
  tag(doc, root, 'P', draw)
}
