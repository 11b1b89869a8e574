import { type Cents, cents, format } from '@nikau/money'
import { type CalendarDate, instantAt, longDate } from '@nikau/nz/nz-time'
import { actualText, artifact, drawTitle, group, line, margin, newDocument, right, soft, type Style, tag, write } from '../../http/pdf.ts'
import type { InvoiceIssuer } from './rules.ts'

interface FeeInvoice {
  number: string
  issuer: InvoiceIssuer
  merchant: { name: string; gstNumbers: readonly string[] }
  first: CalendarDate
  last: CalendarDate
  issuedOn: CalendarDate
  fees: Cents
  gst: Cents
}

const rowHeight = 24

/** One A4 page: both parties with their GST numbers, the fees, the GST on them and the total. */
export async function drawFeeInvoice(invoice: FeeInvoice): Promise<Uint8Array> {
  const title = `Tax invoice ${invoice.number}`
  const { doc, root, finish } = newDocument({ title, createdAt: instantAt(invoice.issuedOn) })
  drawTitle(doc, root, 'Tax invoice')
  let y = margin + 52
  const p = (text: string, x: number, style: Style) => tag(doc, root, 'P', () => write(doc, text, x, y, style), actualText(text, style))
  const { issuer, merchant } = invoice
  p(`To ${merchant.name}`, margin, { strong: true, size: 12, within: { width: 300, lines: 1 } })
  p(`Number ${invoice.number}`, right, { size: 10, ends: true })
  y += 18
  p(`GST number ${merchant.gstNumbers.length > 0 ? merchant.gstNumbers.join(', ') : 'not given'}`, margin, { colour: soft, within: { width: 300, lines: 1 } })
  p(longDate(invoice.issuedOn), right, { colour: soft, ends: true, figures: true })
  y += 28
  p(`From ${issuer.name}`, margin, { strong: true })
  y += 14
  p(`GST number ${issuer.gstNumber}`, margin, { colour: soft, figures: true })
  y += 32
  const table = group(doc, root, 'Table', { title: 'Fees' })
  const rows: [name: string, amount: Cents][] = [
    [`Fees of the payouts of ${longDate(invoice.first)} to ${longDate(invoice.last)}`, invoice.fees],
    ['GST on fees', invoice.gst],
    ['Total, taken from your payouts', cents(invoice.fees + invoice.gst)],
  ]
  rows.forEach(([name, amount], index) => {
    const strong = index === rows.length - 1
    const tr = group(doc, table, 'TR')
    tag(doc, tr, 'TH', () => write(doc, name, margin, y, { strong, size: 10 }), { scope: 'Row' })
    tag(doc, tr, 'TD', () => write(doc, format(amount), right, y, { strong, size: 10, ends: true, figures: true }))
    tr.end()
    artifact(doc, () => line(doc, y + 17))
    y += rowHeight
  })
  return await finish()
}
