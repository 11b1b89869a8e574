import { addDays, type CalendarDate } from '@nikau/contract/nz-time'
import type { Statement } from '@nikau/rails/ib4b'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import { compare, type Difference, wholeKeyOf } from './compare.ts'
import { hear } from './hear.ts'
import type { BankFileMeans, Desk } from './means.ts'
import { lastStatementDay } from './rules.ts'
import { closingBefore, expectOneOffs, firstDay, insertStatement, noteReconciled, reconciledUpto, selectExpected, selectFound } from './store-statements.ts'

/**
 * Compares the statements of an account, day by day up to yesterday's, with what the bank has told us of. Each day is compared once.
 * What differs is kept and listed for an operator; nothing is made good here. Answers how many days were compared.
 */
export async function reconcile(means: BankFileMeans, desk: Desk, signal?: AbortSignal): Promise<number> {
  await hear(means, desk, signal) // what a statement shows was told before it was written
  await inTransaction(means.db, (tx) => expectOneOffs(tx, desk.account, desk.bank))
  const last = lastStatementDay(means.clock.now())
  let days = 0
  for (;;) {
    const done = await inTransaction(means.db, (tx) => reconciledUpto(tx, desk.account))
    const day = done === undefined ? await firstDay(means.db, desk.account) : addDays(done, 1)
    if (day === undefined || day > last) return days
    await reconcileDay(means, desk, day, await desk.statement({ from: day, to: day }, signal))
    days++
  }
}

async function reconcileDay(means: BankFileMeans, { account }: Desk, day: CalendarDate, statement: Statement): Promise<void> {
  const now = means.clock.now()
  await inTransaction(means.db, async (tx) => {
    const done = await reconciledUpto(tx, account)
    if (done !== undefined && done >= day) return
    const { lines } = statement
    const expected = await selectExpected(tx, account, day)
    const before = await selectFound(tx, account, [...new Set(lines.map(({ reference }) => reference))])
    const { verdicts, differences, waiting } = compare(lines, expected, new Set(before.map(wholeKeyOf)), day)
    const shown = lines.reduce((sum, { amount }) => sum + amount, 0n)
    const gap = shown - (statement.closing - statement.opening)
    const all = [...differences, ...againstItself(gap, await closingBefore(tx, account), statement)]
    await insertStatement(tx, account, day, statement, { gap, verdicts, differences: all, now })
    await noteReconciled(
      tx,
      account,
      day,
      expected.filter((one) => !waiting.includes(one)),
    )
    for (const difference of all) {
      await listException(tx, {
        kind: `statement-${difference.kind}`,
        ref: `${account}:${day}:${difference.ref}`,
        money: { unit: 'nzd.main', amount: difference.shown - difference.expected },
        refs: { account, day, ref: difference.ref, expected: String(difference.expected), shown: String(difference.shown) },
        at: now,
      })
    }
  })
}

/** Whether a statement agrees with itself and with the one before. */
function againstItself(gap: bigint, closing: bigint | undefined, { opening }: Statement): Difference[] {
  const found: Difference[] = []
  if (gap !== 0n) found.push({ kind: 'sum', ref: 'lines', expected: 0n, shown: gap })
  if (closing !== undefined && closing !== opening) found.push({ kind: 'balance', ref: 'opening', expected: closing, shown: opening })
  return found
}
