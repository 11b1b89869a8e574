import type * as z from 'zod/mini'
import { type apiKey, createApiKey, listApiKeys, rollApiKey, updateApiKey } from '../api-keys.ts'
import { getRequest, listRequests, type loggedRequest } from '../request-log.ts'
import {
  createWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  resendWebhookDelivery,
  rotateWebhook,
  sendTestEvent,
  updateWebhook,
  type webhookDelivery,
  type webhookEndpoint,
} from '../webhooks.ts'
import { exampleOf } from './example.ts'
import { paidEvent } from './events.ts'
import { accountId, keyName, requestId } from './shop.ts'

const ofAccount = { accountId }

const key: z.input<typeof apiKey> = {
  name: keyName,
  scopes: ['payments:read', 'payments:write', 'refunds:write'],
  liveness: 'test',
  allowedAddresses: ['203.0.113.0/24'],
  prefix: 'nk_test_',
  lastFour: 'q7Zd',
  enabled: true,
  version: 1,
  createdAt: '2026-11-18T19:00:00.000Z',
  createdBy: 'crn::user:0b7d4a52-6f0e-4c39-9a71-5f2f3f6f8a10',
}
/** Not one that works. */
const secret = 'nk_test_this-is-shown-once-and-ends-in-q7Zd'

const webhookId = 'wh_Nz6TkXv2WqRb9YcHm4SdLp'
const deliveryId = '01998a3e-5d20-7c11-9f42-2b6a7f0c4e55'
const ofWebhook = { accountId, webhookId }
const ofDelivery = { ...ofWebhook, deliveryId }
const url = 'https://loaf.example/nikau'

const webhook: z.input<typeof webhookEndpoint> = {
  id: webhookId,
  accountId,
  url,
  status: 'active',
  enabled: true,
  keyId: 'whk_Yt5RkTn2ZqWb8JmXc7HdLs',
  jwksUrl: `https://api.nikau.example/.well-known/webhooks/${webhookId}/jwks.json`,
  version: 1,
  createdAt: '2026-11-18T19:20:00.000Z',
}

const delivery: z.input<typeof webhookDelivery> = {
  id: deliveryId,
  type: 'payment-request:paid',
  sequence: 12,
  paymentRequestId: requestId,
  activityNumber: 3,
  status: 'delivered',
  attempts: 2,
  lastResult: '204',
  createdAt: '2026-11-18T20:14:41.900Z',
  deliveredAt: '2026-11-18T20:14:47.310Z',
}
const waiting = { ...delivery, status: 'waiting' as const, deliveredAt: undefined }

const logged: z.input<typeof loggedRequest> = {
  id: 'req_Bz4TkXv2WqRn9YcHm6SdLp',
  at: '2026-11-19T01:02:11.004Z',
  method: 'POST',
  path: `/api/payment-requests/${requestId}/refund`,
  status: 403,
  refusal: 'REPEAT_REFERENCE',
  keyName,
  test: true,
  durationMs: 14,
  paymentRequestId: requestId,
  externalRef: 'return-77',
}

export const developerExamples = [
  exampleOf(createApiKey, {
    params: ofAccount,
    body: { name: keyName, scopes: ['payments:read', 'payments:write', 'refunds:write'], liveness: 'test', allowedAddresses: ['203.0.113.0/24'] },
    answer: { ...key, secret },
  }),
  exampleOf(listApiKeys, { params: ofAccount, answer: [{ ...key, lastUsedAt: '2026-11-19T01:02:00.000Z' }] }),
  exampleOf(updateApiKey, { params: { accountId, name: keyName }, body: { enabled: false }, answer: { ...key, enabled: false, version: 2 } }),
  exampleOf(rollApiKey, {
    params: { accountId, name: keyName },
    body: { overlapHours: 24 },
    answer: { ...key, version: 2, previousUntil: '2026-11-20T19:00:00.000Z', secret },
  }),
  exampleOf(createWebhook, { params: ofAccount, body: { url }, answer: { ...webhook, status: 'pending' } }),
  exampleOf(listWebhooks, { params: ofAccount, answer: [webhook] }),
  exampleOf(updateWebhook, { params: ofWebhook, body: { enabled: false }, answer: { ...webhook, enabled: false, version: 2 } }),
  exampleOf(rotateWebhook, { params: ofWebhook, answer: { ...webhook, keyId: 'whk_Qs8RkTn2ZvWb5JmXc3HdLt', version: 2 } }),
  exampleOf(sendTestEvent, {
    params: ofWebhook,
    answer: { ...waiting, type: 'webhook:test', sequence: 13, attempts: 0, paymentRequestId: undefined, activityNumber: undefined, lastResult: undefined },
  }),
  exampleOf(listWebhookDeliveries, { params: ofWebhook, query: { paymentRequestId: requestId }, answer: { items: [delivery] } }),
  exampleOf(getWebhookDelivery, {
    params: ofDelivery,
    answer: {
      ...delivery,
      url,
      headers: { 'content-type': 'application/json', authorization: 'Bearer eyJhbGciOiJFUzI1NiIs…' },
      body: JSON.stringify(paidEvent),
      tries: [
        { number: 1, at: '2026-11-18T20:14:42.010Z', durationMs: 5000, result: 'timeout' },
        { number: 2, at: '2026-11-18T20:14:47.250Z', durationMs: 60, status: 204, result: '204' },
      ],
      givenUpAt: '2026-12-02T20:14:41.900Z',
    },
  }),
  exampleOf(resendWebhookDelivery, { params: ofDelivery, answer: waiting }),
  exampleOf(replayWebhook, { params: ofWebhook, body: { fromSequence: 10, toSequence: 12 }, answer: { count: 3 } }),
  exampleOf(listRequests, { params: ofAccount, query: { outcome: 'refused' }, answer: { items: [logged] } }),
  exampleOf(getRequest, {
    params: { id: logged.id },
    answer: { ...logged, address: '203.0.113.7', body: '{"value":{"amount":"500","currency":"NZD"},"externalRef":"return-77"}' },
  }),
]
