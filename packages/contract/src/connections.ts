import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paymentRequest } from './payment-requests.ts'
import { permission } from './permissions.ts'
import { id, timestamp } from './wire.ts'

/** Connections of shops to wallets: a shop asks for one, and the customer who opens its address authorises it. */

/** `created` until it is authorised or, 15 minutes later, `expired`. `ended` by the customer, who is told of to nobody. */
export const connectionStatus = z.enum(['created', 'authorized', 'expired', 'ended'])
export type ConnectionStatus = z.output<typeof connectionStatus>

/** Visible to anyone with the link, so it says nothing about the customer. */
export const connectionSummary = z.object({
  id,
  createdAt: timestamp,
  /** The account that asks: the merchant's, or an integrator's. */
  createdByAccountName: z.string(),
  status: connectionStatus,
  /** The page where the customer authorises it; what the shop shows as a QR code. */
  url: z.string(),
  merchantId: id,
  test: z.boolean(),
  /** As in New Zealand: `Thu 12 Nov 2026, 8:12 am`. */
  formattedCreatedAt: z.string(),
  /** Where the customer goes on: `url`, because a connection has no address of the shop. */
  redirectHref: z.string(),
})
export type ConnectionSummary = z.output<typeof connectionSummary>

const params = z.object({ id })

export const createConnection = endpoint({
  method: 'POST',
  path: '/api/connections',
  access: 'merchant-key',
  summary: 'Ask for a connection to a customer’s wallet. It expires after 15 minutes unless a customer authorises it',
  body: z.strictObject({ merchantId: id }),
  answer: connectionSummary,
  refusals: { FORBIDDEN: 403, BUSINESS_NOT_VERIFIED: 403, MERCHANT_IN_REVIEW: 403 },
  perMinute: 120,
})

export const getConnectionSummary = endpoint({
  method: 'GET',
  path: '/api/connections/:id/summary',
  access: 'public',
  summary: 'Get the public summary of a connection',
  params,
  answer: connectionSummary,
  refusals: { FORBIDDEN: 403 },
})

export const authorizeConnection = endpoint({
  method: 'POST',
  path: '/api/connections/:id/authorize',
  access: 'person',
  summary: 'Connect an account to the shop. The shop may then ask for payments, and takes nothing without approval',
  params,
  body: z.strictObject({ accountId: id }),
  answer: permission,
  refusals: {
    FORBIDDEN: 403,
    /** Somebody else was first, it has expired, or it has ended. */
    CONNECTION_NOT_OPEN: 403,
  },
  stepUp: 'always',
  perMinute: 30,
})

export const getLatestPaymentRequest = endpoint({
  method: 'GET',
  path: '/api/connections/:id/latest-payment-request',
  access: 'person',
  summary: 'Get the newest payment request on a connection that is still new, for the customer who authorised it',
  params,
  answer: paymentRequest,
  refusals: { FORBIDDEN: 403, REQUEST_NOT_FOUND: 403 },
})
