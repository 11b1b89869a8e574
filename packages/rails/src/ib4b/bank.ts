import { type BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { CalendarDate } from '@nikau/nz/nz-time'
import { cents } from '@nikau/money'
import type { Secret } from '@nikau/runtime'
import { z } from 'zod'
import { RailError } from '../error.ts'
import { type DetailResult, parseOutcome, parseReason, parseResults, readEach, type ResultsRead } from './results.ts'
import { parseStatement, type Statement } from './statement.ts'
import { fileAccount, UnreadableFile } from './text.ts'

const timeoutMs = 20_000

export interface BankOptions {
  /** The address of the bank's file service. */
  url: string
  secret: Secret
  /** Our account there. */
  account: BankAccountNumber
}

/** A file to submit. A resubmission has the same bytes under the same reference. */
export interface SentFile {
  kind: 'debit' | 'credit'
  reference: string
  bytes: Buffer
  count: number
  total: bigint
}

export interface RejectionReason {
  /** Of the upload file; the header is 1. */
  line: number
  field: number | undefined
  code: string
}

/**
 * The outcome of a submission. `rejected`: the bank processed nothing of it. `conflict`: the bank has a different file under this
 * reference. `unknown`: submit again with the same bytes.
 */
export type Submission =
  | { outcome: 'accepted'; bankFileId: string; processingDay: CalendarDate; finalDay: CalendarDate }
  | { outcome: 'rejected'; reasons: RejectionReason[] }
  | { outcome: 'conflict' }
  | { outcome: 'unknown'; reason: string }

const acceptedFile = z.object({
  fileId: z.string().min(1).max(100),
  fileReference: z.string(),
  account: z.string(),
  kind: z.enum(['debit', 'credit']),
  processingDay: z.iso.date(),
  finalDay: z.iso.date(),
  count: z.int(),
  total: z.int(),
})
const rejectedFile = z.object({ reasons: z.array(z.object({ line: z.int(), field: z.int().nullable(), code: z.string().regex(/^[A-Z_]{1,40}$/) })) })
const fileList = z.object({ files: z.array(acceptedFile) })
const resultList = z.object({ results: z.array(z.unknown()) })
const feedResult = z.object({
  seq: z.int().positive(),
  fileReference: z.string(),
  line: z.int(),
  day: z.iso.date(),
  outcome: z.string(),
  reasonCode: z.string().nullable(),
  amount: z.int().positive(),
  reference: z.string(),
})

/** Sends a file. With `resubmit`, because it may have been sent before, the bank is asked first whether it has it. */
export async function submitFile(bank: BankOptions, file: SentFile, options: { resubmit: boolean; signal?: AbortSignal }): Promise<Submission> {
  try {
    if (options.resubmit) {
      const existing = await findFile(bank, file, options.signal)
      if (existing) return existing
    }
    const response = await call(bank, '/files', { method: 'POST', body: file.bytes, contentType: 'text/plain', signal: options.signal })
    if (response.status === 200 || response.status === 202) return toSubmission(bank, file, acceptedFile.parse(JSON.parse(response.text)))
    if (response.status === 409) return { outcome: 'conflict' }
    if (response.status !== 422) return { outcome: 'unknown', reason: `files ${response.status}` }
    const { reasons } = rejectedFile.parse(JSON.parse(response.text))
    return { outcome: 'rejected', reasons: reasons.map(({ line, field, code }) => ({ line, field: field ?? undefined, code })) }
  } catch (error) {
    return { outcome: 'unknown', reason: errorCode(error) }
  }
}

async function findFile(bank: BankOptions, file: SentFile, signal: AbortSignal | undefined): Promise<Submission | undefined> {
  const response = await call(bank, `/files?reference=${encodeURIComponent(file.reference)}`, { signal })
  if (response.status !== 200) throw new RailError(`files ${response.status}`, { retryable: true })
  const { files } = fileList.parse(JSON.parse(response.text))
  const ours = files.find(({ fileReference, account }) => fileReference === file.reference && account === fileAccount(bank.account))
  return ours && toSubmission(bank, file, ours)
}

/** The acceptance counts only if it repeats what we sent. */
function toSubmission(bank: BankOptions, file: SentFile, accepted: z.output<typeof acceptedFile>): Submission {
  const isSame =
    accepted.fileReference === file.reference &&
    accepted.account === fileAccount(bank.account) &&
    accepted.kind === file.kind &&
    accepted.count === file.count &&
    BigInt(accepted.total) === file.total
  return isSame
    ? { outcome: 'accepted', bankFileId: accepted.fileId, processingDay: accepted.processingDay, finalDay: accepted.finalDay }
    : { outcome: 'conflict' }
}

/** What the bank reports about our account. Every call throws a RailError when the response is missing; a statement also when it is invalid. */
export interface BankAccount {
  account: BankAccountNumber
  /** Results of all our files after a sequence number, in no particular order. */
  resultsAfter(sequence: bigint, signal?: AbortSignal): Promise<ResultsRead>
  /** All results of one file. */
  resultsOf(bankFileId: string, signal?: AbortSignal): Promise<ResultsRead>
  statement(days: { from: CalendarDate; to: CalendarDate }, signal?: AbortSignal): Promise<Statement>
}

export function openBankAccount(bank: BankOptions): BankAccount {
  const read = async <T>(path: string, accept: string, signal: AbortSignal | undefined, parse: (text: string) => T): Promise<T> => {
    try {
      const response = await call(bank, path, { accept, signal })
      if (response.status !== 200) throw new RailError(`bank ${response.status}`, { retryable: true })
      return parse(response.text)
    } catch (error) {
      throw error instanceof RailError ? error : new RailError(`bank ${errorCode(error)}`, { retryable: true, cause: error })
    }
  }
  const number = fileAccount(bank.account)
  if (number === undefined) throw new RailError('the file format cannot express our account number', { retryable: false })
  return {
    account: bank.account,
    resultsAfter: (sequence, signal) =>
      read(`/results?account=${number}&after=${sequence}`, 'application/json', signal, (text) => orUnreadable(() => parseFeed(text))),
    resultsOf: (bankFileId, signal) =>
      read(`/files/${encodeURIComponent(bankFileId)}/results`, 'text/csv', signal, (text) =>
        orUnreadable(() => {
          const file = parseResults(text)
          if (file.bankFileId !== bankFileId) throw new UnreadableFile('results of another file')
          return file
        }),
      ),
    statement: ({ from, to }, signal) =>
      read(`/accounts/${number}/statement?from=${from}&to=${to}`, 'text/csv', signal, (text) => {
        const statement = parseStatement(text)
        if (statement.from !== from || statement.to !== to) throw new UnreadableFile('statement of other days')
        return statement
      }),
  }
}

/** An answer that is not in the format at all: no result of it can be used. */
function orUnreadable(parse: () => ResultsRead): ResultsRead {
  try {
    const { results, unreadable } = parse()
    return { results, unreadable }
  } catch (error) {
    return { results: [], unreadable: [{ record: 0, rule: errorCode(error) }] }
  }
}

function parseFeed(text: string): ResultsRead {
  const list = resultList.safeParse(JSON.parse(text))
  if (!list.success) throw new UnreadableFile('not a list of results')
  return readEach(list.data.results, toResult)
}

function toResult(record: unknown): DetailResult {
  const result = feedResult.safeParse(record).data
  if (!result) throw new UnreadableFile('a field is missing or malformed')
  const { seq, fileReference, line, day, reference } = result
  const reason = parseReason(result.reasonCode ?? '')
  return { sequence: BigInt(seq), fileReference, line, day, outcome: parseOutcome(result.outcome), reason, amount: cents(result.amount), reference }
}

interface Call {
  method?: string
  body?: Buffer
  contentType?: string
  accept?: string
  signal?: AbortSignal | undefined
}

async function call({ url, secret }: BankOptions, path: string, { method = 'GET', body, contentType, accept = 'application/json', signal }: Call) {
  const deadline = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${secret.reveal()}`, accept, ...(contentType && { 'content-type': contentType }) },
    ...(body && { body: new Uint8Array(body) }),
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  })
  return { status: response.status, text: await response.text() }
}

/** An error code for the log and the database: nothing that was sent or received. */
function errorCode(error: unknown): string {
  if (error instanceof RailError || error instanceof UnreadableFile) return error.message
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'failure'
}
