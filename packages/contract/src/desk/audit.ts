import * as z from 'zod/mini'
import { page, pageKey, timestamp } from '../wire.ts'
import { deskEndpoint } from './endpoint.ts'
import { deskRole, operatorName } from './roles.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** `looked` at something, `acted`: proposed, approved or changed something, was `refused`, or signed in, locked or out. */
export const auditKind = z.enum(['looked', 'acted', 'refused', 'sign-in'])
export type AuditKind = z.output<typeof auditKind>

/** One entry of the log. It says which fields were seen, never what was in them. */
export const auditEntry = z.object({
  /** Without a gap from 1. */
  number: z.int(),
  at: timestamp,
  /** Absent for a sign-in of somebody who is no operator. */
  operator: z.optional(operatorName),
  /** As they were then. */
  roles: z.array(deskRole),
  session: z.optional(z.string()),
  kind: auditKind,
  /** Method and path of the call. */
  endpoint: z.string(),
  subject: z.optional(z.string()),
  detail: z.record(z.string(), z.string()),
  reason: z.optional(z.string()),
  /** The code, if it was refused. */
  refusal: z.optional(z.string()),
  /** Hash of the entry before, and its own. */
  previous: hash,
  hash,
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditChain = z.object({
  /** The number and hash of the last entry. */
  entries: z.int(),
  head: hash,
  /** The last anchor outside the database that holds an end of the log. */
  anchoredAt: z.optional(timestamp),
  /** The last check of every hash, and whether all were right. */
  checkedAt: z.optional(timestamp),
  holds: z.optional(z.boolean()),
})

/** Who may read the log, and that reading it is an entry itself. */
const reader = { access: 'operator', roles: ['finance-lead', 'risk', 'compliance', 'admin', 'auditor'], audit: 'looked' } as const

export const listAudit = deskEndpoint({
  ...reader,
  method: 'GET',
  path: '/api/desk/audit',
  summary: 'List what operators looked at and did, newest first',
  query: z.object({
    operator: z.optional(z.string().check(z.maxLength(40))),
    /** Such as `exception:2009`. */
    subject: z.optional(z.string().check(z.maxLength(120))),
    kind: z.optional(auditKind),
    from: z.optional(timestamp),
    until: z.optional(timestamp),
    pageKey,
  }),
  answer: page(auditEntry),
  refusals: {},
})

export const getAuditChain = deskEndpoint({
  ...reader,
  method: 'GET',
  path: '/api/desk/audit/chain',
  summary: 'Get the state of the log: its end, its last anchor, and whether every hash holds',
  answer: auditChain,
  refusals: {},
})
