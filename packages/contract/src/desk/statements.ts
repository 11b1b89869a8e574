import * as z from 'zod/mini'
import { money, page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { operatorName } from './roles.ts'

const count = z.int()
const day = z.iso.date()
const account = z.string().check(z.regex(/^\d{18}$/, 'is not one of our accounts'))

/** `late`: a statement is due and was not compared. `not-compared`: there is nothing to compare, or it is not due. Neither agrees. */
export const statementStatus = z.enum(['agrees', 'differs', 'late', 'not-compared'])

/**
 * Why a day was not compared.
 *   not-due        the bank writes its statement overnight
 *   no-statement   the bank's statement has not been read yet
 *   earlier-day    days are compared in order, and one before it is late
 *   before-first   nothing was expected of the account yet
 */
export const notComparedReasons = ['not-due', 'no-statement', 'earlier-day', 'before-first'] as const

const notCompared = z.object({
  reason: z.enum(notComparedReasons),
  /** When the statement is due. */
  dueAt: z.optional(timestamp),
  /** The day that is waited for, or the first with a statement. */
  day: z.optional(day),
  /** The last attempt to read statements failed and is repeated. */
  isFailing: z.optional(z.boolean()),
})
export type NotCompared = z.output<typeof notCompared>

export const ourAccount = z.object({
  id: account,
  bank: z.string(),
  /** The number, masked. */
  masked: z.string(),
})

const dayStatus = z.object({ account, status: statementStatus, differences: count, notCompared: z.optional(notCompared) })

const readers = {
  access: 'operator',
  roles: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'],
  method: 'GET',
  audit: 'looked',
} as const

export const listStatements = deskEndpoint({
  ...readers,
  path: '/api/desk/statements',
  summary: 'List our bank accounts and how each of ten days compares with its statement, the last due day first',
  query: z.strictObject({
    /** The last day to list. */
    until: z.optional(day),
  }),
  answer: z.object({
    accounts: z.array(ourAccount),
    days: z.array(z.object({ day, statements: z.array(dayStatus) })),
    now: timestamp,
  }),
  refusals: {},
})

/** A number of movements or lines, and their sum. Money in is positive. */
const sum = z.object({ count, sum: money })

export const differenceKinds = ['duplicate', 'missing', 'wrong-amount', 'unknown', 'sum', 'balance'] as const

export const statementDifference = z.object({
  kind: z.enum(differenceKinds),
  /** What it is about: a reference of ours, or the bank's number of the transaction. */
  subject: z.string(),
  type: z.optional(z.string()),
  /** On the statement. */
  line: z.optional(count),
  expected: money,
  shown: money,
  /** By how much the statement has more. */
  difference: money,
  exceptionId: z.optional(z.string()),
  owner: z.optional(operatorName),
  closedAt: z.optional(timestamp),
  /** Operators have explained it with this proposal; it stays. */
  resolvedBy: z.optional(z.string()),
  /** It was recorded with an operator's decision about an order, after the statement was compared. */
  isDecision: z.boolean(),
})
export type StatementDifference = z.output<typeof statementDifference>

export const lineVerdicts = ['matched', 'receipt', 'duplicate', 'wrong-amount', 'unknown'] as const

export const statementLine = z.object({
  number: count,
  type: z.string(),
  amount: money,
  reference: z.string(),
  /** What the payer or we wrote, without codes that prove an account. */
  text: z.string(),
  verdict: z.enum(lineVerdicts),
})
export type StatementLine = z.output<typeof statementLine>

export const statementComparison = z.object({
  fetchedAt: timestamp,
  opening: money,
  closing: money,
  /** The sum of the lines less the change in balance: zero on a statement that is consistent. */
  gap: money,
  /** The closing balance of the statement before. Absent for the first. */
  closingBefore: z.optional(money),
  /** What the bank, and partners who pay us, had reported. */
  expected: sum,
  shown: sum,
  /** Of lines, in the statement's favour. */
  differing: sum,
  /** Expected and differences are what is shown. */
  addsUp: z.boolean(),
  /** By type of line; what partners pay us stands apart. */
  types: z.array(z.object({ type: z.string(), isReceipt: z.boolean(), expected: sum, shown: sum, difference: money })),
  differences: z.array(statementDifference),
})
export type StatementComparison = z.output<typeof statementComparison>

export const getStatement = deskEndpoint({
  ...readers,
  path: '/api/desk/statements/:account/:day',
  summary: 'Get how a day of one of our accounts compares with its statement, as it was compared, and the lines',
  params: z.object({ account, day }),
  query: z.strictObject({ only: z.optional(z.enum(lineVerdicts)), pageKey }),
  subject: 'statement:{day}',
  answer: z.extend(page(statementLine), {
    account: ourAccount,
    day,
    status: statementStatus,
    notCompared: z.optional(notCompared),
    comparison: z.optional(statementComparison),
    /** Lines that the filter leaves, on every page. */
    matching: count,
    now: timestamp,
  }),
  refusals: {},
})
