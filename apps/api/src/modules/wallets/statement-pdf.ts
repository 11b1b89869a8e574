import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { calendarDate, longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { type Cents, cents, format } from '@nikau/money'
import PDFDocument from 'pdfkit'
import type { Statement, StatementLine } from './statement-model.ts'

/** Embedded, because the standard PDF fonts have no macrons. */
const font = (file: string) => readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${file}.ttf`)))
const fonts = { plain: font('400Regular/Inter_400Regular'), strong: font('600SemiBold/Inter_600SemiBold') }

const ink = '#0D1F18'
const soft = '#41524A'
const rule = '#DCE2DB'
const brand = '#0E5A42'
const test = '#854700'
const frond = 'M7 57C8 28 28 5 58 12M18.5 24.4V55M28.5 15.8V56M38.5 11.8V49.5M48.5 10.7V38'

const margin = 48
const pageHeight = 841.89
const right = 595.28 - margin
const rowHeight = 22
const lineHeight = 11
const bottom = pageHeight - 64

/** Left edges of left-aligned columns, right edges of right-aligned ones. */
const at = { date: margin, time: margin + 66, details: margin + 116, type: 344, amountEnds: 462, balanceEnds: right }
const detailsWidth = at.type - at.details - 12

type Document = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

/** A4 pages: holder and period, totals, and each movement with the balance after it. Tagged, so that it can be read aloud (docs/decisions/0051). */
export async function toPdf(statement: Statement): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as string as PDFKit.Mixins.PDFSubsets, // its types do not list it
    tagged: true,
    displayTitle: true,
    lang: 'en-NZ',
    info: { Title: titleOf(statement), Author: 'Nikau', CreationDate: statement.generatedAt },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => doc.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve))
  doc.registerFont('plain', fonts.plain)
  doc.registerFont('strong', fonts.strong)
  for (const name of ['plain', 'strong']) layOutFiguresOnce(doc, name)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const y = head(doc, root, statement)
  if (statement.lines.length > 0) await movements(doc, root, statement, y)
  else tag(doc, root, 'P', () => write(doc, 'No movements in these days.', margin, y, { colour: soft }))
  root.end()
  feet(doc, statement)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function titleOf({ from, to }: Statement): string {
  return `Nikau statement, ${longDate(from)} to ${longDate(to)}`
}

/** Of the structure tree. The types of the library do not list the last two. */
interface TagOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Column' | 'Row'
  bbox?: [left: number, top: number, right: number, bottom: number]
}

/** Draws content as an element of the structure tree, after what its parent has already. */
function tag(doc: Document, parent: Element, name: string, draw: () => void, options: TagOptions = {}): void {
  parent.add(doc.struct(name, options, draw))
}

/** An element that only holds others. */
function group(doc: Document, parent: Element, name: string, options: TagOptions = {}): Element {
  const element = doc.struct(name, options)
  parent.add(element)
  return element
}

/** Draws what is only for the eye: rules, repeated heads, page numbers. */
function artifact(doc: Document, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

interface Style {
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

function write(
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
function actualText(text: string, { within }: Style): TagOptions {
  return within ? { actual: text } : {}
}

function head(doc: Document, root: Element, statement: Statement): number {
  const logo = () => {
    doc
      .save()
      .translate(margin, margin - 2)
      .scale(0.42)
    doc.path(frond).lineWidth(5).lineCap('round').lineJoin('round').stroke(brand).restore()
    write(doc, 'Nikau', margin + 34, margin + 2, { strong: true, size: 15, colour: brand })
  }
  tag(doc, root, 'Figure', logo, { alt: 'Nikau', bbox: [margin, margin - 2, margin + 90, margin + 26] })
  tag(doc, root, 'H1', () => write(doc, 'Statement', right, margin, { strong: true, size: 18, ends: true }))

  let y = margin + 52
  const p = (text: string, x: number, style: Style) => tag(doc, root, 'P', () => write(doc, text, x, y, style), actualText(text, style))
  p(statement.holder, margin, { strong: true, size: 12, within: { width: 300, lines: 1 } })
  p(`${longDate(statement.from)} to ${longDate(statement.to)}`, right, { size: 10, ends: true, figures: true })
  y += 18
  p(`NZD wallet ${statement.walletId}`, margin, { colour: soft })
  p(`Generated ${longDate(statement.generatedAt)}, ${timeOfDay(statement.generatedAt)}`, right, { colour: soft, ends: true, figures: true })
  y += 16
  if (statement.test) p('Test money: it has no value.', margin, { strong: true, colour: test })
  return totals(doc, root, statement, y + (statement.test ? 28 : 12))
}

function totals(doc: Document, root: Element, statement: Statement, y: number): number {
  const { moneyIn, moneyOut } = sums(statement)
  const boxes: [label: string, amount: Cents][] = [
    ['Opening balance', statement.opening],
    ['Money in', moneyIn],
    ['Money out', moneyOut],
    ['Closing balance', statement.closing],
  ]
  const left = (column: number) => margin + (column * (right - margin)) / boxes.length + 14
  artifact(doc, () =>
    doc
      .roundedRect(margin, y, right - margin, 52, 8)
      .lineWidth(0.8)
      .stroke(rule),
  )
  const table = group(doc, root, 'Table', { title: 'Totals' })
  const labels = group(doc, table, 'TR')
  boxes.forEach(([label], i) => tag(doc, labels, 'TH', () => write(doc, label, left(i), y + 11, { size: 8, colour: soft }), { scope: 'Column' }))
  const amounts = group(doc, table, 'TR')
  boxes.forEach(([, amount], i) => tag(doc, amounts, 'TD', () => write(doc, format(amount), left(i), y + 25, { strong: true, size: 12, figures: true })))
  return y + 76
}

function sums({ lines }: Statement): { moneyIn: Cents; moneyOut: Cents } {
  const sum = (filter: (line: StatementLine) => boolean) => cents(lines.filter(filter).reduce((total, line) => total + line.value, 0n))
  return { moneyIn: sum((line) => line.value > 0n), moneyOut: sum((line) => line.value < 0n) }
}

/** One table over all pages. The balance at the foot of a page is repeated at the head of the next. */
async function movements(doc: Document, root: Element, statement: Statement, top: number): Promise<void> {
  const table = group(doc, root, 'Table', { title: 'Movements' })
  const heads = group(doc, group(doc, table, 'THead'), 'TR')
  columns.forEach((column) => tag(doc, heads, 'TH', () => columnHead(doc, column, top), { scope: 'Column' }))
  artifact(doc, () => line(doc, top + 15))
  let y = top + rowHeight
  const body = group(doc, table, 'TBody')
  const nextPage = async (balance: Cents) => {
    artifact(doc, () => sumRow(doc, y, 'Carried forward', undefined, balance), 'Pagination')
    await setImmediate() // lets other requests run between pages
    doc.addPage()
    artifact(
      doc,
      () => {
        columns.forEach((column) => columnHead(doc, column, margin))
        line(doc, margin + 15)
        sumRow(doc, margin + rowHeight, 'Brought forward', undefined, balance)
        line(doc, margin + rowHeight + 15)
      },
      'Pagination',
    )
    y = margin + 2 * rowHeight
  }

  taggedSumRow(doc, body, y, 'Opening balance', undefined, statement.opening)
  y += rowHeight
  let balance = statement.opening
  for (const entry of statement.lines) {
    const height = heightOf(doc, entry)
    if (y + height + rowHeight > bottom) await nextPage(balance)
    row(doc, body, entry, y)
    y += height
    artifact(doc, () => line(doc, y - rowHeight + 15))
    balance = entry.balance
  }
  if (y + 3 * rowHeight > bottom) await nextPage(balance)
  const { moneyIn, moneyOut } = sums(statement)
  const foot = group(doc, table, 'TFoot')
  taggedSumRow(doc, foot, y, 'Total money in', moneyIn, undefined)
  taggedSumRow(doc, foot, y + rowHeight, 'Total money out', moneyOut, undefined)
  taggedSumRow(doc, foot, y + 2 * rowHeight, 'Closing balance', undefined, statement.closing)
}

const columns = [
  { name: 'Date', x: at.date, ends: false },
  { name: 'Details', x: at.details, ends: false },
  { name: 'Type', x: at.type, ends: false },
  { name: 'Amount', x: at.amountEnds, ends: true },
  { name: 'Balance', x: at.balanceEnds, ends: true },
] as const

/** Where a row of a sum says which sum it is. */
const nameColumn = columns.findIndex(({ name }) => name === 'Details')

function columnHead(doc: Document, { name, x, ends }: (typeof columns)[number], y: number): void {
  write(doc, name, x, y, { strong: true, size: 8, colour: soft, ends })
}

const detailsOf = ({ party, label }: StatementLine) => party || label

/** A long name takes a second line. */
function heightOf(doc: Document, entry: StatementLine): number {
  doc.font('plain').fontSize(9)
  return doc.widthOfString(detailsOf(entry)) > detailsWidth ? rowHeight + lineHeight : rowHeight
}

function row(doc: Document, body: Element, entry: StatementLine, y: number): void {
  const tr = group(doc, body, 'TR')
  const cell = (text: string, x: number, style: Style = {}) => tag(doc, tr, 'TD', () => write(doc, text, x, y, style), actualText(text, style))
  tag(doc, tr, 'TD', () => {
    const date = calendarDate(entry.at)
    write(doc, `${shortDate(date).slice(4)} ${date.slice(0, 4)} `, at.date, y, { figures: true })
    write(doc, timeOfDay(entry.at), at.time, y, { colour: soft, size: 8, figures: true })
  })
  cell(detailsOf(entry), at.details, { within: { width: detailsWidth, lines: 2 } })
  cell(entry.label, at.type, { colour: soft })
  cell(format(entry.value, { plus: true }), at.amountEnds, { ends: true, colour: entry.value > 0n ? brand : ink, figures: true })
  cell(format(entry.balance), at.balanceEnds, { ends: true, figures: true })
  tr.end()
}

/** A row that names a sum: the totals, and what is carried from page to page. */
function sumRow(doc: Document, y: number, name: string, amount: Cents | undefined, balance: Cents | undefined): void {
  sumCells(name, amount, balance).forEach(({ text, x, ends }) => write(doc, text, x, y, { strong: true, ends, figures: ends }))
}

function taggedSumRow(doc: Document, parent: Element, y: number, name: string, amount: Cents | undefined, balance: Cents | undefined): void {
  const tr = group(doc, parent, 'TR')
  sumCells(name, amount, balance).forEach(({ text, x, ends }, i) => {
    const draw = () => write(doc, text, x, y, { strong: true, ends, figures: ends })
    if (i === nameColumn) tag(doc, tr, 'TH', draw, { scope: 'Row' })
    else tag(doc, tr, 'TD', draw)
  })
  tr.end()
  artifact(doc, () => line(doc, y + 15))
}

/** One per column, so that a row has as many cells as the head of the table. */
function sumCells(name: string, amount: Cents | undefined, balance: Cents | undefined) {
  const texts = ['', name, '', amount === undefined ? '' : format(amount, { plus: true }), balance === undefined ? '' : format(balance)]
  return columns.map((column, i) => ({ ...column, text: texts[i]! }))
}

function line(doc: Document, y: number): void {
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).stroke(rule)
}

/** Written last, when the number of pages is known. */
function feet(doc: Document, statement: Statement): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    artifact(
      doc,
      () => {
        write(doc, titleOf(statement), margin, pageHeight - 40, { size: 8, colour: soft })
        write(doc, `Page ${page + 1} of ${count}`, right, pageHeight - 40, { size: 8, colour: soft, ends: true, figures: true })
      },
      'Pagination',
    )
  }
}
