import type { FileAnswer } from '@nikau/contract'
import { calendarDate } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { toCsvFile } from '../../http/csv.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { payoutsOfPostings } from '../payouts/index.ts'
import { listableMerchant } from './access.ts'
import { columnsOf, type ExportRow, rowsOf, toCells } from './export-rows.ts'
import type { Filter, FilterQuery } from './filter.ts'
import { readFilter, type ReadDeps } from './list.ts'
import { readPlaceNames } from './names.ts'
import type { Cursor } from './store.ts'
import { selectForExport, selectLegsOf, selectRefundsOf } from './store-legs.ts'

const maxRows = 50_000
const paymentsPerRead = 1000

/** The payments of a list as a file, read in batches. */
export async function exportPayments(
  { db, clock }: ReadDeps,
  actor: Actor,
  merchantId: string,
  query: FilterQuery,
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'EXPORT_TOO_LONG'>> {
  const merchant = await listableMerchant(db, actor, merchantId)
  if (!merchant) return refuse('FORBIDDEN')
  const filter = await readFilter(db, merchantId, query, clock.now())
  const rows: ExportRow[] = []
  let before: Cursor | undefined
  for (;;) {
    const batch = await readBatch(db, filter, before)
    if (rows.length + batch.rows.length > maxRows) return refuse('EXPORT_TOO_LONG')
    for (const row of await withPayouts(db, batch.rows)) rows.push(row)
    if (!batch.next) break
    before = batch.next
  }
  const names = await readPlaceNames(db, merchant.accountId, rows.map(({ payment }) => payment)) // prettier-ignore
  const form = { hasGst: merchant.hasGst || rows.some(({ payment }) => payment.hasGst), isTest: merchant.test, names }
  const name = `nikau-payments${merchant.test ? '-TEST' : ''}-${calendarDate(clock.now())}.csv`
  return { name, type: 'text/csv; charset=utf-8', content: Buffer.from(toCsvFile([columnsOf(form), ...rows.map((row) => toCells(row, form))])) }
}

/** The rows of the next payments, and where those after them begin. */
async function readBatch(db: Db, filter: Filter, before: Cursor | undefined): Promise<{ rows: ExportRow[]; next: Cursor | undefined }> {
  const payments = await selectForExport(db, filter, { before, limit: paymentsPerRead })
  const ids = payments.map(({ id }) => id)
  const legs = Map.groupBy(await selectLegsOf(db, ids), ({ paymentRequestId }) => paymentRequestId)
  const refunds = Map.groupBy(await selectRefundsOf(db, ids), ({ paymentRequestId }) => paymentRequestId)
  const rows = payments.flatMap((payment) => rowsOf(payment, legs.get(payment.id) ?? [], refunds.get(payment.id) ?? []))
  return { rows, next: payments.length < paymentsPerRead ? undefined : payments.at(-1) }
}

async function withPayouts(db: Db, rows: readonly ExportRow[]): Promise<ExportRow[]> {
  const postings = rows.flatMap(({ payment, posting }) => (posting === null ? [] : [{ walletId: payment.walletId, posting }]))
  const payouts = await payoutsOfPostings(db, postings)
  return rows.map((row) => ({ ...row, payoutId: row.posting === null ? undefined : payouts.get(row.posting) }))
}
