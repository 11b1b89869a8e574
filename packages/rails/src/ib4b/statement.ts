import type { CalendarDate } from '@nikau/contract/nz-time'
import { type Cents, cents } from '@nikau/money'
import { readDay, readRecords, readWhole, UnreadableFile } from './text.ts'

/** BP online payment, DD direct debit, DC direct credit, DH dishonour, RV reversal, BC bounced credit. Banks add others. */
export type LineType = string

/** One line of our account's statement. The other party's name and number are not taken over: nothing here needs them. */
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

/** Reads a statement file and holds the trailer against the lines: a file that was cut or mangled is not believed. */
export function readStatement(text: string): Statement {
  const { header, details, trailer } = readRecords(text, { header: 5, detail: 10, trailer: 5 })
  const lines = details.map(([, transactionId, day, type, amount, , , particulars, code, reference]) => ({
    transactionId: transactionId!,
    day: readDay(day!),
    type: type!,
    amount: cents(readWhole(amount!)),
    particulars: particulars!,
    code: code!,
    reference: reference!,
  }))
  const sum = (wanted: (amount: Cents) => boolean) => lines.reduce((total, { amount }) => (wanted(amount) ? total + amount : total), 0n)
  if (readWhole(trailer[2]!) !== sum((amount) => amount > 0n) || readWhole(trailer[3]!) !== sum((amount) => amount < 0n)) {
    throw new UnreadableFile('the trailer adds up to other sums than the lines')
  }
  const [from, to] = [readDay(header[2]!), readDay(header[3]!)]
  if (lines.some(({ day }) => day < from || day > to)) throw new UnreadableFile('a line is of another day')
  return { from, to, opening: cents(readWhole(header[4]!)), closing: cents(readWhole(trailer[4]!)), lines }
}
