import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page, pageKey, timestamp } from './wire.ts'

/** What is recorded. An entry is for ever, so that its `action` stays a string: an older one may say what nothing does any more. */
export const auditActions = [
  'api-key-changed',
  'api-key-created',
  'business-changed',
  'business-submitted',
  'business-went-live',
  'collection-allowed',
  'collection-closed',
  'collection-created',
  'fees-accepted',
  'invitation-removed',
  'invitation-resent',
  'invitation-sent',
  'member-added',
  'member-changed',
  'member-removed',
  'payment-link-closed',
  'payment-link-made',
  'payout-account-change-undone',
  'payout-account-changed',
  'payout-account-confirmed',
  'payout-schedule-changed',
  'refund-limits-changed',
  'shop-added',
  'shop-changed',
  'shop-settings-changed',
  'till-added',
  'till-code-set',
  'till-limits-changed',
  'till-locked',
  'till-paired',
  'till-pairing-code-made',
  'till-renamed',
  'till-switched-off',
  'tokens-given-out',
  'webhook-changed',
] as const
export type AuditAction = (typeof auditActions)[number]

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
  summary: 'List who changed members, limits, payout account, business, shops, keys, webhooks, settings and schedule, and accepted fees, newest first',
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey }),
  answer: page(auditEntry),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})
