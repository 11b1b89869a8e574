import * as z from 'zod/mini'
import { amountToMove } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentRequest } from './payment-requests.ts'
import { id, money, timestamp } from './wire.ts'

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

/** What a connected page is told: the id of a request as `getPatronCodePaymentRequest` would answer it. */
export const patronCodeEvent = z.object({ paymentRequestId: id })

export const watchPatronCodePaymentRequest = endpoint({
  method: 'GET',
  path: '/api/me/patron-code-payment-request/events',
  access: 'person',
  summary: 'Stream an event for each payment request that a till creates with one of the caller’s patron codes, at once. A page that cannot keep it open polls',
  answer: patronCodeEvent,
  refusals: {},
  stream: true,
  perMinute: 20,
})

/** A code to show without signal, in its own five minutes. */
export const offlineCode = z.extend(z.omit(patronCode, { testScenarioName: true }), { startsAt: timestamp })

/** Codes with consecutive lives. Each pays one request at once and without approval; all of them together pay `limit` at most. */
export const offlineCodeSet = z.object({ id, limit: money, codes: z.array(offlineCode) })
export type OfflineCodeSet = z.output<typeof offlineCodeSet>

export const createOfflineCodes = endpoint({
  method: 'POST',
  path: '/api/patron-codes/offline',
  access: 'person',
  summary: 'Create a set of codes that pay without signal. It ends the earlier set of the same device',
  body: z.strictObject({}),
  answer: offlineCodeSet,
  refusals: {
    FORBIDDEN: 403,
    ACCOUNT_FROZEN: 403,
    /** The person has not switched on "Pay with no signal". */
    NO_SIGNAL_OFF: 403,
  },
  perMinute: 4,
})

/** What a till may take with a scanned code without approval. */
export const tillSettings = z.object({
  /** "Pay with no signal" is on. */
  noSignal: z.boolean(),
  /** What the codes of one set pay together: the own limit `no-signal`. */
  noSignalLimit: money,
  /** Of one day in Pacific/Auckland. Absent: every payment needs approval. */
  withoutApproval: z.optional(z.object({ limit: money, used: money })),
  /** The highest limit without approval that can be set. */
  highestWithoutApproval: money,
})
export type TillSettings = z.output<typeof tillSettings>

const settingsParams = z.object({ accountId: id })

export const getTillSettings = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/till-settings',
  access: 'person',
  summary: 'Get what a till may take with a scanned code without approval',
  params: settingsParams,
  answer: tillSettings,
  refusals: { FORBIDDEN: 403 },
})

export const updateTillSettings = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/till-settings',
  access: 'person',
  summary: 'Set what a till may take with a scanned code without approval. To allow more needs step-up',
  params: settingsParams,
  /** A name left out stays as it is; null ends payments without approval. */
  body: z.strictObject({ noSignal: z.optional(z.boolean()), withoutApproval: z.optional(z.nullable(amountToMove)) }),
  answer: tillSettings,
  refusals: { FORBIDDEN: 403, OWN_LIMIT_TOO_HIGH: 403 },
  stepUp: 'conditional',
})

export const reportCodePayment = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/report',
  access: 'person',
  summary: 'Report a payment by patron code that was not one’s own. It ends all codes of the account and what tills may take without approval',
  params: z.object({ id }),
  answer: z.object({}),
  refusals: { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 },
  perMinute: 10,
})
