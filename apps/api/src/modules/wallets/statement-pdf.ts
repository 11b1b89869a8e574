import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { cents, format } from '@nikau/money'
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
const bottom = pageHeight - 64

/** Left edges of left-aligned columns, right edges of right-aligned ones. */
const at = { date: margin, time: margin + 66, details: margin + 116, type: 344, amountEnds: 462, balanceEnds: right }

type Document = PDFKit.PDFDocument

/** A4 pages: holder and period, totals, and each movement with the balance after it. */
export async function toPdf(statement: Statement): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-NZ',
    info: { Title: titleOf(statement), Author: 'Nikau', CreationDate: statement.generatedAt },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => doc.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', resolve))
  doc.registerFont('plain', fonts.plain)
  doc.registerFont('strong', fonts.strong)

  let y = head(doc, statement)
  y = columnHeads(doc, y)
  for (const line of statement.lines) {
    if (y + rowHeight > bottom) {
      await setImmediate() // lets other requests run between pages
      doc.addPage()
      y = columnHeads(doc, margin)
    }
    row(doc, line, y)
    y += rowHeight
  }
  if (statement.lines.length === 0) write(doc, 'No movements in these days.', at.date, y + 8, { colour: soft })
  feet(doc, statement)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function titleOf({ from, to }: Statement): string {
  return `Nikau statement, ${longDate(from)} to ${longDate(to)}`
}

interface Style {
  strong?: boolean
  size?: number
  colour?: string
  /** Right-aligned: the text ends at x. */
  ends?: boolean
  width?: number
}

function write(doc: Document, text: string, x: number, y: number, { strong = false, size = 9, colour = ink, ends = false, width }: Style = {}): void {
  doc
    .font(strong ? 'strong' : 'plain')
    .fontSize(size)
    .fillColor(colour)
  const start = ends ? x - doc.widthOfString(text) : x
  doc.text(width === undefined ? text : truncate(doc, text, width), start, y, { lineBreak: false })
}

/** Truncates the text to the width. */
function truncate(doc: Document, text: string, width: number): string {
  if (doc.widthOfString(text) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 1 && doc.widthOfString(`${letters.join('')}…`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

function head(doc: Document, statement: Statement): number {
  doc
    .save()
    .translate(margin, margin - 2)
    .scale(0.42)
  doc.path(frond).lineWidth(5).lineCap('round').lineJoin('round').stroke(brand).restore()
  write(doc, 'Nikau', margin + 34, margin + 2, { strong: true, size: 15, colour: brand })
  write(doc, 'Statement', right, margin, { strong: true, size: 18, ends: true })

  let y = margin + 52
  write(doc, statement.holder, margin, y, { strong: true, size: 12, width: 300 })
  write(doc, `${longDate(statement.from)} to ${longDate(statement.to)}`, right, y + 1, { size: 10, ends: true })
  y += 18
  write(doc, `NZD wallet ${statement.walletId}`, margin, y, { colour: soft })
  write(doc, `Generated ${longDate(statement.generatedAt)}, ${timeOfDay(statement.generatedAt)}`, right, y, { colour: soft, ends: true })
  if (statement.test) write(doc, 'Test money: it has no value.', margin, (y += 16), { strong: true, colour: test })

  y += 28
  const sum = (filter: (line: StatementLine) => boolean) => cents(statement.lines.filter(filter).reduce((total, line) => total + line.value, 0n))
  const boxes: [label: string, amount: string][] = [
    ['Opening balance', format(statement.opening)],
    ['Money in', format(sum((line) => line.value > 0n))],
    ['Money out', format(sum((line) => line.value < 0n))],
    ['Closing balance', format(statement.closing)],
  ]
  const width = (right - margin) / boxes.length
  doc
    .roundedRect(margin, y, right - margin, 52, 8)
    .lineWidth(0.8)
    .stroke(rule)
  boxes.forEach(([label, amount], i) => {
    write(doc, label, margin + i * width + 14, y + 11, { size: 8, colour: soft })
    write(doc, amount, margin + i * width + 14, y + 25, { strong: true, size: 13 })
  })
  return y + 76
}

function columnHeads(doc: Document, y: number): number {
  const style = { strong: true, size: 8, colour: soft }
  write(doc, 'Date', at.date, y, style)
  write(doc, 'Details', at.details, y, style)
  write(doc, 'Type', at.type, y, style)
  write(doc, 'Amount', at.amountEnds, y, { ...style, ends: true })
  write(doc, 'Balance', at.balanceEnds, y, { ...style, ends: true })
  line(doc, y + 15)
  return y + 22
}

function row(doc: Document, entry: StatementLine, y: number): void {
  const day = shortDate(entry.at)
  write(doc, `${day.slice(4)} ${longDate(entry.at).slice(-4)}`, at.date, y)
  write(doc, timeOfDay(entry.at), at.time, y, { colour: soft, size: 8 })
  write(doc, entry.party || entry.label, at.details, y, { width: at.type - at.details - 12 })
  write(doc, entry.label, at.type, y, { colour: soft })
  write(doc, format(entry.value, { plus: true }), at.amountEnds, y, { ends: true, colour: entry.value > 0n ? brand : ink })
  write(doc, format(entry.balance), at.balanceEnds, y, { ends: true })
  line(doc, y + 15)
}

function line(doc: Document, y: number): void {
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).stroke(rule)
}

/** Written last, when the number of pages is known. */
function feet(doc: Document, statement: Statement): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    write(doc, titleOf(statement), margin, pageHeight - 40, { size: 8, colour: soft })
    write(doc, `Page ${page + 1} of ${count}`, right, pageHeight - 40, { size: 8, colour: soft, ends: true })
  }
}
