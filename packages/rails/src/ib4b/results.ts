import type { CalendarDate } from '@nikau/nz/nz-time'
import { type Cents, cents } from '@nikau/money'
import { parseDay, parseRecords, parseInteger, UnreadableFile } from './text.ts'

export type ResultOutcome = 'settled' | 'dishonoured' | 'bounced' | 'reversed'
const outcomes: readonly string[] = ['settled', 'dishonoured', 'bounced', 'reversed'] satisfies ResultOutcome[]

/** The reason codes for a return that the format defines. A bank may use others. */
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
  /** A reason code, or one that we do not know: the return itself is certain. */
  reason: string | undefined
  amount: Cents
  reference: string
}

/** Records that cannot be read do not hide the others. `record` counts from 1; 0 is the whole answer. */
export interface ResultsRead {
  results: DetailResult[]
  unreadable: { record: number; rule: string }[]
}

/** The results file of one upload file. Throws when it is not one. */
export function parseResults(text: string): { bankFileId: string; fileReference: string; processed: boolean } & ResultsRead {
  const { header, details } = parseRecords(text, { header: 8, detail: 11, trailer: 2 })
  const [, bankFileId = '', fileReference = '', , , status] = header
  const read = readEach(details, ([, sequence, line, day, outcome, reason, amount, , , , reference]) => ({
    sequence: parseInteger(sequence!),
    fileReference,
    line: Number(parseInteger(line!)),
    day: parseDay(day!),
    outcome: parseOutcome(outcome!),
    reason: parseReason(reason!),
    amount: cents(parseInteger(amount!)),
    reference: reference!,
  }))
  return { bankFileId, fileReference, processed: status === 'processed', ...read }
}

/** Reads each record on its own. */
export function readEach<Record>(records: readonly Record[], parse: (record: Record) => DetailResult): ResultsRead {
  const read: ResultsRead = { results: [], unreadable: [] }
  for (const [place, record] of records.entries()) {
    try {
      read.results.push(parse(record))
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      read.unreadable.push({ record: place + 1, rule: error.message })
    }
  }
  return read
}

export function parseOutcome(text: string): ResultOutcome {
  if (!outcomes.includes(text)) throw new UnreadableFile('unknown outcome')
  return text as ResultOutcome
}

export function parseReason(text: string): string | undefined {
  if (text === '') return undefined
  if (!/^[0-9A-Z]{1,4}$/.test(text)) throw new UnreadableFile('malformed reason code')
  return text
}
