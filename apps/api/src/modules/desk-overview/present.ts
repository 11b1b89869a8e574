import { exceptionAges, type Overview } from '@nikau/contract/desk/overview'
import { add, cents, subtract } from '@nikau/money'
import type { BookPosition } from '../operations/index.ts'
import { ownKinds } from '../safeguarding/index.ts'
import { addUp, clearingRuleOf, medianMsOf, minuteMs, minuteOf, verdictOf, weekMs, windowAt } from './rules.ts'
import type { CheckRow, FileRow, MinuteRow, OpenExceptions, TaskRow, WaitingRow } from './store.ts'

/** What one snapshot holds. */
export interface Snapshot {
  check: CheckRow | undefined
  position: { at: Date; content: BookPosition } | undefined
  waiting: readonly WaitingRow[]
  files: readonly FileRow[]
  exceptions: readonly OpenExceptions[]
  report: { day: string; owed: bigint; held: bigint } | undefined
  minutes: readonly MinuteRow[]
  weekBefore: readonly MinuteRow[]
  tasks: readonly TaskRow[]
  workers: number
}

/** `now` is of money, `readAt` the same moment by the system's clock, as minutes are counted. */
export function presentOverview(snapshot: Snapshot, { now, readAt, test }: { now: Date; readAt: Date; test: boolean }): Overview {
  const { check, position, tasks } = snapshot
  const units = (position?.content.units ?? []).filter(({ unit }) => unit.endsWith('.test') === test).map(({ unit, sum }) => ({ unit, sum: cents(sum) }))
  const bank = test ? undefined : position && presentBank(position.content.bank)
  const found = check?.found ?? []
  return {
    readAt,
    now,
    test,
    verdict: verdictOf({
      now,
      positionAt: position?.at,
      checkedAt: check?.at,
      sums: units.map(({ sum }) => sum),
      broken: found.length,
      unexplained: bank?.unexplained,
    }),
    books: {
      ...(check && { checkedAt: check.at }),
      ...(position && { positionAt: position.at }),
      units,
      postings: Number(check?.postings ?? 0n),
      entries: Number(check?.entries ?? 0n),
      invariants: check?.invariants ?? 0,
      broken: found.map(({ invariant, says, rows, since }) => ({
        name: invariant.replace(/^public\./, ''),
        says,
        rows,
        moreRows: rows >= 100,
        since: new Date(since),
      })),
    },
    ...(bank && { bank }),
    clearing: test ? [] : (position?.content.clearing ?? []).map((row) => presentClearing(row, now)),
    window: {
      ...windowAt(now),
      waiting: (['debit', 'credit'] as const).map((kind) => {
        const row = snapshot.waiting.find((one) => one.kind === kind)
        return { kind, orders: row?.orders ?? 0, sum: cents(row?.sum ?? 0n) }
      }),
      files: test ? [] : snapshot.files.map(({ total, ...file }) => ({ ...file, total: cents(total) })),
    },
    exceptions: presentExceptions(snapshot.exceptions),
    ...(position && !test && { customers: presentCustomers(position.content, snapshot.report) }),
    ...(!test && { payments: presentPayments(snapshot, minuteOf(readAt)) }),
    queues: {
      workers: snapshot.workers,
      failing: tasks.reduce((sum, { failing }) => sum + failing, 0),
      tasks: tasks.map(({ oldest, scheduledAt, ...task }) => ({ ...task, ...(oldest && { oldest }), ...(scheduledAt && { scheduledAt }) })),
    },
  }
}

function presentBank(bank: BookPosition['bank']): NonNullable<Overview['bank']> {
  const [statements, books] = [cents(bank.statements), cents(bank.books)]
  return {
    ...(bank.day !== null && { day: bank.day }),
    accounts: bank.accounts,
    statements,
    books,
    difference: subtract(statements, books),
    terms: [
      { term: 'files-in-flight', amount: cents(bank.filesInFlight), lines: bank.openOrders, open: bank.openFiles },
      { term: 'pay-by-bank-in-flight', amount: cents(bank.payByBankInFlight) },
      { term: 'receipts-unbooked', amount: cents(bank.receiptsUnbooked) },
      { term: 'settled-without-file', amount: cents(bank.settledWithoutFile) },
      { term: 'differences', amount: cents(bank.differences), lines: bank.differenceLines, open: bank.differencesOpen },
      { term: 'statement-sums', amount: cents(bank.statementSums) },
      { term: 'statement-breaks', amount: cents(bank.statementBreaks) },
    ],
    unexplained: cents(bank.unexplained),
  }
}

function presentClearing({ account, items, oldest, ...row }: BookPosition['clearing'][number], now: Date): Overview['clearing'][number] {
  const since = oldest === null ? undefined : new Date(oldest)
  return {
    account,
    items,
    balance: cents(row.balance),
    explained: cents(row.explained),
    difference: cents(row.difference),
    ...(since && { oldest: since }),
    ...clearingRuleOf(account, since, now),
  }
}

function presentExceptions(rows: readonly OpenExceptions[]): Overview['exceptions'] {
  const ages = exceptionAges.map((age, index) => {
    const row = rows.find((one) => one.age === index)
    return { age, open: row?.open ?? 0, sum: cents(row?.sum ?? 0n), overdue: row?.overdue ?? 0 }
  })
  return {
    open: ages.reduce((count, { open }) => count + open, 0),
    sum: add(...ages.map(({ sum }) => sum)),
    overdue: ages.reduce((count, { overdue }) => count + overdue, 0),
    ages: ages.map(({ age, open, sum }) => ({ age, open, sum })),
  }
}

function presentCustomers({ kinds, bank }: BookPosition, report: Snapshot['report']): NonNullable<Overview['customers']> {
  const owed = cents(kinds.filter(({ kind }) => !ownKinds.includes(kind)).reduce((sum, kind) => sum + BigInt(kind.owed), 0n))
  return {
    owed,
    own: subtract(cents(bank.books), owed),
    ...(report && { report: { day: report.day, owed: cents(report.owed), held: cents(report.held), own: cents(report.held - report.owed) } }),
  }
}

/** The sixty minutes before the one that is counted now. */
function presentPayments({ minutes, weekBefore }: Snapshot, minute: Date): NonNullable<Overview['payments']> {
  const answered = (rows: readonly MinuteRow[], at: number) => rows.find((row) => row.minute.getTime() === at)?.answered ?? 0
  const hourOf = (rows: readonly MinuteRow[]) => {
    const total = addUp(rows)
    const medianMs = medianMsOf(total.buckets)
    return { answered: total.answered, refusedShare: total.answered === 0 ? 0 : total.refused / total.answered, ...(medianMs !== undefined && { medianMs }) }
  }
  return {
    minutes: Array.from({ length: 60 }, (_, index) => minute.getTime() - (60 - index) * minuteMs).map((at) => ({
      at: new Date(at),
      answered: answered(minutes, at),
      weekBefore: answered(weekBefore, at - weekMs),
    })),
    hour: hourOf(minutes),
    weekBefore: hourOf(weekBefore),
  }
}
