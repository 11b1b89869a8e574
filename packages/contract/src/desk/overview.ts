import * as z from 'zod/mini'
import { money, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { deskRoles } from './roles.ts'

const count = z.int()
const day = z.string()

/** An invariant of the books that has rows. */
export const brokenInvariant = z.object({
  name: z.string(),
  /** What holds while it has no row. */
  says: z.string(),
  rows: count,
  /** Counting stops at a hundred. */
  moreRows: z.boolean(),
  since: timestamp,
})
export type BrokenInvariant = z.output<typeof brokenInvariant>

export const bankTerms = [
  'files-in-flight',
  'pay-by-bank-in-flight',
  'receipts-unbooked',
  'settled-without-file',
  'differences',
  'statement-sums',
  'statement-breaks',
] as const

/** Statements less books are the sum of the terms and the unexplained rest. */
export const bankPosition = z.object({
  /** The last day with a statement; absent before the first. */
  day: z.optional(day),
  accounts: count,
  statements: money,
  books: money,
  difference: money,
  terms: z.array(z.object({ term: z.enum(bankTerms), amount: money, lines: z.optional(count), open: z.optional(count) })),
  unexplained: money,
})
export type BankPosition = z.output<typeof bankPosition>

/** What brings a clearing account back to zero. */
export const clearingRules = [
  'bank-file',
  'owner-code',
  'send-expiry',
  'request-expiry',
  'sent-back',
  'next-statement',
  'card-advice',
  'issuer-bill',
  'operator',
] as const

export const clearingAccount = z.object({
  account: z.string(),
  balance: money,
  items: count,
  explained: money,
  difference: money,
  oldest: z.optional(timestamp),
  rule: z.enum(clearingRules),
  /** When the oldest item is due, where its rule has a day. */
  by: z.optional(timestamp),
  late: z.boolean(),
})
export type ClearingAccount = z.output<typeof clearingAccount>

export const exceptionAges = ['under-4-hours', 'under-1-day', 'under-3-days', 'over-3-days'] as const

/** A minute, and the same one a week before. Absent: nothing was counted. */
export const paymentMinute = z.object({ at: timestamp, answered: count, weekBefore: count })

/** Shares are of one; the median is absent without answers. */
export const paymentHour = z.object({ answered: count, refusedShare: z.number(), medianMs: z.optional(z.number()) })

export const overview = z.object({
  /** When it was read, by the system's clock. The check and the position have moments of their own. */
  readAt: timestamp,
  /** The same moment by the clock of money, as every other time here. Only where development moves that clock is it another. */
  now: timestamp,
  test: z.boolean(),
  /** `missing`: a sum, an invariant or the bank position is broken. `unknown`: the last check is missing or too old to say. */
  verdict: z.enum(['explained', 'missing', 'unknown']),
  books: z.object({
    /** Of the invariants. */
    checkedAt: z.optional(timestamp),
    /** Of the sums, the bank position, the clearing accounts and the cover. */
    positionAt: z.optional(timestamp),
    units: z.array(z.object({ unit: z.string(), sum: money })),
    postings: count,
    entries: count,
    invariants: count,
    broken: z.array(brokenInvariant),
  }),
  /** Absent in a desk over test money: behind it there is no bank. */
  bank: z.optional(bankPosition),
  clearing: z.array(clearingAccount),
  window: z.object({
    /** The business day whose files requests go into now. */
    day,
    isToday: z.boolean(),
    closesAt: timestamp,
    cutOffAt: timestamp,
    waiting: z.array(z.object({ kind: z.enum(['debit', 'credit']), orders: count, sum: money })),
    /** Of today. */
    files: z.array(
      z.object({
        reference: z.string(),
        kind: z.enum(['debit', 'credit']),
        orders: count,
        total: money,
        state: z.enum(['ready', 'accepted', 'rejected', 'conflict']),
      }),
    ),
  }),
  exceptions: z.object({
    open: count,
    sum: money,
    overdue: count,
    ages: z.array(z.object({ age: z.enum(exceptionAges), open: count, sum: money })),
  }),
  /** What customers and merchants are owed, and our own money beyond it at the banks. */
  customers: z.optional(
    z.object({
      owed: money,
      own: money,
      /** The last safeguarding report. */
      report: z.optional(z.object({ day, owed: money, held: money, own: money })),
    }),
  ),
  /** Counted by the processes that answer. Absent in a desk over test money: the counters do not tell it apart. */
  payments: z.optional(z.object({ minutes: z.array(paymentMinute), hour: paymentHour, weekBefore: paymentHour })),
  queues: z.object({
    /** Pools of workers that are alive. */
    workers: count,
    failing: count,
    tasks: z.array(
      z.object({
        task: z.string(),
        waiting: count,
        /** Since when the oldest has been due. */
        oldest: z.optional(timestamp),
        running: count,
        failing: count,
        /** When its schedule last queued it. */
        scheduledAt: z.optional(timestamp),
      }),
    ),
  }),
})
export type Overview = z.output<typeof overview>

export const getOverview = deskEndpoint({
  access: 'operator',
  roles: deskRoles,
  method: 'GET',
  path: '/api/desk/overview',
  summary: 'Get whether every cent is where it should be, and how we know',
  audit: 'looked',
  answer: overview,
  refusals: {},
})
