import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

/**
 * Guest payment with a farm-supplies card. The card company verifies the card details, then the one-time code it sent to the
 * cardholder. The result is a token that may read and pay one payment request, once. Card number and CVC are never stored.
 */

/** The payment option for this card, without its liveness. */
export const farmCardFamily = 'farmlands.nzd'

const cardDetails = z.strictObject({
  number: z.string().check(z.regex(/^\d{16}$/, 'must be 16 digits')),
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2])\/?\d{2}$/, 'must be MM/YY')),
  cvv: z.string().check(z.regex(/^\d{3}$/, 'must be 3 digits')),
})
export type CardDetails = z.output<typeof cardDetails>

const cardChallenge = z.strictObject({
  challengeType: z.literal('verify-farmlands-card'),
  params: cardDetails,
  paymentRequestId: id,
  /** The current session, to send a new code. */
  sessionId: z.optional(id),
})

const otpChallenge = z.strictObject({
  challengeType: z.literal('verify-farmlands-otp'),
  params: z.strictObject({ otp: z.string().check(z.regex(/^\d{6}$/, 'must be 6 digits')) }),
  paymentRequestId: id,
  sessionId: id,
})

/** The first four fields once the card is verified. The others, masked, while a code is outstanding. */
export const cardVerification = z.object({
  accessToken: z.optional(z.string()),
  assetId: z.optional(id),
  externalPaymentRef: z.optional(z.string()),
  assetType: z.optional(z.string()),
  sessionId: z.optional(id),
  phoneNumber: z.optional(z.string()),
  email: z.optional(z.string()),
})
export type CardVerification = z.output<typeof cardVerification>

export const verifyFarmlandsCard = endpoint({
  method: 'POST',
  path: '/api/auth/verify-farmlands-card',
  access: 'public',
  summary: 'Verify a farm-supplies card for one payment request: first the card details, then the one-time code',
  body: z.discriminatedUnion('challengeType', [cardChallenge, otpChallenge]),
  answer: cardVerification,
  refusals: {
    REQUEST_NOT_FOUND: 404,
    REQUEST_PAID: 403,
    REQUEST_CANCELLED: 403,
    REQUEST_EXPIRED: 403,
    /** The request does not accept the card. */
    INVALID_ASSET_TYPE: 403,
    /** Unknown card, wrong expiry or wrong CVC; the answer does not say which. */
    CARD_VERIFICATION_FAILED: 403,
    CARD_VERIFICATION_TOO_MANY_ATTEMPTS: 403,
    /** The cardholder has no mobile number or email address to send a code to. */
    CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS: 403,
    PATRON_CODE_EXPIRED: 403,
    /** With the reason PATRON_CODE_INACTIVE. */
    PATRON_CODE_INVALID: 403,
    INSUFFICIENT_ASSET_VALUE: 403,
    PAUSED: 403,
    /** Not the latest code, or expired. */
    CODE_VERIFICATION_FAILED: 403,
    CARD_COMPANY_UNAVAILABLE: 503,
  },
  perMinute: 20,
})
