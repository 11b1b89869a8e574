import * as z from 'zod/mini'
import { money, page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { exceptionGroups, exceptionKinds } from './exception-kinds.ts'
import { actRefusals } from './proposals.ts'
import { deskRole, operatorName } from './roles.ts'

/** The number of an exception. */
const exceptionId = z.string().check(z.regex(/^\d{1,18}$/, 'is not a number'))
const note = z.string().check(z.trim(), z.minLength(3), z.maxLength(2000))

/** Due soon from 75 % of its time. */
export const ageState = z.enum(['in-time', 'due-soon', 'overdue'])

/** Where it stands, the most telling first. */
export const standing = z.object({
  kind: z.enum(['closed', 'second-person', 'noted', 'closes-by-payment', 'closes-itself', 'to-do']),
  at: z.optional(timestamp),
  /** The beginning of the last note. */
  note: z.optional(z.string()),
  /** The act that waits for a second person. */
  act: z.optional(z.string()),
  proposalId: z.optional(z.string()),
})
export type Standing = z.output<typeof standing>

export const exceptionRow = z.object({
  id: z.string(),
  kind: z.enum(exceptionKinds),
  group: z.enum(exceptionGroups),
  /** What it is about: a reference, a request, a file. No personal data. */
  subject: z.string(),
  amount: z.optional(money),
  unit: z.optional(z.string()),
  openedAt: timestamp,
  /** By when it is to be resolved. */
  targetAt: timestamp,
  age: ageState,
  closedAt: z.optional(timestamp),
  /** Who took it on last. */
  owner: z.optional(operatorName),
  standing,
})
export type ExceptionRow = z.output<typeof exceptionRow>

const sum = z.object({ count: z.int(), sum: money })

export const exceptionTotals = z.object({
  open: sum,
  withoutOwner: z.int(),
  mine: z.int(),
  overdue: z.int(),
  secondPerson: sum,
  /** Since midnight in Auckland; the median of how long they were open, in seconds. */
  closedToday: z.object({ count: z.int(), medianSeconds: z.optional(z.int()) }),
  /** Open ones by group. */
  groups: z.record(z.string(), z.int()),
})
export type ExceptionTotals = z.output<typeof exceptionTotals>

const readers = { access: 'operator', roles: ['operations', 'finance', 'finance-lead', 'risk', 'compliance', 'auditor'] } as const

export const listExceptions = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/exceptions',
  summary: 'List exceptions: open ones oldest first, closed ones by when they were closed, the last first',
  query: z.strictObject({
    kind: z.optional(z.enum(exceptionKinds)),
    group: z.optional(z.enum(exceptionGroups)),
    /** `me`, `nobody` or the id of an operator. */
    owner: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9.-]{1,39}$/))),
    age: z.optional(ageState),
    state: z.optional(z.enum(['open', 'closed', 'waiting'])),
    pageKey,
  }),
  audit: 'looked',
  answer: z.extend(page(exceptionRow), {
    /** All that the filters leave, on every page. */
    matching: sum,
    totals: exceptionTotals,
    /** The oldest open one that nobody or the caller has taken on. */
    nextId: z.optional(z.string()),
    now: timestamp,
  }),
  refusals: {},
})

export const evidenceFields = [
  'reference',
  'amount',
  'orders',
  'day',
  'type',
  'state',
  'statement-text',
  'bank-reference',
  'account',
  'opening',
  'closing',
  'reason',
  'when',
] as const

/** What a source says of a field. `code` is a name of the product or the bank, `text` is words. */
export const evidenceValue = z.discriminatedUnion('type', [
  z.object({ type: z.literal('money'), value: money }),
  z.object({ type: z.literal('day'), value: z.iso.date() }),
  z.object({ type: z.literal('time'), value: timestamp }),
  z.object({ type: z.literal('code'), value: z.string() }),
  z.object({ type: z.literal('text'), value: z.string() }),
])
export type EvidenceValue = z.output<typeof evidenceValue>

/** Up to three sources beside one another. */
export const evidence = z.object({
  sources: z.array(
    z.object({
      source: z.enum([
        'our-order',
        'our-file',
        'our-payment',
        'our-transfer',
        'our-record',
        'our-books',
        'bank-result',
        'bank-answer',
        'statement',
        'earlier-statement',
        'company-answer',
        'advice',
        'receipt',
        'report',
      ]),
      /** The bank or company that says it, if it is not us. */
      by: z.optional(z.string()),
      /** Such as the line of a file or statement. */
      record: z.optional(z.string()),
      /** When it was received or recorded. */
      at: z.optional(timestamp),
      /** Nothing of it is known, or nothing has come. */
      missing: z.optional(z.literal(true)),
    }),
  ),
  fields: z.array(
    z.object({
      field: z.enum(evidenceFields),
      /** One for each source; null where it says nothing of it. */
      values: z.array(z.nullable(evidenceValue)),
      differs: z.boolean(),
    }),
  ),
})
export type Evidence = z.output<typeof evidence>

/** A part of an act's content. What can be derived from the exception has its value. */
export const actField = z.object({
  name: z.string(),
  input: z.enum(['fixed', 'text', 'amount', 'account', 'choice', 'yes-no', 'payee', 'differences', 'lines']),
  value: z.optional(z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  options: z.optional(z.array(z.string())),
  optional: z.optional(z.literal(true)),
})
export type ActField = z.output<typeof actField>

export const offeredAct = z.object({
  act: z.string(),
  /** A role of the caller may propose it, or do it where nobody has to agree. */
  may: z.boolean(),
  /** Whether money moves: not at all, between accounts of the books, or out to a bank account. */
  money: z.enum(['none', 'books', 'out']),
  /** The roles of each who has to agree, by the amount of the exception. */
  needs: z.array(z.array(deskRole)),
  needsEvidence: z.boolean(),
  needsPasskey: z.boolean(),
  fields: z.array(actField),
})
export type OfferedAct = z.output<typeof offeredAct>

export const exceptionEvent = z.object({
  event: z.enum(['raised', 'taken', 'noted', 'proposed', 'approved', 'declined', 'closed']),
  at: timestamp,
  /** Nobody: the product by itself. */
  by: z.optional(operatorName),
  /** The job or call that raised it. */
  job: z.optional(z.string()),
  note: z.optional(z.string()),
  act: z.optional(z.string()),
  amount: z.optional(money),
  proposalId: z.optional(z.string()),
})
export type ExceptionEvent = z.output<typeof exceptionEvent>

export const relatedKinds = [
  'payment-request',
  'payment',
  'transfer',
  'file',
  'account',
  'wallet',
  'bank-account',
  'merchant',
  'bill',
  'advice',
  'asset-transfer',
  'posting',
] as const

export const exceptionDetail = z.extend(exceptionRow, {
  /** Who is affected while it is open. */
  affects: z.enum(['nobody', 'us', 'customer', 'payer', 'merchant', 'issuer', 'customers']),
  evidence,
  history: z.array(exceptionEvent),
  related: z.array(z.object({ kind: z.enum(relatedKinds), id: z.string() })),
  /** The safest first. */
  acts: z.array(offeredAct),
  /** Open differences of the same account, which may explain it. What each adds to what the statements hold beyond the books. */
  differences: z.array(z.object({ id: z.string(), kind: z.enum(exceptionKinds), day: z.iso.date(), subject: z.string(), excess: money })),
  /** How many of this kind there were before it. */
  seenBefore: z.int(),
})
export type ExceptionDetail = z.output<typeof exceptionDetail>

export const getException = deskEndpoint({
  ...readers,
  method: 'GET',
  path: '/api/desk/exceptions/:id',
  summary: 'Get an exception with its evidence, its history and the acts that resolve it',
  params: z.object({ id: exceptionId }),
  subject: 'exception:{id}',
  audit: 'looked',
  answer: z.object({ exception: exceptionDetail, now: timestamp }),
  refusals: {},
})

const recording = {
  access: 'operator',
  roles: ['operations', 'finance', 'finance-lead', 'risk'],
  params: z.object({ id: exceptionId }),
  subject: 'exception:{id}',
  audit: 'acted',
  answer: z.object({ exception: exceptionDetail, now: timestamp }),
  refusals: actRefusals,
} as const
/** The key is chosen for one act and kept across retries. */
const key = z.uuid()

/** The note of an exception that is taken on without one. */
export const takenOnNote = 'Taken on'

export const takeException = deskEndpoint({
  ...recording,
  method: 'POST',
  path: '/api/desk/exceptions/:id/take',
  summary: 'Take an exception on',
  body: z.object({ key, note: z._default(note, takenOnNote) }),
})

export const noteException = deskEndpoint({
  ...recording,
  method: 'POST',
  path: '/api/desk/exceptions/:id/notes',
  summary: 'Note something on an exception, for ever',
  body: z.object({ key, note }),
})

export const closeException = deskEndpoint({
  ...recording,
  roles: ['operations', 'finance', 'finance-lead'],
  method: 'POST',
  path: '/api/desk/exceptions/:id/close',
  summary: 'Close an exception with a note. From $500.00 it has to be proposed',
  body: z.object({ key, note }),
})
