import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page, pageKey, timestamp } from './wire.ts'

/** A change in a business. Nothing in the list can be changed or removed. */
export const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  action: z.string(),
  /** The person or the API key, as a resource name, and the name to show. */
  actor: z.string(),
  actorName: z.string(),
  address: z.optional(z.string()),
  device: z.optional(z.string()),
  subject: z.optional(z.string()),
  subjectName: z.optional(z.string()),
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.optional(z.record(z.string(), z.unknown())),
})
export type AuditEntry = z.output<typeof auditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/audit',
  access: 'person',
  summary: 'List who changed members, limits, payout account, keys, webhooks, settings and schedule, newest first',
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey }),
  answer: page(auditEntry),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})
