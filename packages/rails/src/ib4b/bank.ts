import { type BankAccountNumber } from '@nikau/contract/bank-account-number'
import type { CalendarDate } from '@nikau/contract/nz-time'
import { cents } from '@nikau/money'
import type { Secret } from '@nikau/runtime'
import { z } from 'zod'
import { RailError } from '../error.ts'
import { type DetailResult, readOutcome, readReason, readResults } from './results.ts'
import { readStatement, type Statement } from './statement.ts'
import { fileAccount, UnreadableFile } from './text.ts'

const totalMs = 20_000

export interface BankOptions {
  /** Where this bank's file service answers. */
  url: string
  secret: Secret
  /** Our account there. */
  account: BankAccountNumber
}

/** A file as it is sent, and sent again: the same bytes under the same reference, always. */
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
 * What became of a file. `rejected`: nothing of it was taken, for certain. `conflict`: the bank has something else under this
 * reference. `unknown`: nobody can say; ask again, with the same bytes.
 */
export type Submission =
  | { outcome: 'accepted'; bankFileId: string; processingDay: CalendarDate; finalDay: CalendarDate }
  | { outcome: 'rejected'; reasons: RejectionReason[] }
  | { outcome: 'conflict' }
  | { outcome: 'unknown'; why: string }

const taken = z.object({
  fileId: z.string().min(1).max(100),
  fileReference: z.string(),
  account: z.string(),
  kind: z.enum(['debit', 'credit']),
  processingDay: z.iso.date(),
  finalDay: z.iso.date(),
  count: z.int(),
  total: z.int(),
})
const refused = z.object({ reasons: z.array(z.object({ line: z.int(), field: z.int().nullable(), code: z.string().regex(/^[A-Z_]{1,40}$/) })) })
const found = z.object({ files: z.array(taken) })
const news = z.object({
  results: z.array(
    z.object({
      seq: z.int().positive(),
      fileReference: z.string(),
      line: z.int(),
      day: z.iso.date(),
      outcome: z.string(),
      reasonCode: z.string().nullable(),
      amount: z.int().positive(),
      reference: z.string(),
    }),
  ),
})

/** Sends a file. `again` when it may have been sent before: then the bank is asked first whether it has it. */
export async function submitFile(bank: BankOptions, file: SentFile, options: { again: boolean; signal?: AbortSignal }): Promise<Submission> {
  try {
    if (options.again) {
      const known = await findFile(bank, file, options.signal)
      if (known) return known
    }
    const answer = await call(bank, '/files', { method: 'POST', body: file.bytes, contentType: 'text/plain', signal: options.signal })
    if (answer.status === 200 || answer.status === 202) return acceptance(bank, file, taken.parse(JSON.parse(answer.text)))
    if (answer.status === 409) return { outcome: 'conflict' }
    if (answer.status !== 422) return { outcome: 'unknown', why: `files ${answer.status}` }
    const { reasons } = refused.parse(JSON.parse(answer.text))
    return { outcome: 'rejected', reasons: reasons.map(({ line, field, code }) => ({ line, field: field ?? undefined, code })) }
  } catch (error) {
    return { outcome: 'unknown', why: wordOf(error) }
  }
}

async function findFile(bank: BankOptions, file: SentFile, signal: AbortSignal | undefined): Promise<Submission | undefined> {
  const answer = await call(bank, `/files?reference=${encodeURIComponent(file.reference)}`, { signal })
  if (answer.status !== 200) throw new RailError(`files ${answer.status}`, { retryable: true })
  const { files } = found.parse(JSON.parse(answer.text))
  const ours = files.find(({ fileReference, account }) => fileReference === file.reference && account === fileAccount(bank.account))
  return ours && acceptance(bank, file, ours)
}

/** The bank's yes counts when it repeats what we sent. */
function acceptance(bank: BankOptions, file: SentFile, said: z.output<typeof taken>): Submission {
  const same =
    said.fileReference === file.reference &&
    said.account === fileAccount(bank.account) &&
    said.kind === file.kind &&
    said.count === file.count &&
    BigInt(said.total) === file.total
  return same ? { outcome: 'accepted', bankFileId: said.fileId, processingDay: said.processingDay, finalDay: said.finalDay } : { outcome: 'conflict' }
}

/** What the bank tells of our account. Every call throws a RailError when there is no answer that can be believed. */
export interface BankAccount {
  account: BankAccountNumber
  /** News of all our files after a sequence number, in no particular order. */
  newsAfter(sequence: bigint, signal?: AbortSignal): Promise<DetailResult[]>
  /** All the news of one file. */
  resultsOf(bankFileId: string, signal?: AbortSignal): Promise<DetailResult[]>
  statement(days: { from: CalendarDate; to: CalendarDate }, signal?: AbortSignal): Promise<Statement>
}

export function openBankAccount(bank: BankOptions): BankAccount {
  const read = async <T>(path: string, accept: string, signal: AbortSignal | undefined, understand: (text: string) => T): Promise<T> => {
    try {
      const answer = await call(bank, path, { accept, signal })
      if (answer.status !== 200) throw new RailError(`bank ${answer.status}`, { retryable: true })
      return understand(answer.text)
    } catch (error) {
      throw error instanceof RailError ? error : new RailError(`bank ${wordOf(error)}`, { retryable: true, cause: error })
    }
  }
  const number = fileAccount(bank.account)
  if (number === undefined) throw new RailError('our account number cannot be written in a file', { retryable: false })
  return {
    account: bank.account,
    newsAfter: (sequence, signal) =>
      read(`/results?account=${number}&after=${sequence}`, 'application/json', signal, (text) => news.parse(JSON.parse(text)).results.map(resultOf)),
    resultsOf: (bankFileId, signal) =>
      read(`/files/${encodeURIComponent(bankFileId)}/results`, 'text/csv', signal, (text) => {
        const file = readResults(text)
        if (file.bankFileId !== bankFileId) throw new UnreadableFile('the results of another file')
        return file.results
      }),
    statement: ({ from, to }, signal) =>
      read(`/accounts/${number}/statement?from=${from}&to=${to}`, 'text/csv', signal, (text) => {
        const statement = readStatement(text)
        if (statement.from !== from || statement.to !== to) throw new UnreadableFile('the statement of other days')
        return statement
      }),
  }
}

function resultOf(one: z.output<typeof news>['results'][number]): DetailResult {
  const { seq, fileReference, line, day, reference } = one
  const reason = readReason(one.reasonCode ?? '')
  return { sequence: BigInt(seq), fileReference, line, day, outcome: readOutcome(one.outcome), reason, amount: cents(one.amount), reference }
}

interface Call {
  method?: string
  body?: Buffer
  contentType?: string
  accept?: string
  signal?: AbortSignal | undefined
}

async function call({ url, secret }: BankOptions, path: string, { method = 'GET', body, contentType, accept = 'application/json', signal }: Call) {
  const deadline = AbortSignal.timeout(totalMs)
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${secret.reveal()}`, accept, ...(contentType && { 'content-type': contentType }) },
    ...(body && { body: new Uint8Array(body) }),
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  })
  return { status: response.status, text: await response.text() }
}

/** One word for the log and the row: never what was sent, nor what came back. */
function wordOf(error: unknown): string {
  if (error instanceof RailError || error instanceof UnreadableFile) return error.message
  const { cause, name } = error as { cause?: { code?: string }; name?: string }
  return cause?.code ?? name ?? 'failure'
}
