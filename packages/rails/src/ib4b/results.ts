import type { CalendarDate } from '@nikau/contract/nz-time'
import { type Cents, cents } from '@nikau/money'
import { readDay, readRecords, readWhole, UnreadableFile } from './text.ts'

export type ResultOutcome = 'settled' | 'dishonoured' | 'bounced' | 'reversed'
const outcomes: readonly string[] = ['settled', 'dishonoured', 'bounced', 'reversed'] satisfies ResultOutcome[]

/** The bank's code for why money came back. */
export type ReasonCode = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08'

/** News of one detail of a file: it settled, and perhaps one more line when it came back. */
export interface DetailResult {
  /** Rises with every line of news; the same line has the same number wherever it is read. */
  sequence: bigint
  fileReference: string
  /** The line of the upload file; the first detail is line 2. */
  line: number
  day: CalendarDate
  outcome: ResultOutcome
  reason: ReasonCode | undefined
  amount: Cents
  reference: string
}

/** The results file of one upload file. */
export function readResults(text: string): { bankFileId: string; fileReference: string; processed: boolean; results: DetailResult[] } {
  const { header, details } = readRecords(text, { header: 8, detail: 11, trailer: 2 })
  const [, bankFileId = '', fileReference = '', , , status] = header
  return {
    bankFileId,
    fileReference,
    processed: status === 'processed',
    results: details.map(([, sequence, line, day, outcome, reason, amount, , , , reference]) => ({
      sequence: readWhole(sequence!),
      fileReference,
      line: Number(readWhole(line!)),
      day: readDay(day!),
      outcome: readOutcome(outcome!),
      reason: readReason(reason!),
      amount: cents(readWhole(amount!)),
      reference: reference!,
    })),
  }
}

export function readOutcome(text: string): ResultOutcome {
  if (!outcomes.includes(text)) throw new UnreadableFile('an outcome that is not known')
  return text as ResultOutcome
}

export function readReason(text: string): ReasonCode | undefined {
  if (text === '') return undefined
  if (!/^0[1-8]$/.test(text)) throw new UnreadableFile('a reason that is not known')
  return text as ReasonCode
}
