import * as z from 'zod/mini'
import { liveness, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentRequest } from './payment-requests.ts'
import { id, money, timestamp } from './wire.ts'

/**
 * Staff tills. A paired device sends its key as `X-Api-Key`, and the turn of the person at it as `X-Till-Turn`. It reaches the
 * endpoints that have `till`: those of `device` with the key alone, those of `turn` with both. Anything else is FORBIDDEN; a turn
 * that is missing or over is 403 TILL_SIGN_ON_REQUIRED; a till that was switched off is 401.
 */

const ofAccount = z.object({ accountId: id })
const ofTillOfAccount = z.object({ accountId: id, tillId: id })
const ofTill = z.object({ id })
const personId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'must be a UUID'))
const tillName = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))

const limit = money.check(z.refine((value) => value >= 0n && value <= 10_000_000n, 'must be from 0 to 10000000 cents'))

/** Of one shop, in cents. */
export const tillLimits = z.object({
  /** The most that a till asks for at once. */
  perPayment: money,
  /** The most that one till asks for in a day in Auckland; what it asked for counts until it is cancelled or expires. */
  perDay: money,
  /** The most that tills give back of one payment. The limit of the person applies as well. */
  refund: money,
})
export type TillLimits = z.output<typeof tillLimits>

/** Until a shop sets others. */
export const defaultTillLimits = { perPayment: 200_000n, perDay: 2_000_000n, refund: 200_000n } as const

/** `waiting`: has a code and no device yet. `off`: was switched off; pairing it again switches it on. */
export const till = z.object({
  id,
  name: z.string(),
  merchantId: id,
  merchantName: z.string(),
  liveness,
  status: z.enum(['waiting', 'paired', 'off']),
  createdAt: timestamp,
  pairedAt: z.optional(timestamp),
  /** Right to the minute. */
  lastUsedAt: z.optional(timestamp),
  /** Who is at it now. */
  personName: z.optional(z.string()),
})
export type Till = z.output<typeof till>

/** 8 characters, to be shown as two groups of four. Good once, for 10 minutes, and shown only in this answer. */
export const pairingCode = z.object({ code: z.string(), expiresAt: timestamp })

export const createTill = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/tills',
  access: 'person',
  summary: 'Add a till to a shop, with a code that pairs its device',
  params: ofAccount,
  body: z.strictObject({ name: tillName, merchantId: id }),
  answer: z.object({ till, pairing: pairingCode }),
  refusals: { FORBIDDEN: 403, TILL_ALREADY_EXISTS: 403, TILL_COUNT_EXCEEDED: 403 },
  stepUp: 'always',
  perMinute: 30,
})

export const listTills = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/tills',
  access: 'person',
  summary: 'List the tills of a business',
  params: ofAccount,
  answer: z.array(till),
  refusals: { FORBIDDEN: 403 },
})

export const renameTill = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/tills/:tillId',
  access: 'person',
  summary: 'Rename a till',
  params: ofTillOfAccount,
  body: z.strictObject({ name: tillName }),
  answer: till,
  refusals: { FORBIDDEN: 403, TILL_ALREADY_EXISTS: 403 },
})

export const createPairingCode = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/tills/:tillId/pairing-code',
  access: 'person',
  summary: 'Make a code that pairs a device with a till. The device before ends when it is used',
  params: ofTillOfAccount,
  answer: z.object({ till, pairing: pairingCode }),
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
  perMinute: 30,
})

export const switchOffTill = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/tills/:tillId/switch-off',
  access: 'person',
  summary: 'Switch a till off. It is refused at its next call, until it is paired again',
  params: ofTillOfAccount,
  answer: till,
  refusals: { FORBIDDEN: 403 },
})

/** What a device knows of itself. */
export const deviceTill = z.object({
  id,
  name: z.string(),
  merchantId: id,
  merchantName: z.string(),
  accountId: id,
  accountName: z.string(),
  liveness,
  /** For POST /api/payment-requests; absent while the shop accepts nothing. */
  configId: z.optional(id),
  /** Of the shop; absent without registration for GST, and then there is none in its prices. */
  gstNumber: z.optional(z.string()),
  limits: tillLimits,
})
export type DeviceTill = z.output<typeof deviceTill>

export const pairTill = endpoint({
  method: 'POST',
  path: '/api/tills/pair',
  access: 'public',
  summary: 'Pair a device by a code. The key is returned once, in this answer',
  /** Small letters, spaces and hyphens are accepted. */
  body: z.strictObject({ code: z.string().check(z.minLength(8), z.maxLength(12)) }),
  answer: z.object({ key: z.string(), till: deviceTill }),
  refusals: { PAIRING_CODE_INVALID: 403, RATE_LIMIT_EXCEEDED: 429 },
  perMinute: 10,
})

export const getTill = endpoint({
  method: 'GET',
  path: '/api/tills/:id',
  access: 'merchant-key',
  till: 'device',
  summary: 'Get the till that a device is paired with: its shop and its limits. It does not count as use by the person',
  params: ofTill,
  answer: deviceTill,
  refusals: { FORBIDDEN: 403 },
})

/** Nobody without a code of their own can start. */
export const tillPerson = z.object({ personId, name: z.string(), hasCode: z.boolean() })
export type TillPerson = z.output<typeof tillPerson>

export const listTillPeople = endpoint({
  method: 'GET',
  path: '/api/tills/:id/people',
  access: 'merchant-key',
  till: 'device',
  summary: 'List who may start at a till',
  params: ofTill,
  answer: z.array(tillPerson),
  refusals: { FORBIDDEN: 403 },
})

const sixDigits = z.string().check(z.regex(/^\d{6}$/, 'must be 6 digits'))

export const turn = z.object({
  /** For `X-Till-Turn`. */
  token: z.string(),
  personId,
  name: z.string(),
  /** Seconds without use after which the turn ends (1800). */
  endsAfter: z.int(),
  /** What this person may give back of one payment without a code of a manager; absent: no limit but the till's. */
  refundLimit: z.optional(money),
})
export type Turn = z.output<typeof turn>

export const signOn = endpoint({
  method: 'POST',
  path: '/api/tills/:id/sign-on',
  access: 'merchant-key',
  till: 'device',
  summary: 'Start at a till with one’s own code. It ends the turn before at this till',
  params: ofTill,
  body: z.strictObject({ personId, code: sixDigits }),
  answer: turn,
  /** SIGN_ON_FAILED has `triesLeft`; SIGN_ON_LOCKED has `until` (ISO time). A person who does not exist or has no code is SIGN_ON_FAILED too. */
  refusals: { FORBIDDEN: 403, SIGN_ON_FAILED: 403, SIGN_ON_LOCKED: 403 },
  perMinute: 60,
})

export const signOff = endpoint({
  method: 'POST',
  path: '/api/tills/:id/sign-off',
  access: 'merchant-key',
  till: 'device',
  summary: 'End the turn at a till. Repeating it changes nothing',
  params: ofTill,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})

export const getTillCode = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/till-code',
  access: 'person',
  summary: 'Whether the caller has a code for tills',
  params: ofAccount,
  answer: z.object({ setAt: z.optional(timestamp) }),
  refusals: { FORBIDDEN: 403 },
})

export const setTillCode = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/till-code',
  access: 'person',
  summary: 'Set the caller’s own code for tills. It ends their turns',
  params: ofAccount,
  body: z.strictObject({ code: sixDigits }),
  answer: z.object({ setAt: z.optional(timestamp) }),
  /** TILL_CODE_TOO_SIMPLE: one digit six times, or digits in a row. */
  refusals: { FORBIDDEN: 403, TILL_CODE_TOO_SIMPLE: 400 },
  stepUp: 'always',
  perMinute: 10,
})

const ofMerchant = z.object({ merchantId: id })

export const getTillLimits = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/till-limits',
  access: 'person',
  summary: 'Get the limits of the tills of a shop',
  params: ofMerchant,
  answer: tillLimits,
  refusals: { FORBIDDEN: 403 },
})

export const updateTillLimits = endpoint({
  method: 'PUT',
  path: '/api/merchants/:merchantId/till-limits',
  access: 'person',
  summary: 'Set the limits of the tills of a shop. They apply at the next charge',
  params: ofMerchant,
  body: z.strictObject({ perPayment: limit, perDay: limit, refund: limit }),
  answer: tillLimits,
  refusals: { FORBIDDEN: 403 },
  stepUp: 'always',
})

/** TILL-18. A request is found by the key that it was charged with, also after the app was started again and nobody is at the till. */
export const findTillSale = endpoint({
  method: 'GET',
  path: '/api/tills/:id/sales/:idempotencyKey',
  access: 'merchant-key',
  till: 'device',
  summary: 'Get the payment request that this till made with an idempotency key',
  params: z.object({ id, idempotencyKey: requiredIdempotencyKey }),
  answer: paymentRequest,
  refusals: { FORBIDDEN: 403, REQUEST_NOT_FOUND: 404 },
})

/**
 * Ends the doubt: a request that is new is cancelled, one that is paid stays, and if there is none the key will never make one, even
 * if the charge arrives later. May be repeated.
 */
export const abandonTillSale = endpoint({
  method: 'POST',
  path: '/api/tills/:id/sales/:idempotencyKey/abandon',
  access: 'merchant-key',
  till: 'device',
  summary: 'Give up a charge that was not answered: cancel its request if it is new, and make none later',
  params: z.object({ id, idempotencyKey: requiredIdempotencyKey }),
  /** Without a request nothing was ever asked for. */
  answer: z.object({ paymentRequest: z.optional(paymentRequest) }),
  refusals: { FORBIDDEN: 403 },
})
