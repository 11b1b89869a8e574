import type { CalendarDate } from '@nikau/nz/nz-time'
import { type Cents, cents } from '@nikau/money'
import { parseDay, parseRecords, parseInteger, UnreadableFile } from './text.ts'

/** BP online payment, DD direct debit, DC direct credit, DH dishonour, RV reversal, BC bounced credit. Banks add others. */
export type LineType = string

/** One line of our account's statement. The other party's name and number are dropped, because nothing needs them. */
export interface StatementLine {
  transactionId: string
  day: CalendarDate
  type: LineType
  /** Money out is negative. */
  amount: Cents
  particulars: string
  code: string
  reference: string
}

export interface Statement {
  from: CalendarDate
  to: CalendarDate
  opening: Cents
  closing: Cents
  lines: StatementLine[]
}

/** Parses a statement file and checks the trailer against the lines, so that a truncated or altered file is refused. */
export function parseStatement(text: string): Statement {
  const { header, details, trailer } = parseRecords(text, { header: 5, detail: 10, trailer: 5 })
  const lines = details.map(([, transactionId, day, type, amount, , , particulars, code, reference]) => ({
    transactionId: transactionId!,
    day: parseDay(day!),
    type: type!,
    amount: cents(parseInteger(amount!)),
    particulars: particulars!,
    code: code!,
    reference: reference!,
  }))
  const sum = (matches: (amount: Cents) => boolean) => lines.reduce((total, { amount }) => (matches(amount) ? total + amount : total), 0n)
  if (parseInteger(trailer[2]!) !== sum((amount) => amount > 0n) || parseInteger(trailer[3]!) !== sum((amount) => amount < 0n)) {
    throw new UnreadableFile('trailer sums differ from the lines')
  }
  const [from, to] = [parseDay(header[2]!), parseDay(header[3]!)]
  if (lines.some(({ day }) => day < from || day > to)) throw new UnreadableFile('line of another day')
  return { from, to, opening: cents(parseInteger(header[4]!)), closing: cents(parseInteger(trailer[4]!)), lines }
}
