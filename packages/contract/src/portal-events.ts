import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, money, timestamp } from './wire.ts'

const ofAccount = z.object({ accountId: id })
/** Of an event: a number as text, higher for each later one. */
const eventId = z.string().check(z.regex(/^\d{1,18}$/, 'is not the id of an event'))

/** `changed`: anything else that happened to a payment, such as a part payment, a capture, or a refund that is on its way. */
export const portalEventKinds = ['paid', 'changed', 'refund-completed', 'cancelled', 'expired'] as const

/**
 * What an open page of the merchant portal is told, without amounts and names: it reads again what it shows. `reset`: events before this
 * id are not sent, so the page loads its lists. A stream without an id to resume from begins with it.
 */
export const portalEvent = z.union([
  z.object({ id: eventId, kind: z.literal('reset') }),
  z.object({ id: eventId, kind: z.enum(portalEventKinds), merchantId: id, paymentRequestId: id, at: timestamp }),
])
export type PortalEvent = z.output<typeof portalEvent>

export const watchPortalEvents = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/events',
  access: 'person',
  summary: 'Stream what happens to the payments of an account, for the shops that the caller may see. Resumes after the id in `after` or Last-Event-ID',
  params: ofAccount,
  query: z.object({ after: z.optional(eventId) }),
  answer: portalEvent,
  refusals: { FORBIDDEN: 403 },
  stream: true,
  /** A page that lost its connection tries again every few seconds. */
  perMinute: 60,
})

/** What a member of a business has to do. */
export const accountTask = z.union([
  /** The bank returned a payout: it is sent again once the account is confirmed or changed. */
  z.object({ kind: z.literal('payout-sent-back'), payoutId: id, amount: money, since: timestamp }),
  /** A bank account for payouts waits for the code on its statement. */
  z.object({ kind: z.literal('payout-account-to-confirm'), bankAccountId: id, number: z.string(), since: timestamp }),
  z.object({ kind: z.literal('webhooks-failing'), webhookId: id, url: z.string(), count: z.int(), lastResult: z.string(), since: timestamp }),
  /** Part of it is paid, and the rest can still be taken. */
  z.object({
    kind: z.literal('part-payment'),
    paymentRequestId: id,
    merchantId: id,
    shortCode: z.string(),
    rest: money,
    since: timestamp,
    expiresAt: timestamp,
  }),
  /** A refund above the limit of whoever asked for it, of the last day: the caller may approve it, or make it. */
  z.object({
    kind: z.literal('refund-waiting'),
    paymentRequestId: id,
    merchantId: id,
    shortCode: z.string(),
    amount: money,
    /** The short name of who asked, while they are a member. */
    askedBy: z.optional(z.string()),
    since: timestamp,
  }),
  /** Tokens that people hold are over within 14 days, the first of them at `endsAt`. */
  z.object({ kind: z.literal('tokens-ending'), collectionId: id, name: z.string(), count: z.int(), endsAt: timestamp }),
])
export type AccountTask = z.output<typeof accountTask>

export const listAccountTasks = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/tasks',
  access: 'person',
  summary: 'List what needs the caller in an account, most pressing first: at most five, and only what their role may do',
  params: ofAccount,
  /** Live money unless it says `test`. */
  query: z.object({ liveness: z.optional(z.enum(['main', 'test'])) }),
  answer: z.array(accountTask),
  refusals: { FORBIDDEN: 403 },
})
