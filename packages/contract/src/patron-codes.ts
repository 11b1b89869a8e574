import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paymentRequest } from './payment-requests.ts'
import { id, timestamp } from './wire.ts'

/** Makes every request created with the code await a check of the customer's photo ID. Such a code pays test money only. */
export const testScenario = z.enum(['force-condition-check-photo-id'])

/** What a customer shows at the till. The barcode is answered once and cannot be read again. */
export const patronCode = z.object({
  id,
  accountId: id,
  /** 16 digits; the last is a Luhn check digit. */
  barcode: z.string(),
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
  testScenarioName: z.optional(testScenario),
})
export type PatronCode = z.output<typeof patronCode>

export const createPatronCode = endpoint({
  method: 'POST',
  path: '/api/patron-codes',
  access: 'person',
  summary: 'Create a patron code for the caller’s individual account. Earlier codes stay valid until they expire',
  body: z.strictObject({ testScenarioName: z.optional(testScenario) }),
  answer: patronCode,
  refusals: { FORBIDDEN: 403, ACCOUNT_FROZEN: 403 },
  perMinute: 12,
})

export const getPatronCodePaymentRequest = endpoint({
  method: 'GET',
  path: '/api/me/patron-code-payment-request',
  access: 'person',
  summary: 'Get the newest payment request that a till created with one of the caller’s patron codes and that is still new',
  answer: paymentRequest,
  refusals: { REQUEST_NOT_FOUND: 403 },
})
