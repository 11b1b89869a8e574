import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

/**
 * Paying with the farm-supplies card, without an account here: first the card is shown to the company that gave it out, then
 * a code that went to the card's owner is given back. What comes of it is a token that may read and pay this one payment
 * request, once. Number and CVC pass through and are kept nowhere.
 */

/** The payment option by which a request says that it takes the card; its liveness follows after a dot. */
export const farmCardFamily = 'farmlands.nzd'

const cardDetails = z.strictObject({
  number: z.string().check(z.regex(/^\d{16}$/, 'must be 16 digits')),
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2])\/?\d{2}$/, 'must be MM/YY')),
  cvv: z.string().check(z.regex(/^\d{3}$/, 'must be 3 digits')),
})
export type CardDetails = z.output<typeof cardDetails>

const showsCard = z.strictObject({
  challengeType: z.literal('verify-farmlands-card'),
  params: cardDetails,
  paymentRequestId: id,
  /** Of the session that is going on, when its code did not come: another one is sent. */
  sessionId: z.optional(id),
})

const givesCode = z.strictObject({
  challengeType: z.literal('verify-farmlands-otp'),
  params: z.strictObject({ otp: z.string().check(z.regex(/^\d{6}$/, 'must be 6 digits')) }),
  paymentRequestId: id,
  sessionId: id,
})

/** The first four when the card is verified; the others when a code was sent, each only if the card's owner has one, and masked. */
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
  summary: 'Verifies a farm-supplies card for one payment request: by its details, then by the code sent to its owner',
  body: z.discriminatedUnion('challengeType', [showsCard, givesCode]),
  answer: cardVerification,
  refusals: {
    REQUEST_NOT_FOUND: 404,
    REQUEST_PAID: 403,
    REQUEST_CANCELLED: 403,
    REQUEST_EXPIRED: 403,
    /** The request does not take the card. */
    INVALID_ASSET_TYPE: 403,
    /** No such card, another expiry or another CVC: which of them is not told. */
    CARD_VERIFICATION_FAILED: 403,
    CARD_VERIFICATION_TOO_MANY_ATTEMPTS: 403,
    /** The card's owner has neither a mobile number nor an e-mail address to send a code to. */
    CARD_VERIFICATION_REQUIRES_CONTACT_DETAILS: 403,
    PATRON_CODE_EXPIRED: 403,
    /** With the reason PATRON_CODE_INACTIVE. */
    PATRON_CODE_INVALID: 403,
    INSUFFICIENT_ASSET_VALUE: 403,
    /** Not the code that was sent last, or too old. */
    CODE_VERIFICATION_FAILED: 403,
    CARD_COMPANY_UNAVAILABLE: 503,
  },
  perMinute: 20,
})
