import type { FileAnswer, QueryOf } from '@nikau/contract'
import { addDays, calendarDate, momentAt } from '@nikau/contract/nz-time'
import { type getStatement, type StatementFormat, statementFormats } from '@nikau/contract/statements'
import { activityLabels, activityTypeOf } from '@nikau/contract/wallet-activity'
import { cents } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { livenessOf } from '../assets/index.ts'
import { walletFor } from './authorise.ts'
import type { Statement, StatementLine } from './statement-model.ts'
import { toCsv } from './statement-csv.ts'
import { toOfx } from './statement-ofx.ts'
import { balanceAfter, countBefore, nameOfHolder, selectLinesBetween } from './store.ts'
import { toTransaction } from './transactions.ts'

/** The most lines a file carries: a PDF of more is nobody's reading, and drawing it would keep others waiting. */
const mostLines: Record<StatementFormat, bigint> = { csv: 200_000n, ofx: 200_000n, pdf: 2000n }

/** A wallet's movements of some days as a file. Days are Auckland's. */
export async function statement(
  { db, clock }: { db: Db; clock: Clock },
  person: Person,
  walletId: string,
  query: QueryOf<typeof getStatement>,
): Promise<FileAnswer | Refusal<'FORBIDDEN' | 'STATEMENT_TOO_LONG'>> {
  const wallet = await walletFor(db, person, walletId)
  if (!wallet) return refuse('FORBIDDEN')
  const madeAt = clock.now()
  const to = query.to ?? calendarDate(madeAt)
  const opened = calendarDate(wallet.createdAt)
  const from = query.from ?? (opened < to ? opened : to)
  const before = await countBefore(db, walletId, momentAt(from))
  const last = await countBefore(db, walletId, momentAt(addDays(to, 1)))
  if (last - before > mostLines[query.format]) return refuse('STATEMENT_TOO_LONG')

  const rows = await selectLinesBetween(db, walletId, before, last)
  const opening = cents(await balanceAfter(db, walletId, before))
  const lines = rows.map((row): StatementLine => {
    const entry = toTransaction(row)
    const party = (entry.value < 0n ? entry.destParty : entry.srcParty) ?? ''
    return {
      number: entry.activityNumber,
      at: entry.createdAt,
      label: activityLabels[activityTypeOf(entry)].label,
      party,
      value: entry.value,
      balance: cents(row.balance),
    }
  })
  const holder = await nameOfHolder(db, wallet.accountId)
  const test = livenessOf(wallet.type) === 'test'
  const content = await encode(query.format, { walletId, holder, test, from, to, opening, closing: lines.at(-1)?.balance ?? opening, lines, madeAt })
  return { name: `nikau-${from}-to-${to}.${query.format}`, type: statementFormats[query.format], content }
}

/** Drawing a PDF needs fonts and a library that nothing else here does: they are loaded with the first one. */
async function encode(format: StatementFormat, made: Statement): Promise<Uint8Array> {
  if (format === 'csv') return Buffer.from(toCsv(made))
  if (format === 'ofx') return Buffer.from(toOfx(made))
  const { toPdf } = await import('./statement-pdf.ts')
  return await toPdf(made)
}
