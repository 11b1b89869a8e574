import { addDays, type CalendarDate } from '@nikau/nz/nz-time'
import type { Statement } from '@nikau/rails/ib4b'
import { inTransaction } from '../../http/refusal.ts'
import { bookOpening, bookShown } from './book-statements.ts'
import { recordDifferences } from './differences.ts'
import { matchStatement, type Difference, lineKeyOf } from './match-statement.ts'
import { ingestResults } from './ingest-results.ts'
import type { BankFileDeps, BankConnection } from './deps.ts'
import { lastStatementDay } from './rules.ts'
import {
  selectLastClosing,
  expectBankPayments,
  selectFirstDay,
  insertStatement,
  markReconciled,
  lockLastReconciledDay,
  selectExpected,
  selectMatchedLines,
} from './store-statements.ts'

/**
 * Reconciles the statements of an account with the movements the bank has reported, once per day, up to yesterday. Differences are
 * recorded and raised as exceptions; nothing is corrected here. What the account held before and what is shown of payments by bank is
 * booked with the statement. Returns the number of days reconciled.
 */
export async function reconcile(deps: BankFileDeps, connection: BankConnection, signal?: AbortSignal): Promise<number> {
  await ingestResults(deps, connection, signal) // a statement shows only movements that were reported before it was written
  await inTransaction(deps.db, (tx) => expectBankPayments(tx, connection.account, connection.bank))
  // For an account whose first statement was stored before openings were booked.
  await inTransaction(deps.db, async (tx) => {
    await lockLastReconciledDay(tx, connection.account)
    await bookOpening(tx, deps.ledger, connection.account, deps.clock.now())
  })
  const last = lastStatementDay(deps.clock.now())
  let days = 0
  for (;;) {
    const done = await inTransaction(deps.db, (tx) => lockLastReconciledDay(tx, connection.account))
    const day = done === undefined ? await firstDay(deps, connection.account) : addDays(done, 1)
    if (day === undefined || day > last) return days
    await reconcileDay(deps, connection, day, await connection.statement({ from: day, to: day }, signal))
    days++
  }
}

/** The first day with anything to reconcile. */
async function firstDay({ db, receipts }: BankFileDeps, account: string): Promise<CalendarDate | undefined> {
  const days = [await selectFirstDay(db, account), await receipts.firstDay(db)].filter((day) => day !== undefined)
  return days.toSorted()[0]
}

async function reconcileDay(deps: BankFileDeps, connection: BankConnection, day: CalendarDate, statement: Statement): Promise<void> {
  const now = deps.clock.now()
  const { account } = connection
  await inTransaction(deps.db, async (tx) => {
    const done = await lockLastReconciledDay(tx, account)
    if (done !== undefined && done >= day) return
    const { lines } = statement
    const expected = await selectExpected(tx, account, day)
    const before = await selectMatchedLines(tx, account, [...new Set(lines.map(({ reference }) => reference))])
    const receipts = await deps.receipts.recognise(tx, account, lines)
    const known = { before: new Set(before.map(lineKeyOf)), receipts: new Set(receipts.map(({ transactionId }) => transactionId)) }
    const { verdicts, differences, pending } = matchStatement(lines, expected, known, day)
    const shown = lines.reduce((sum, { amount }) => sum + amount, 0n)
    const gap = shown - (statement.closing - statement.opening)
    const all = [...differences, ...checkBalances(gap, await selectLastClosing(tx, account), statement)]
    await insertStatement(tx, account, day, statement, { gap, verdicts, now })
    await recordDifferences(tx, account, day, all, now)
    const received = new Set(lines.filter((_, number) => verdicts[number] === 'receipt').map(({ transactionId }) => transactionId))
    await deps.receipts.record(
      tx,
      receipts.filter(({ transactionId }) => received.has(transactionId)),
      now,
    )
    await markReconciled(
      tx,
      account,
      day,
      expected.filter((line) => !pending.includes(line)),
    )
    await bookOpening(tx, deps.ledger, account, now)
    await bookShown(tx, deps.ledger, connection, day)
  })
}

/** Checks that the lines add up to the balances and that the statement continues the one before. */
function checkBalances(gap: bigint, closing: bigint | undefined, { opening }: Statement): Difference[] {
  const found: Difference[] = []
  if (gap !== 0n) found.push({ kind: 'sum', ref: 'lines', expected: 0n, shown: gap })
  if (closing !== undefined && closing !== opening) found.push({ kind: 'balance', ref: 'opening', expected: closing, shown: opening })
  return found
}
