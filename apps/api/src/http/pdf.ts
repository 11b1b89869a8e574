import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

// What every PDF of ours is drawn with: A4 pages in the brand's look, tagged, so that they can be read aloud (docs/decisions/0051).

/** Embedded, because the standard PDF fonts have no macrons. */
const font = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}.ttf`)))
const fonts = { plain: font('400Regular/Inter_400Regular'), strong: font('600SemiBold/Inter_600SemiBold') }

export const ink = '#0D1F18'
export const soft = '#41524A'
export const rule = '#DCE2DB'
export const brand = '#0E5A42'
export const test = '#854700'
export const frond = 'M7 57C8 28 28 5 58 12M18.5 24.4V55M28.5 15.8V56M38.5 11.8V49.5M48.5 10.7V38'

export const margin = 48
export const pageHeight = 841.89
export const right = 595.28 - margin
export const bottom = pageHeight - 64

export type Document = PDFKit.PDFDocument
export type Element = PDFKit.PDFStructureElement

/** An empty document with its first page. `single`: one page of that size, without a foot. `finish` closes it and returns the file. */
export function newDocument({ title, createdAt, single }: { title: string; createdAt: Date; single?: 'A4' | 'A6' }): {
  doc: Document
  root: Element
  finish: () => Promise<Uint8Array>
} {
  const doc = new PDFDocument({
    size: single ?? 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets, // its types do not list it
    tagged: true,
    displayTitle: true,
    lang: 'en-NZ',
    info: { Title: title, Author: 'Nikau', CreationDate: createdAt },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => doc.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve))
  doc.registerFont('plain', fonts.plain)
  doc.registerFont('strong', fonts.strong)
  for (const name of ['plain', 'strong']) layOutFiguresOnce(doc, name)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const finish = async () => {
    root.end()
    if (single === undefined) feet(doc, title)
    doc.end()
    await ended
    return Buffer.concat(chunks)
  }
  return { doc, root, finish }
}

/** The logo and, on the right, what kind of document it is. */
export function drawTitle(doc: Document, root: Element, title: string): void {
  const logo = () => {
    doc
      .save()
      .translate(margin, margin - 2)
      .scale(0.42)
    doc.path(frond).lineWidth(5).lineCap('round').lineJoin('round').stroke(brand).restore()
    write(doc, 'Nikau', margin + 34, margin + 2, { strong: true, size: 15, colour: brand })
  }
  tag(doc, root, 'Figure', logo, { alt: 'Nikau', bbox: [margin, margin - 2, margin + 90, margin + 26] })
  tag(doc, root, 'H1', () => write(doc, title, right, margin, { strong: true, size: 18, ends: true }))
}

/** Of the structure tree. The types of the library do not list the last two. */
interface TagOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Column' | 'Row'
  bbox?: [left: number, top: number, right: number, bottom: number]
}

/** Draws content as an element of the structure tree, after what its parent has already. */
export function tag(doc: Document, parent: Element, name: string, draw: () => void, options: TagOptions = {}): void {
  parent.add(doc.struct(name, options, draw))
}

/** An element that only holds others. */
export function group(doc: Document, parent: Element, name: string, options: TagOptions = {}): Element {
  const element = doc.struct(name, options)
  parent.add(element)
  return element
}

/** Draws what is only for the eye: rules, repeated heads, page numbers. */
export function artifact(doc: Document, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

export interface Style {
  strong?: boolean
  size?: number
  colour?: string
  /** Right-aligned: the text ends at x. */
  ends?: boolean
  /** Breaks into so many lines of this width; what does not fit ends with an ellipsis. */
  within?: { width: number; lines: number }
  /** Dates and amounts: digits of one width without kerning, so that they stand under each other. */
  figures?: boolean
}

/** The font engine takes features by name, which the types do not say, and writes into the object. */
function figureFeatures(): PDFKit.Mixins.TextOptions {
  return { features: { tnum: true, calt: false, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }
}

/** What the library has for a font; its types do not list it. */
interface Layout {
  glyphs: unknown[]
  positions: unknown[]
  advanceWidth: number
}
type LaidOut = (text: string, features?: unknown, onlyWidth?: boolean) => Layout

/**
 * A text with features is laid out anew each time it is measured or drawn, which takes most of the time of a long statement. Without
 * contextual forms and kerning a text is its characters side by side, so each is laid out once.
 */
function layOutFiguresOnce(doc: Document, name: string): void {
  const { _font: font } = doc.font(name) as unknown as { _font: { layout: LaidOut } }
  const layOut = font.layout.bind(font)
  const characters = new Map<string, Layout>()
  const characterOf = (character: string, features: unknown) => {
    const known = characters.get(character) ?? layOut(character, features)
    characters.set(character, known)
    return known
  }
  font.layout = (text, features, onlyWidth) => {
    if (!features) return layOut(text, features, onlyWidth)
    const parts = Array.from(text, (character) => characterOf(character, features))
    return {
      glyphs: parts.flatMap(({ glyphs }) => glyphs),
      positions: parts.flatMap(({ positions }) => positions),
      advanceWidth: parts.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0),
    }
  }
}

export function write(
  doc: Document,
  text: string,
  x: number,
  y: number,
  { strong = false, size = 9, colour = ink, ends = false, within, figures = false }: Style = {},
): void {
  doc
    .font(strong ? 'strong' : 'plain')
    .fontSize(size)
    .fillColor(colour)
  const features = figures ? figureFeatures() : {}
  if (within) {
    const height = within.lines * doc.currentLineHeight(true)
    doc.text(text, x, y, { width: within.width, height, ellipsis: '…' })
  } else {
    const width = ends ? doc.widthOfString(text, features) : 0
    doc.text(text, x - width, y, { lineBreak: false, ...features })
  }
}

/** Read aloud whole where the eye gets an ellipsis. */
export function actualText(text: string, { within }: Style): TagOptions {
  return within ? { actual: text } : {}
}

export function line(doc: Document, y: number): void {
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).stroke(rule)
}

/** Written last, when the number of pages is known. */
function feet(doc: Document, title: string): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    artifact(
      doc,
      () => {
        write(doc, title, margin, pageHeight - 40, { size: 8, colour: soft })
        write(doc, `Page ${page + 1} of ${count}`, right, pageHeight - 40, { size: 8, colour: soft, ends: true, figures: true })
      },
      'Pagination',
    )
  }
}
