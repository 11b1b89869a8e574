import type { FileAnswer } from '@nikau/contract'
import { type PayoutFormat, payoutFormats, type PayoutLine } from '@nikau/contract/payouts'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { toCamt } from './export-camt.ts'
import { toCsv, toJson, toXero } from './export-formats.ts'
import type { PayoutFile } from './export-model.ts'
import { linesOf, payoutFor, presentPayout } from './read.ts'
import type { PayoutRow } from './store-read.ts'

const maxLines = 50_000
const linesPerRead = 1000

const encoders: Readonly<Record<PayoutFormat, (file: PayoutFile) => string>> = { csv: toCsv, json: toJson, xero: toXero, camt: toCamt }
const extensions: Readonly<Record<PayoutFormat, string>> = { csv: 'csv', json: 'json', xero: 'xero.csv', camt: 'camt.xml' }

/** A payout's lines as a file: the same as a caller gets page by page. */
export async function exportLines(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
  format: PayoutFormat,
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'EXPORT_TOO_LONG'>> {
  const row = await payoutFor(db, actor, id)
  if (!row) return refuse('FORBIDDEN')
  const lines = await allLines(db, row)
  if (!lines) return refuse('EXPORT_TOO_LONG')
  const content = Buffer.from(encoders[format]({ payout: presentPayout(row), lines, generatedAt: clock.now() }))
  return { name: `nikau-payout-${row.day}.${extensions[format]}`, type: payoutFormats[format], content }
}

/** Undefined when there are more than a file may have. */
async function allLines(db: Db, row: PayoutRow): Promise<PayoutLine[] | undefined> {
  const lines: PayoutLine[] = []
  let pageKey: string | undefined
  do {
    const page = await linesOf(db, row, pageKey, linesPerRead)
    lines.push(...page.items)
    if (lines.length > maxLines) return undefined
    pageKey = page.nextPageKey
  } while (pageKey !== undefined)
  return lines
}
