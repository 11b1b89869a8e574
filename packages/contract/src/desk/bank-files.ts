import * as z from 'zod/mini'
import { money, page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { exceptionKinds } from './exception-kinds.ts'

const count = z.int()
const day = z.iso.date()

/** A file is named by its reference, which the bank knows too: kind, day of its window, number in it. */
const fileId = z.string().check(z.regex(/^[A-Z0-9-]{1,12}$/, 'is not the reference of a file'))

const fileKind = z.enum(['debit', 'credit'])
const fileState = z.enum(['ready', 'accepted', 'rejected', 'conflict'])

/**
 * What became of orders: the bank has moved the money (`settled`), has returned it (`came-back`) or says nothing yet (`silent`). `refused` ones
 * failed without it, `replaced` ones went out in another file.
 */
export const orderOutcomes = ['settled', 'came-back', 'silent', 'refused', 'replaced'] as const
export const orderOutcome = z.enum(orderOutcomes)
export type OrderOutcome = z.output<typeof orderOutcome>

export const bankFile = z.object({
  id: fileId,
  kind: fileKind,
  /** Of its window. */
  day,
  orders: count,
  total: money,
  state: fileState,
  /** What became of its orders, those that there are. */
  parts: z.array(z.object({ outcome: orderOutcome, orders: count, sum: money })),
  /** The orders add up to the count and the total that were sent. */
  addsUp: z.boolean(),
  builtAt: timestamp,
  acceptedAt: z.optional(timestamp),
  /** The last day on which orders may come back. */
  finalDay: z.optional(day),
  clearedAt: z.optional(timestamp),
  /** What the bank said of a file that it did not take. */
  rejection: z.optional(z.string()),
  /** Open exceptions about it and its orders. */
  exceptions: count,
  /** The open exception about the file itself, which has the acts that resolve it, and the proposal that waits for a second person. */
  waiting: z.optional(z.object({ exceptionId: z.string(), proposalId: z.optional(z.string()) })),
})
export type BankFile = z.output<typeof bankFile>

export const bankFileDay = z.object({
  day,
  closedAt: timestamp,
  /** Every order of the window is in a file. */
  isComplete: z.boolean(),
  files: z.array(bankFile),
})
export type BankFileDay = z.output<typeof bankFileDay>

const readers = { access: 'operator', roles: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'] } as const

export const listBankFiles = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/bank-files',
  summary: 'List the windows with their files, the last day first',
  query: z.strictObject({ pageKey }),
  audit: 'looked',
  answer: z.extend(page(bankFileDay), {
    /** Absent in a desk over test money: behind it there is no bank. */
    window: z.optional(
      z.object({
        /** The business day whose files requests go into now. */
        day,
        isToday: z.boolean(),
        closesAt: timestamp,
        waiting: z.array(z.object({ kind: fileKind, orders: count, sum: money })),
        /** When statements were last compared and files last cleared, if that was today. */
        comparedAt: z.optional(timestamp),
        clearedAt: z.optional(timestamp),
      }),
    ),
    now: timestamp,
  }),
  refusals: {},
})

export const courseSteps = ['built', 'accepted', 'rejected', 'conflict', 'processed', 'may-come-back', 'cleared'] as const

export const fileLine = z.object({
  line: count,
  reference: z.string(),
  amount: money,
  state: z.enum(['sent', 'at-bank', 'done', 'failed', 'reversed', 'refused', 'replaced']),
  /** The bank account of the customer or payee, masked. */
  payer: z.optional(z.string()),
  /** The last that the bank has reported. `reason` is a word of ours for its code, or the code. */
  result: z.optional(z.object({ outcome: z.enum(['settled', 'dishonoured', 'bounced', 'reversed']), reason: z.optional(z.string()), day })),
  exceptions: z.array(z.object({ id: z.string(), kind: z.enum(exceptionKinds), isOpen: z.boolean() })),
})
export type FileLine = z.output<typeof fileLine>

/** `exceptions`: lines with one, open or closed. */
export const lineFilters = [...orderOutcomes, 'exceptions'] as const

export const bankFileDetail = z.extend(bankFile, {
  /** Our bank and our account there, masked. */
  bank: z.string(),
  account: z.string(),
  dueDay: day,
  attempts: count,
  /** How many earlier files with the same orders were rejected. */
  generation: count,
  /** The bank's own number of the file. */
  bankFileId: z.optional(z.string()),
  /** Where the file is on its way, step by step: `at` where there is a moment, `day` where there is only a day. */
  course: z.array(
    z.object({
      step: z.enum(courseSteps),
      state: z.enum(['done', 'now', 'next', 'failed']),
      at: z.optional(timestamp),
      day: z.optional(day),
    }),
  ),
  /** Other files that have had some of its orders. */
  related: z.array(z.object({ id: fileId, generation: count })),
  /** SHA-256 and length of the bytes as they were built. Absent for files of before they were kept. */
  digest: z.optional(z.string()),
  size: z.optional(count),
  /** Lines with an exception, open or closed. */
  linesWithException: count,
})
export type BankFileDetail = z.output<typeof bankFileDetail>

export const getBankFile = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/bank-files/:id',
  summary: 'Get a file with its course and its lines',
  params: z.object({ id: fileId }),
  query: z.strictObject({ only: z.optional(z.enum(lineFilters)), pageKey }),
  subject: 'bank-file:{id}',
  audit: 'looked',
  answer: z.extend(page(fileLine), {
    file: bankFileDetail,
    /** Lines that the filter leaves, on every page. */
    matching: count,
    now: timestamp,
  }),
  refusals: {},
})

/** The roles that may see full bank account numbers. */
export const revealBankFile = deskEndpoint({
  access: 'operator',
  roles: ['operations', 'risk', 'compliance'],
  method: 'POST',
  path: '/api/desk/bank-files/:id/bytes',
  summary: 'Open the bytes of a file, with names and account numbers, for a reason that is kept',
  params: z.object({ id: fileId }),
  body: z.object({ reason: z._default(z.string().check(z.trim(), z.maxLength(500)), '') }),
  subject: 'bank-file:{id}',
  audit: 'looked',
  stepUp: 'always',
  perMinute: 10,
  answer: z.object({
    /** Latin-1, as the bank reads it. */
    content: z.string(),
    size: count,
    /** SHA-256 of these bytes. */
    digest: z.string(),
    /** It is the one that was kept when the file was built. Absent where none was kept. */
    isKept: z.optional(z.boolean()),
    /** The number of the entry in the audit log. */
    entry: count,
    /** The page hides them then. */
    until: timestamp,
  }),
  refusals: { REASON_REQUIRED: 400 },
})
