import type { FileAnswer, QueryOf } from '@nikau/contract'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { type getStatement, type StatementFormat, statementFormats } from '@nikau/contract/statements'
import { activityLabels, activityTypeOf } from '@nikau/contract/wallet-activity'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { livenessOf } from '../assets/index.ts'
import { moneyFor } from './access.ts'
import type { PdfDrawer } from './pdf-drawer.ts'
import type { Statement, StatementLine } from './statement-model.ts'
import { toCsv } from './statement-csv.ts'
import { toOfx } from './statement-ofx.ts'
import { selectBalanceAfter, countEntriesBefore, selectHolderName, selectLinesBetween } from './store.ts'
import { toTransaction } from './transactions.ts'

/** Lines per file. A PDF of 2,000 lines takes two seconds of processor time. */
const maxLines: Record<StatementFormat, bigint> = { csv: 200_000n, ofx: 200_000n, pdf: 2000n }

/** On settlement wallets only, which the wallet app does not show. */
const settlementLabels: Readonly<Record<string, string>> = { fee: 'Fee', payout: 'Payout' }

/** A wallet's movements between two days as a file. Days are Auckland's. */
export async function statement(
  { db, clock, pdfs }: { db: Db; clock: Clock; pdfs: PdfDrawer },
  person: Person,
  walletId: string,
  query: QueryOf<typeof getStatement>,
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'STATEMENT_TOO_LONG'>> {
  const wallet = await moneyFor(db, person, walletId)
  if (!wallet) return refuse('FORBIDDEN')
  const generatedAt = clock.now()
  const to = query.to ?? calendarDate(generatedAt)
  const opened = calendarDate(wallet.createdAt)
  const from = query.from ?? (opened < to ? opened : to)
  const before = await countEntriesBefore(db, walletId, instantAt(from))
  const last = await countEntriesBefore(db, walletId, instantAt(addDays(to, 1)))
  if (last - before > maxLines[query.format]) return refuse('STATEMENT_TOO_LONG')

  const rows = await selectLinesBetween(db, walletId, before, last)
  const opening = cents(await selectBalanceAfter(db, walletId, before))
  const lines = rows.map((row): StatementLine => {
    const entry = toTransaction(row, walletId)
    const party = (entry.value < 0n ? entry.destParty : entry.srcParty) ?? ''
    return {
      number: entry.activityNumber,
      at: entry.createdAt,
      label: settlementLabels[entry.activityType ?? ''] ?? activityLabels[activityTypeOf(entry)].label,
      party,
      value: entry.value,
      balance: cents(row.balance),
    }
  })
  const holder = await selectHolderName(db, wallet.accountId)
  const test = livenessOf(wallet.type) === 'test'
  const content = await encode(pdfs, query.format, { walletId, holder, test, from, to, opening, closing: lines.at(-1)?.balance ?? opening, lines, generatedAt })
  return { name: `nikau-${from}-to-${to}.${query.format}`, type: statementFormats[query.format], content }
}

async function encode(pdfs: PdfDrawer, format: StatementFormat, statement: Statement): Promise<Uint8Array> {
  if (format === 'csv') return Buffer.from(toCsv(statement))
  return format === 'ofx' ? Buffer.from(toOfx(statement)) : await pdfs.draw(statement)
}
