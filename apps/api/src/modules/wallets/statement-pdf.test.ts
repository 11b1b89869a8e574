import { type Cents, cents, format } from '@nikau/money'
import { expect, test } from 'vitest'
import { all, cells, readPdf, texts } from '../../http/fixtures.ts'
import type { Statement, StatementLine } from './statement-model.ts'
import { toPdf } from './statement-pdf.ts'

function statementOf(values: bigint[], fields: Partial<Statement> = {}): Statement {
  const opening = cents(77_18n)
  let balance = opening
  const lines = values.map((value, i): StatementLine => {
    balance = cents(balance + value)
    const at = new Date(Date.UTC(2026, 9, 1 + (i % 27), i % 24, 7))
    return { number: i + 1, at, label: value > 0n ? 'Top Up' : 'Payment', party: i % 2 ? 'Kererū Grocer' : 'Ōtautahi Māori Arts', value: cents(value), balance }
  })
  const period = { from: '2026-10-01', to: '2026-10-31' } as const
  return {
    walletId: 'w1',
    holder: 'Hēnare Tāne',
    test: false,
    ...period,
    opening,
    closing: balance,
    lines,
    generatedAt: new Date('2026-11-01T00:00:00Z'),
    ...fields,
  }
}
const read = async (statement: Statement) => readPdf(await toPdf(statement))
const sumOf = (values: bigint[]): Cents => cents(values.reduce((total, value) => total + value, 0n))

test('a PDF says its title, language and that it is tagged for PDF/UA, and everything drawn is either tagged or an artifact', async () => {
  const { source, catalogue, viewer, document, unmarked } = await read(statementOf([11_11n, -77_18n]))
  expect(source.slice(0, 8)).toBe('%PDF-1.7')
  expect(catalogue).toContain('/Lang (en-NZ)')
  expect(source).toMatch(/\/Marked true/)
  expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(source).toContain('<rdf:li xml:lang="x-default">Nikau statement, 1 October 2026 to 31 October 2026</rdf:li>')
  expect(viewer).toContain('/DisplayDocTitle true')
  expect(document.tag).toBe('Document')
  expect(unmarked).toEqual([])
  const [logo, heading] = document.children
  expect([logo!.tag, heading!.tag, heading!.text]).toEqual(['Figure', 'H1', 'Statement'])
  expect(logo!.source).toContain('/Alt (Nikau)')
  expect(document.children.map(({ tag }) => tag)).toEqual(['Figure', 'H1', 'P', 'P', 'P', 'P', 'Table', 'Table'])
})

test('read by its tags, the movements are one table with column heads, also over several pages, and the totals are those of the movements', async () => {
  const values = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? BigInt(i * 7718 + 1111) : -BigInt(i * 7 + 71)))
  const { document, pages, artifacts } = await read(statementOf(values))
  expect(pages).toBeGreaterThan(9)
  const [summary, movements] = all(document, 'Table')
  const [opening, closing] = [cents(77_18n), cents(77_18n + sumOf(values))]
  const [moneyIn, moneyOut] = [sumOf(values.filter((value) => value > 0n)), sumOf(values.filter((value) => value < 0n))]
  expect(summary!.children.map(cells)).toEqual([
    ['Opening balance', 'Money in', 'Money out', 'Closing balance'],
    [format(opening), format(moneyIn), format(moneyOut), format(closing)],
  ])
  for (const head of [...all(summary!, 'TH'), ...all(movements!.children[0]!, 'TH')]) expect(head.source).toMatch(/\/O \/Table\s*\/Scope \/Column/)

  expect(movements!.children.map(({ tag }) => tag)).toEqual(['THead', 'TBody', 'TFoot'])
  const [heads, body, foot] = movements!.children.map((part) => part.children.map(cells))
  expect(heads).toEqual([['Date', 'Details', 'Type', 'Amount', 'Balance']])
  expect(body![0]).toEqual(['', 'Opening balance', '', '', format(opening)])
  expect(body).toHaveLength(301)
  body!
    .slice(1)
    .forEach((row, i) =>
      expect(row.slice(2)).toEqual([
        values[i]! > 0n ? 'Top Up' : 'Payment',
        format(cents(values[i]!), { plus: true }),
        format(cents(77_18n + sumOf(values.slice(0, i + 1)))),
      ]),
    )
  expect(body![1]!.slice(0, 2)).toEqual(['1 Oct 2026 1:07 pm', 'Ōtautahi Māori Arts'])
  expect(foot).toEqual([
    ['', 'Total money in', '', format(moneyIn, { plus: true }), ''],
    ['', 'Total money out', '', format(moneyOut), ''],
    ['', 'Closing balance', '', '', format(closing)],
  ])
  for (const row of [...movements!.children[2]!.children, movements!.children[1]!.children[0]!]) expect(all(row, 'TH')[0]!.source).toMatch(/\/Scope \/Row/)

  // The balance that a page carries forward is the one that the next brings forward, and repeated heads are not read again.
  const balanceBeside = (page: number, name: string) => {
    const label = artifacts[page]!.find(({ text }) => text === name)!
    return artifacts[page]!.find((piece) => piece.y === label.y && piece !== label && piece.text !== '')!.text
  }
  for (let page = 1; page < pages; page++) expect(balanceBeside(page, 'Brought forward')).toBe(balanceBeside(page - 1, 'Carried forward'))
  expect(artifacts[pages - 1]!.map(({ text }) => text)).toContain(`Page ${pages} of ${pages}`)
})

test('amounts have digits of one width without kerning and end under each other', async () => {
  const { document } = await read(statementOf([77_18n, -11_11n, 7_747_17_17n, -4_71n, 1n]))
  const rows = all(all(document, 'Table')[1]!, 'TR').slice(1)
  for (const column of [3, 4]) {
    const pieces = rows.flatMap((row) => row.children[column]!.pieces).filter(({ text }) => text !== '')
    expect(pieces.length).toBeGreaterThan(5)
    for (const piece of pieces) expect(piece.moved).toBe(false)
    for (const font of ['Inter-Regular', 'Inter-SemiBold']) {
      const widths = pieces.filter((piece) => piece.font === font).flatMap(({ digitWidths }) => [...digitWidths])
      expect(new Set(widths).size).toBe(1)
    }
    expect(new Set(pieces.map(({ right }) => right.toFixed(1))).size).toBe(1)
  }
  const dates = rows.flatMap((row) => row.children[0]!.pieces).filter(({ size }) => size === 9)
  expect(new Set(dates.flatMap(({ digitWidths }) => [...digitWidths])).size).toBe(1)
})

test('a long name takes two lines and is read whole; a statement without movements says so', async () => {
  const party = 'Hēnare & Daughters, "Purveyors" <of> Fine Wool Blankets and Other Winter Comforts of Tāmaki Makaurau'
  const statement = statementOf([5_00n, -2_00n])
  const { document } = await read({ ...statement, lines: statement.lines.map((line) => ({ ...line, party })) })
  const [, first, second] = all(all(document, 'TBody')[0]!, 'TR').map((row) => row.children[1]!)
  expect(new Set(first!.pieces.map(({ y }) => y)).size).toBe(2)
  expect(first!.text).toMatch(/…$/)
  const [, actual] = /\/ActualText \(([\s\S]*)\)\n\/P/.exec(first!.source)!
  expect(Buffer.from(actual!.replaceAll(/\\(.)/g, '$1'), 'latin1').swap16().toString('utf16le').slice(1)).toBe(party)
  expect(second!.pieces[0]!.y).toBeLessThan(first!.pieces.at(-1)!.y - 11)

  const empty = await read(statementOf([], { test: true }))
  expect(all(empty.document, 'Table')).toHaveLength(1)
  expect(texts(all(empty.document, 'P'))).toEqual(expect.arrayContaining(['Test money: it has no value.', 'No movements in these days.']))
})
