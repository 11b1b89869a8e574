import type { FileAnswer } from '@nikau/contract'
import { cents } from '@nikau/money'
import { addDays, calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { drawFeeInvoice } from './fee-invoice-pdf.ts'
import type { InvoiceIssuer } from './rules.ts'
import { selectFeeTotals } from './store-read.ts'

/** The tax invoice for the fees of a month's payouts. The month has ended, so that it never changes. */
export async function feeInvoice(
  { db, clock, issuer }: { db: Db; clock: Clock; issuer: InvoiceIssuer },
  person: Person,
  { accountId, month }: { accountId: string; month: string },
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'MONTH_NOT_OVER'>> {
  if (!(await mayActFor(db, person, accountId, 'payouts:read'))) return refuse('FORBIDDEN')
  const first = `${month}-01`
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
  if (last >= calendarDate(clock.now())) return refuse('MONTH_NOT_OVER')
  const totals = await selectFeeTotals(db, accountId, first, last)
  const content = await drawFeeInvoice({
    number: `${month.replace('-', '')}-${accountId.slice(0, 12)}`,
    issuer,
    merchant: { name: totals.name, gstNumbers: totals.gstNumbers },
    first,
    last,
    issuedOn: addDays(last, 1),
    fees: cents(totals.fees),
    gst: cents(totals.gst),
  })
  return { name: `nikau-fees-${month}.pdf`, type: 'application/pdf', content }
}
