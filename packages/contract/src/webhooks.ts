import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paymentActivity } from './payment-activities.ts'
import { id, moment, page, pageKey } from './wire.ts'

/** What a merchant's server is told about, and the log of the telling. */

export const webhookTypes = ['payment-request:paid', 'payment-request:refund-completed', 'payment-request:cancelled', 'payment-request:expired'] as const
export type WebhookType = (typeof webhookTypes)[number]

/**
 * The body that is sent. `id` names the notification for ever: it comes at least once, so the receiver drops what it has seen.
 * `sequence` counts per endpoint without a gap, in the order in which things happened.
 */
export const webhookNotification = z.object({
  id: z.string(),
  type: z.enum(webhookTypes),
  sequence: z.int(),
  data: paymentActivity,
  accountId: id,
  test: z.boolean(),
  createdAt: moment,
})
export type WebhookNotification = z.output<typeof webhookNotification>

export const webhookEndpoint = z.object({
  id,
  accountId: id,
  url: z.string(),
  enabled: z.boolean(),
  /** The key that signs from now on; the one before it stays published for a day after a rotation. */
  keyId: z.string(),
  jwksUrl: z.string(),
  version: z.int(),
  createdAt: moment,
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

const ofAccount = z.object({ accountId: id })
const ofEndpoint = z.object({ accountId: id, webhookId: id })
const url = z.string().check(z.minLength(1), z.maxLength(2048))

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks',
  access: 'person-or-key',
  summary: 'Asks to be told of what happens to the account’s payment requests, at an https address that anyone can reach',
  params: ofAccount,
  body: z.strictObject({ url }),
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403, WEBHOOK_URL_INVALID: 403, WEBHOOK_LIMIT_EXCEEDED: 403 },
  perMinute: 30,
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/webhooks',
  access: 'person-or-key',
  summary: 'Where the account is told',
  params: ofAccount,
  answer: z.array(webhookEndpoint),
  refusals: { FORBIDDEN: 403 },
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/webhooks/:webhookId',
  access: 'person-or-key',
  summary: 'Moves an endpoint, or switches it off or on; what happens while it is off is not told later',
  params: ofEndpoint,
  body: z
    .strictObject({ url: z.optional(url), enabled: z.optional(z.boolean()) })
    .check(z.refine((body) => body.url !== undefined || body.enabled !== undefined, { message: 'url or enabled is required' })),
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403, WEBHOOK_URL_INVALID: 403 },
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/rotate',
  access: 'person-or-key',
  summary: 'Gives an endpoint a new signing key, at once',
  params: ofEndpoint,
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403 },
  perMinute: 10,
})

export const webhookDelivery = z.object({
  /** The notification's id. */
  id: z.string(),
  type: z.enum(webhookTypes),
  sequence: z.int(),
  paymentRequestId: id,
  activityNumber: z.int(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** What the last attempt met: a status of the receiver, or why there was none. */
  lastResult: z.optional(z.string()),
  createdAt: moment,
  deliveredAt: z.optional(moment),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/webhooks/:webhookId/deliveries',
  access: 'person-or-key',
  summary: 'What was told to an endpoint and how that went, newest first',
  params: ofEndpoint,
  query: z.strictObject({ pageKey }),
  answer: page(webhookDelivery),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId/resend',
  access: 'person-or-key',
  summary: 'Tells something once more, under the same id',
  params: z.object({ accountId: id, webhookId: id, deliveryId: id }),
  answer: webhookDelivery,
  refusals: { FORBIDDEN: 403 },
  perMinute: 60,
})
