import type { FeesReport } from '@nikau/contract/desk/reports'
import { type Cents, cents } from '@nikau/money'
import { calendarDate, intervalBounds } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import { csvAmount, escapeFormula, toCsvFile } from '../../http/csv.ts'
import { selectFees, selectMovement } from './store.ts'

/** Fees and GST of an Auckland month, all of one snapshot. */
export async function feesOf(db: Db, month: string, { test, now }: { test: boolean; now: Date }): Promise<FeesReport> {
  const { from, to } = intervalBounds(month)
  const period = { from, until: to, unit: test ? 'nzd.test' : 'nzd.main' }
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows = await selectFees(tx, period)
      const books = await selectMovement(tx, period)
      return {
        month,
        isOpen: calendarDate(now).slice(0, 7) <= month,
        rows: rows.map(({ merchantId, merchantName, method, payments, fees, gst }) => ({
          ...(merchantId !== null && { merchantId }),
          ...(merchantName !== null && { merchantName }),
          method,
          payments,
          fees: cents(fees),
          gst: cents(gst),
        })),
        total: { fees: sumOf(rows.map(({ fees }) => fees)), gst: sumOf(rows.map(({ gst }) => gst)) },
        books: { fees: cents(books.fees), gst: cents(books.gst) },
        now,
      }
    })
}

const sumOf = (amounts: readonly bigint[]): Cents => cents(amounts.reduce((sum, amount) => sum + amount, 0n))

export function feesCsv({ month, rows, total }: FeesReport): string {
  return toCsvFile([
    ['Month', 'Merchant', 'Merchant id', 'Way of paying', 'Payments', 'Fees', 'GST'],
    ...rows.map(({ merchantName = '', merchantId = '', method, payments, fees, gst }) => [
      month,
      escapeFormula(merchantName),
      merchantId,
      method,
      String(payments),
      csvAmount(fees),
      csvAmount(gst),
    ]),
    [month, 'Total', '', '', '', csvAmount(total.fees), csvAmount(total.gst)],
  ])
}
