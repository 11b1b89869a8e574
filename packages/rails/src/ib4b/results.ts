import type { CalendarDate } from '@nikau/nz/nz-time'
import { type Cents, cents } from '@nikau/money'
import { parseDay, parseRecords, parseInteger, UnreadableFile } from './text.ts'

export type ResultOutcome = 'settled' | 'dishonoured' | 'bounced' | 'reversed'
const outcomes: readonly string[] = ['settled', 'dishonoured', 'bounced', 'reversed'] satisfies ResultOutcome[]

/** The bank's reason code for a return. */
export type ReasonCode = '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08'

/** A result for one detail of a file: a settlement, or a return. */
export interface DetailResult {
  /** Increases with every result; the same result has the same number in the feed and in the file. */
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
export function parseResults(text: string): { bankFileId: string; fileReference: string; processed: boolean; results: DetailResult[] } {
  const { header, details } = parseRecords(text, { header: 8, detail: 11, trailer: 2 })
  const [, bankFileId = '', fileReference = '', , , status] = header
  return {
    bankFileId,
    fileReference,
    processed: status === 'processed',
    results: details.map(([, sequence, line, day, outcome, reason, amount, , , , reference]) => ({
      sequence: parseInteger(sequence!),
      fileReference,
      line: Number(parseInteger(line!)),
      day: parseDay(day!),
      outcome: parseOutcome(outcome!),
      reason: parseReason(reason!),
      amount: cents(parseInteger(amount!)),
      reference: reference!,
    })),
  }
}

export function parseOutcome(text: string): ResultOutcome {
  if (!outcomes.includes(text)) throw new UnreadableFile('unknown outcome')
  return text as ResultOutcome
}

export function parseReason(text: string): ReasonCode | undefined {
  if (text === '') return undefined
  if (!/^0[1-8]$/.test(text)) throw new UnreadableFile('unknown reason code')
  return text as ReasonCode
}
