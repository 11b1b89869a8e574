import { cents, format } from '@nikau/money'
import { longDate } from '@nikau/nz/nz-time'
import { csvAmount, toCsvFile } from '../../http/csv.ts'
import { actualText, artifact, drawTitle, group, line, margin, newDocument, right, soft, type Style, tag, write } from '../../http/pdf.ts'
import type { Report } from './rules.ts'
import type { ReportRow, SignatureRow } from './store.ts'

export interface SignedReport {
  row: ReportRow
  signatures: readonly SignatureRow[]
}

interface Section {
  title: string
  rows: [name: string, value: string][]
}

type Money = (cents: string) => string
const asText: Money = (amount) => format(cents(amount))

/** What both exports say, in the same order. */
function sectionsOf({ row, signatures }: SignedReport, money: Money): Section[] {
  const { owed, held, own, coverPercent, books } = JSON.parse(row.content) as Report
  return [
    {
      title: 'What we owed',
      rows: [
        ...owed.classes.map(({ name, accounts, amount }): [string, string] => [`${name} (${accounts})`, money(amount)]),
        ['Owed', money(owed.total)],
        ['Owed to us, not set off', money(owed.notSetOff)],
      ],
    },
    {
      title: 'What our banks held',
      rows: [
        ...held.statements.map(({ account, closing }): [string, string] => [`Statement of ${account}`, money(closing)]),
        ['Less debits that may come back', money(held.mayComeBack)],
        ['Less differences that nothing explains', money(held.differences)],
        ['Less receipts in question', money(held.receiptsInQuestion)],
        ['Less what the books do not explain', money(held.unexplained)],
        ['Held', money(held.total)],
      ],
    },
    {
      title: 'Cover',
      rows: [
        ['Left of our own money', money(own)],
        ['Cover', `${coverPercent} %`],
        ['In the books at our banks', money(books.atBanks)],
        ['In the books our own', money(books.own)],
      ],
    },
    {
      title: 'Signatures',
      rows: [
        ['Digest (SHA-256)', row.digest],
        ...signatures.map(({ role, signerName, signer, signedAt }): [string, string] => [
          role === 'checked' ? 'Checked by' : 'Agreed by',
          `${signerName} (${signer}), ${signedAt.toISOString()}`,
        ]),
        ...(signatures.length < 2 ? [['Not signed', `${signatures.length} of 2 signatures`] as [string, string]] : []),
      ],
    },
  ]
}

export function toCsv(signed: SignedReport): string {
  const rows = sectionsOf(signed, csvAmount).flatMap(({ title, rows: lines }) => lines.map(([name, value]) => [title, name, value]))
  return toCsvFile([['Section', 'Line', 'Value'], ['Report', 'Day', signed.row.day], ['Report', 'Prepared', signed.row.preparedAt.toISOString()], ...rows])
}

const rowHeight = 17

/** One A4 page. */
export async function drawReport(signed: SignedReport): Promise<Uint8Array> {
  const { row } = signed
  const { doc, root, finish } = newDocument({ title: `Safeguarding ${row.day}`, createdAt: row.preparedAt })
  drawTitle(doc, root, 'Safeguarding')
  let y = margin + 46
  const p = (name: string, text: string, style: Style) => tag(doc, root, name, () => write(doc, text, margin, y, style), actualText(text, style))
  p('P', `End of ${longDate(row.day)}, prepared ${row.preparedAt.toISOString()}`, { colour: soft })
  y += 24
  for (const { title, rows } of sectionsOf(signed, asText)) {
    p('H2', title, { strong: true, size: 12 })
    y += 18
    const table = group(doc, root, 'Table', { title })
    for (const [name, value] of rows) {
      const tr = group(doc, table, 'TR')
      tag(doc, tr, 'TH', () => write(doc, name, margin, y, { size: 9 }), { scope: 'Row' })
      tag(doc, tr, 'TD', () => write(doc, value, right, y, { size: 9, ends: true }))
      tr.end()
      artifact(doc, () => line(doc, y + 13))
      y += rowHeight
    }
    table.end()
    y += 14
  }
  return await finish()
}
