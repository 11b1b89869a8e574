import { createHash } from 'node:crypto'
import { addBusinessDays } from '@nikau/nz/business-calendar'
import { addDays, type CalendarDate, instantAt } from '@nikau/nz/nz-time'

/** Kinds of ledger accounts that hold our own money, or what others owe us. Of any other kind, what is above zero is owed. */
export const ownKinds: readonly string[] = ['own', 'losses', 'fees', 'gst', 'costs', 'bank clearing']

/** Amounts are cents. `rest` is below zero: what others owe us, which is never set off. */
export interface KindBalance {
  kind: string
  accounts: bigint
  owed: bigint
  rest: bigint
}

/** What a day's report is made of, as read in one snapshot. */
export interface Figures {
  kinds: readonly KindBalance[]
  statements: readonly { account: string; closing: bigint }[]
  /** Direct debits on the statements that their banks may still dishonour, and payments that a bank takes back after it has shown them. */
  mayComeBack: bigint
  /** What the statements show more than anything explains, difference by difference. */
  differences: bigint
  /** Money of partners that is neither booked nor theirs to pay: each has an exception. */
  receiptsInQuestion: bigint
  /** Of the position of our banks. Always zero while the books hold. */
  unexplained: bigint
  /** What the books have at our banks. */
  booksAtBanks: bigint
}

/** Cents as text, in the order of the document. */
export interface Report {
  day: CalendarDate
  asOf: string
  preparedAt: string
  unit: 'nzd.main'
  owed: { classes: { name: string; accounts: string; amount: string }[]; total: string; notSetOff: string }
  held: {
    statements: { account: string; closing: string }[]
    statementTotal: string
    mayComeBack: string
    differences: string
    receiptsInQuestion: string
    unexplained: string
    total: string
  }
  own: string
  coverPercent: string
  books: { atBanks: string; owed: string; own: string }
}

/** The end of an Auckland day: the first moment that is not in it. */
export const endOfDay = (day: CalendarDate): Date => instantAt(addDays(day, 1))

/** From half past three: the statements were read from three on, and what they raise is there. */
export const preparedFrom = (day: CalendarDate): Date => instantAt(addDays(day, 1), 3, 30)

/** Signed by noon of the next business day. */
export const signBy = (day: CalendarDate): Date => instantAt(addBusinessDays(day, 1), 12)

export function toReport(day: CalendarDate, figures: Figures, preparedAt: Date): { report: Report; owed: bigint; held: bigint } {
  const isOwed = ({ kind }: KindBalance) => !ownKinds.includes(kind)
  const classes = figures.kinds.filter((balance) => isOwed(balance) && (balance.owed > 0n || balance.kind === 'wallet' || balance.kind === 'settlement'))
  const owed = sum(classes.map((balance) => balance.owed))
  const statementTotal = sum(figures.statements.map(({ closing }) => closing))
  const { mayComeBack, differences, receiptsInQuestion } = figures
  const unexplained = figures.unexplained < 0n ? -figures.unexplained : figures.unexplained
  const held = statementTotal - mayComeBack - differences - receiptsInQuestion - unexplained
  const report: Report = {
    day,
    asOf: endOfDay(day).toISOString(),
    preparedAt: preparedAt.toISOString(),
    unit: 'nzd.main',
    owed: {
      classes: classes.map(({ kind, accounts, owed: amount }) => ({ name: kind, accounts: String(accounts), amount: String(amount) })),
      total: String(owed),
      notSetOff: String(sum(figures.kinds.filter(isOwed).map(({ rest }) => rest))),
    },
    held: {
      statements: figures.statements.map(({ account, closing }) => ({ account, closing: String(closing) })),
      statementTotal: String(statementTotal),
      mayComeBack: String(mayComeBack),
      differences: String(differences),
      receiptsInQuestion: String(receiptsInQuestion),
      unexplained: String(unexplained),
      total: String(held),
    },
    own: String(held - owed),
    coverPercent: coverPercent(held, owed),
    books: { atBanks: String(figures.booksAtBanks), owed: String(owed), own: String(figures.booksAtBanks - owed) },
  }
  return { report, owed, held }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)

/** With two decimals, cut off: 99.99 never reads 100.00. Nothing owed is covered. */
export function coverPercent(held: bigint, owed: bigint): string {
  if (owed === 0n) return held < 0n ? '0.00' : '100.00'
  const hundredths = held <= 0n ? 0n : (held * 10_000n) / owed
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Keys in order, no spaces: the same report is the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

export const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
