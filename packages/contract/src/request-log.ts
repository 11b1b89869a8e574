import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, page, pageKey, timestamp } from './wire.ts'

/** A call that was made with an API key of the account, staff tills left out. Kept for 30 days. */
export const loggedRequest = z.object({
  /** The `X-Request-Id` of its answer. */
  id: z.string(),
  at: timestamp,
  method: z.string(),
  /** With its query, without secrets. */
  path: z.string(),
  status: z.int(),
  /** Why it was refused: the `message` of the answer. */
  refusal: z.optional(z.string()),
  keyName: z.string(),
  test: z.boolean(),
  durationMs: z.int(),
  idempotencyKey: z.optional(z.string()),
  paymentRequestId: z.optional(id),
  externalRef: z.optional(z.string()),
})
export type LoggedRequest = z.output<typeof loggedRequest>

export const loggedRequestDetail = z.extend(loggedRequest, {
  address: z.string(),
  /** What the answer said beside its code about the merchant, such as the `limit` and what is `left` of it. */
  refusalFields: z.optional(z.record(z.string(), z.string())),
  /** What was sent, as JSON, without secrets, codes and card numbers; cut after 16,000 characters. */
  body: z.optional(z.string()),
})
export type LoggedRequestDetail = z.output<typeof loggedRequestDetail>

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/requests',
  access: 'person-or-key',
  summary: 'List the calls of the API keys of an account in the last 30 days, newest first',
  params: z.object({ accountId: id }),
  query: z.strictObject({
    /** A request id, the short code of a payment, an external reference, an idempotency key or the start of a path. */
    search: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    /** `refused`: 4xx, `failed`: 5xx. */
    outcome: z.optional(z.enum(['refused', 'failed'])),
    keyName: z.optional(z.string().check(z.maxLength(64))),
    liveness: z.optional(z.enum(['test', 'live'])),
    pageKey,
  }),
  answer: page(loggedRequest),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/requests/:id',
  access: 'person-or-key',
  summary: 'Get a call that was made with an API key, by its request id',
  params: z.object({ id }),
  answer: loggedRequestDetail,
  refusals: { FORBIDDEN: 403 },
})
