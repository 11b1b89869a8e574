import { setImmediate } from 'node:timers/promises'
import { calendarDate, longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { type Cents, cents, format } from '@nikau/money'
import {
  actualText,
  artifact,
  bottom,
  brand,
  type Document,
  drawTitle,
  type Element,
  group,
  ink,
  line,
  margin,
  newDocument,
  right,
  rule,
  soft,
  type Style,
  tag,
  test,
  write,
} from '../../http/pdf.ts'
import type { Statement, StatementLine } from './statement-model.ts'

const rowHeight = 22
const lineHeight = 11
/** Left edges of left-aligned columns, right edges of right-aligned ones. */
const at = { date: margin, time: margin + 66, details: margin + 116, type: 344, amountEnds: 462, balanceEnds: right }
const detailsWidth = at.type - at.details - 12

/** A4 pages: holder and period, totals, and each movement with the balance after it. Tagged, so that it can be read aloud (docs/decisions/0051). */
export async function toPdf(statement: Statement): Promise<Uint8Array> {
  const { doc, root, finish } = newDocument({ title: titleOf(statement), createdAt: statement.generatedAt })
  const y = head(doc, root, statement)
  if (statement.lines.length > 0) await movements(doc, root, statement, y)
  else tag(doc, root, 'P', () => write(doc, 'No movements in these days.', margin, y, { colour: soft }))
  return await finish()
}

function titleOf({ from, to }: Statement): string {
  return `Nikau statement, ${longDate(from)} to ${longDate(to)}`
}

function head(doc: Document, root: Element, statement: Statement): number {
  drawTitle(doc, root, 'Statement')
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
