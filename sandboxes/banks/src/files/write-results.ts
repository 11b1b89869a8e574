import type { AccountNumber } from '../account-number.ts'
import type { Entry } from '../ledger.ts'
import { dishonourReasons } from '../sentinels.ts'
import type { Batch } from './batches.ts'
import type { ShownResult } from './result-faults.ts'

/** Files that the bank writes: comma separated, ASCII, CR LF, like its upload file. */
const records = (lines: (string | number)[][]): string => lines.map((fields) => `${fields.map(plain).join(',')}\r\n`).join('')

/** Drops macrons and other marks and replaces commas by spaces, as bank systems do. */
const plain = (value: string | number): string =>
  String(value)
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replaceAll(',', ' ')

const digits = (account: AccountNumber): string => account.slice(0, 6) + account.slice(7, 14) + (account[15] === '0' ? account.slice(16) : account.slice(15))
const compact = (day: string): string => day.replaceAll('-', '')

export type Statement = { account: AccountNumber; from: string; to: string; opening: number; closing: number; lines: Entry[] }

export const statementFile = ({ account, from, to, opening, closing, lines }: Statement): string =>
  records([
    [1, digits(account), compact(from), compact(to), opening],
    ...lines.map((line) => [
      2,
      line.id,
      compact(line.day),
      line.type,
      line.amount,
      line.otherName,
      digits(line.otherAccount),
      line.particulars,
      line.code,
      line.reference,
    ]),
    [3, lines.length, sum(lines.filter(({ amount }) => amount > 0)), sum(lines.filter(({ amount }) => amount < 0)), closing],
  ])

const sum = (lines: Entry[]): number => lines.reduce((total, { amount }) => total + amount, 0)

export const resultsFile = (batch: Batch, results: ShownResult[]): string =>
  records([
    [1, batch.id, batch.reference, digits(batch.account), batch.kind, batch.status, compact(batch.processingDay), compact(batch.finalDay)],
    ...results.map((result) => [
      2,
      result.seq,
      result.line,
      compact(result.day),
      result.outcome,
      result.reason ?? '',
      result.cents,
      digits(result.account),
      result.particulars,
      result.code,
      result.reference,
    ]),
    [3, results.length],
  ])

export const resultJson = (result: ShownResult) => ({
  seq: result.seq,
  fileId: result.batch,
  fileReference: result.fileReference,
  line: result.line,
  day: result.day,
  outcome: result.outcome,
  reasonCode: result.reason,
  reason: result.reason && (dishonourReasons as Record<string, string | undefined>)[result.reason],
  amount: result.cents,
  account: digits(result.account),
  particulars: result.particulars,
  code: result.code,
  reference: result.reference,
})

export const batchJson = (batch: Batch) => ({
  fileId: batch.id,
  fileReference: batch.reference,
  account: digits(batch.account),
  kind: batch.kind,
  status: batch.status,
  receivedAt: batch.receivedAt,
  dueDay: batch.dueDay,
  processingDay: batch.processingDay,
  finalDay: batch.finalDay,
  count: batch.count,
  total: batch.totalCents,
})

export const statementJson = (statement: Statement) => ({
  account: digits(statement.account),
  from: statement.from,
  to: statement.to,
  opening: statement.opening,
  closing: statement.closing,
  lines: statement.lines.map((line) => ({
    transactionId: line.id,
    day: line.day,
    type: line.type,
    amount: line.amount,
    otherName: line.otherName,
    otherAccount: digits(line.otherAccount),
    particulars: line.particulars,
    code: line.code,
    reference: line.reference,
  })),
})
