import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentActivity } from './payment-activities.ts'
import { paymentStatuses } from './payment-status.ts'
import { id, timestamp, page, pageKey } from './wire.ts'

/** Webhook endpoints of a merchant account and their delivery log. */

export const webhookTypes = [
  'payment-request:paid',
  'payment-request:refund-completed',
  'payment-request:cancelled',
  'payment-request:expired',
  'connection:ended',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** What is sent: the events, and the test event that an endpoint is asked to show. */
export const notificationTypes = [...webhookTypes, 'webhook:test'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** A test event, which is about nothing. */
export const testEvent = z.object({ message: z.string() })

/** A connection that its customer has ended, without why or whose it was. */
export const endedConnection = z.object({ id, merchantId: id, status: z.literal('ended'), endedAt: timestamp })

/** When each type is sent, and what it is about. */
export const webhookEvents = {
  'payment-request:paid': { when: 'All of a payment request has been paid', data: paymentActivity },
  'payment-request:refund-completed': { when: 'A refund is complete: the money is back', data: paymentActivity },
  'payment-request:cancelled': { when: 'A payment request was cancelled by you or by the customer, or its payment was declined', data: paymentActivity },
  'payment-request:expired': { when: 'Nobody paid a payment request in time', data: paymentActivity },
  'connection:ended': { when: 'A customer has disconnected their wallet from your shop', data: endedConnection },
  'webhook:test': { when: 'You asked for a test event. It is about nothing', data: testEvent },
} as const satisfies Readonly<Record<NotificationType, { when: string; data: z.ZodMiniType }>>

/**
 * The body of a delivery. Delivery is at least once, so the receiver drops ids it has seen. `sequence` counts per endpoint
 * without gaps, in the order of the events.
 */
export const webhookNotification = z.object({
  id: z.string(),
  type: z.enum(notificationTypes),
  sequence: z.int(),
  /** Of a payment request: the activity. */
  data: z.union([paymentActivity, endedConnection, testEvent]),
  /** Of a payment request: what the merchant’s list showed after this activity. */
  paymentStatus: z.optional(z.enum(paymentStatuses)),
  accountId: id,
  test: z.boolean(),
  createdAt: timestamp,
})
export type WebhookNotification = z.output<typeof webhookNotification>

/**
 * Sent to a new URL, signed like a notification, before anything else is. The receiver proves that it wants the events by answering
 * 2xx with a `webhookChallengeAnswer`.
 */
export const webhookChallenge = z.object({
  id: z.string(),
  type: z.literal('webhook:challenge'),
  data: z.object({ challenge: z.string() }),
  accountId: id,
  createdAt: timestamp,
})
export const webhookChallengeAnswer = z.object({ challenge: z.string() })

export const webhookEndpoint = z.object({
  id,
  accountId: id,
  url: z.string(),
  /** `pending`: the URL has not answered its challenge yet, and nothing is sent; `failed`: it did not answer. */
  status: z.enum(['pending', 'active', 'failed']),
  /** Which money it is told about; absent: both. */
  liveness: z.optional(liveness),
  /** A URL that has to answer its challenge. Events go to `url` until then. */
  pendingUrl: z.optional(z.string()),
  enabled: z.boolean(),
  /** The current signing key. After a rotation the previous key stays published for a day. */
  keyId: z.string(),
  jwksUrl: z.string(),
  version: z.int(),
  createdAt: timestamp,
})
export type WebhookEndpoint = z.output<typeof webhookEndpoint>

const accountParams = z.object({ accountId: id })
const webhookParams = z.object({ accountId: id, webhookId: id })
const url = z.string().check(z.minLength(1), z.maxLength(2048))

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks',
  access: 'person-or-key',
  summary:
    'Create a webhook endpoint for events of payment requests and connections, about test money, live money or both, at a public https URL, which has to answer a challenge first. That of a developer or a test key is for test money',
  params: accountParams,
  /** Without `liveness` an endpoint is told about all that its maker may see. */
  body: z.strictObject({ url, liveness: z.optional(liveness) }),
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403, WEBHOOK_URL_INVALID: 403, WEBHOOK_LIMIT_EXCEEDED: 403 },
  stepUp: 'always',
  perMinute: 30,
})

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/webhooks',
  access: 'person-or-key',
  summary: 'List webhook endpoints',
  params: accountParams,
  answer: z.array(webhookEndpoint),
  refusals: { FORBIDDEN: 403 },
})

export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/webhooks/:webhookId',
  access: 'person-or-key',
  summary:
    'Update the URL of a webhook endpoint, which has to answer a challenge first, or enable or disable it. Events while it is disabled are not sent later',
  params: webhookParams,
  body: z
    .strictObject({ url: z.optional(url), enabled: z.optional(z.boolean()) })
    .check(z.refine((body) => body.url !== undefined || body.enabled !== undefined, { message: 'url or enabled is required' })),
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403, WEBHOOK_URL_INVALID: 403 },
  stepUp: 'always',
  // Each change of the URL makes us call it.
  perMinute: 20,
})

export const rotateWebhook = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/rotate',
  access: 'person-or-key',
  summary: 'Rotate the signing key of a webhook endpoint',
  params: webhookParams,
  answer: webhookEndpoint,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
  perMinute: 10,
})

/** `waiting`: not sent yet, or tried in vain so far; `failed`: given up. */
const deliveryStatus = z.enum(['waiting', 'delivered', 'failed'])

export const webhookDelivery = z.object({
  /** The notification's id. */
  id: z.string(),
  type: z.enum(notificationTypes),
  sequence: z.int(),
  /** What it is about: an activity of a payment request, or a connection. */
  paymentRequestId: z.optional(id),
  activityNumber: z.optional(z.int()),
  connectionId: z.optional(id),
  status: deliveryStatus,
  attempts: z.int(),
  /** Result of the last attempt: the receiver's HTTP status, or why there was none. */
  lastResult: z.optional(z.string()),
  createdAt: timestamp,
  deliveredAt: z.optional(timestamp),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/webhooks/:webhookId/deliveries',
  access: 'person-or-key',
  summary: 'List deliveries of a webhook endpoint, newest first, all of them or those of a payment request, a status, or test or live money',
  params: webhookParams,
  query: z.strictObject({ paymentRequestId: z.optional(id), status: z.optional(deliveryStatus), liveness: z.optional(liveness), pageKey }),
  answer: page(webhookDelivery),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId/resend',
  access: 'person-or-key',
  summary: 'Resend a delivery under the same id',
  params: z.object({ accountId: id, webhookId: id, deliveryId: id }),
  answer: webhookDelivery,
  refusals: { FORBIDDEN: 403 },
  perMinute: 60,
})

const deliveryParams = z.object({ accountId: id, webhookId: id, deliveryId: id })

/** One call of the receiver. */
export const webhookAttempt = z.object({
  number: z.int(),
  at: timestamp,
  durationMs: z.int(),
  /** The receiver's HTTP status; absent if there was no answer. */
  status: z.optional(z.int()),
  /** The status, or why there was none. */
  result: z.string(),
  /** The first 2,000 characters of what the receiver answered. */
  answer: z.optional(z.string()),
})

export const webhookDeliveryDetail = z.extend(webhookDelivery, {
  url: z.string(),
  /** As it was sent at the last attempt, or will be. */
  headers: z.record(z.string(), z.string()),
  /** The bytes that are signed. */
  body: z.string(),
  tries: z.array(webhookAttempt),
  /** When it fails for good unless it was delivered. */
  givenUpAt: timestamp,
})
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>

export const getWebhookDelivery = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/webhooks/:webhookId/deliveries/:deliveryId',
  access: 'person-or-key',
  summary: 'Get a delivery with its body, its headers and every attempt',
  params: deliveryParams,
  answer: webhookDeliveryDetail,
  refusals: { FORBIDDEN: 403 },
})

/** How many deliveries one replay sends again. */
export const maxReplay = 1000

const sequenceNumber = z.int().check(z.minimum(1))

export const replayWebhook = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/replay',
  access: 'person-or-key',
  summary:
    'Send at most 1,000 deliveries again, in order, under the same ids and newly signed: a range of sequence numbers, or all whose last attempt failed; of both kinds of money or one. While a replay of the endpoint runs, they follow it',
  params: webhookParams,
  body: z.union([
    z
      .strictObject({ fromSequence: sequenceNumber, toSequence: sequenceNumber, liveness: z.optional(liveness) })
      .check(z.refine((body) => body.fromSequence <= body.toSequence, { message: 'fromSequence must not be after toSequence' })),
    z.strictObject({ status: z.literal('failed'), liveness: z.optional(liveness) }),
  ]),
  answer: z.object({ count: z.int() }),
  refusals: { FORBIDDEN: 403, REPLAY_TOO_LONG: 403, WEBHOOK_NOT_ACTIVE: 403 },
  perMinute: 10,
})

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/webhooks/:webhookId/test',
  access: 'person-or-key',
  summary: 'Send a test event to a webhook endpoint, signed and numbered like any other',
  params: webhookParams,
  answer: webhookDelivery,
  refusals: { FORBIDDEN: 403, WEBHOOK_NOT_ACTIVE: 403 },
  perMinute: 10,
})
