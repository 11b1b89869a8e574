import * as z from 'zod/mini'
import { businessStatus } from './accounts.ts'
import { payeeCheck } from './bank-accounts.ts'
import { endpoint } from './endpoint.ts'
import { id, money } from './wire.ts'

/** The business behind an org account, and what it has to do before it takes real money. */

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const coordinate = (max: number) => z.number().check(z.gte(-max), z.lte(max))

const shopAddress = z
  .strictObject({
    street: text(120),
    suburb: z.optional(text(80)),
    city: text(80),
    postCode: z.optional(text(12)),
    /** With both, customers find the shop by its distance. */
    lat: z.optional(coordinate(90)),
    lng: z.optional(coordinate(180)),
  })
  .check(z.refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), { path: ['lng'], message: 'goes with lat' }))
export type ShopAddress = z.output<typeof shopAddress>

const details = {
  /** Spaces are allowed. */
  nzbn: text(30),
  legalName: text(120),
  /** On checkout and receipts. */
  tradingName: text(80),
}
const furtherDetails = {
  /** Merchant category code. */
  categoryCode: z.optional(z.string().check(z.regex(/^\d{4}$/, 'must be 4 digits'))),
  gst: z.optional(z.union([z.strictObject({ registered: z.literal(true), number: text(20) }), z.strictObject({ registered: z.literal(false) })])),
  place: z.optional(z.union([z.literal('online'), shopAddress])),
}

export const business = z.object({
  accountId: id,
  status: businessStatus,
  /** The details are missing for an account that was opened without them. */
  nzbn: z.optional(z.string()),
  legalName: z.optional(z.string()),
  tradingName: z.optional(z.string()),
  categoryCode: z.optional(z.string()),
  gst: z.optional(z.object({ registered: z.boolean(), number: z.optional(z.string()) })),
  place: furtherDetails.place,
  /** The test shop, which the live one is made from. */
  shopId: z.optional(id),
})
export type Business = z.output<typeof business>

const detailRefusals = { INVALID_NZBN: 400, GST_NUMBER_INVALID: 400, BUSINESS_ALREADY_EXISTS: 403 } as const

export const createBusiness = endpoint({
  method: 'POST',
  path: '/api/businesses',
  access: 'person',
  summary: 'Open an org account for a business, with a test shop that takes test payments at once. One business has one account',
  body: z.strictObject({ ...details, ...furtherDetails }),
  answer: business,
  refusals: { ...detailRefusals, ACCOUNT_LIMIT_EXCEEDED: 403 },
  perMinute: 10,
})

const ofAccount = z.object({ accountId: id })

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/business',
  access: 'person',
  summary: 'Get the business behind an org account',
  params: ofAccount,
  answer: business,
  refusals: { FORBIDDEN: 403 },
})

export const updateBusiness = endpoint({
  method: 'PUT',
  path: '/api/accounts/:accountId/business',
  access: 'person',
  summary: 'Change the details of a business, until it is submitted. Omitted fields keep their value',
  params: ofAccount,
  body: z.strictObject({
    nzbn: z.optional(details.nzbn),
    legalName: z.optional(details.legalName),
    tradingName: z.optional(details.tradingName),
    ...furtherDetails,
  }),
  answer: business,
  refusals: {
    ...detailRefusals,
    FORBIDDEN: 403,
    /** It is submitted or verified: what operators have looked at stays as it is. */
    BUSINESS_DETAILS_LOCKED: 403,
  },
  perMinute: 30,
})

export const registeredBusiness = z.object({
  nzbn: z.string(),
  legalName: z.string(),
  tradingName: z.optional(z.string()),
  /** False for a business that was removed from the register. */
  active: z.boolean(),
  address: z.optional(z.object({ street: z.string(), suburb: z.optional(z.string()), city: z.string(), postCode: z.optional(z.string()) })),
  gstNumber: z.optional(z.string()),
})
export type RegisteredBusiness = z.output<typeof registeredBusiness>

export const lookUpNzbn = endpoint({
  method: 'GET',
  path: '/api/nzbn/:nzbn',
  access: 'person',
  summary: 'Look a business up in the public register',
  params: z.object({ nzbn: text(30) }),
  answer: registeredBusiness,
  refusals: {
    INVALID_NZBN: 400,
    NZBN_NOT_FOUND: 404,
    /** No register is configured, or it does not answer: the details are typed. */
    REGISTER_UNAVAILABLE: 503,
  },
  perMinute: 20,
})

/** The steps of opening a business, in the order in which they are shown. They can be done in any order. */
export const openingSteps = ['business', 'gst', 'address', 'payout-account', 'methods', 'test-payment', 'go-live'] as const
export const openingStep = z.enum(openingSteps)
export type OpeningStep = z.output<typeof openingStep>

/** What a step that is not done waits for. */
export const missingPart = z.enum([
  'details',
  'gst',
  'address',
  /** None is linked. */
  'bank-account',
  /** An operator looks at a name that does not match. */
  'name-check',
  /** The code on the statement was not entered. */
  'code',
  /** The account is confirmed; payouts do not go there yet. */
  'choice',
  'methods',
  'test-payment',
  /** Other steps. */
  'steps',
  /** Everything is there: the business can be submitted. */
  'submission',
  /** The operators look at it. */
  'verification',
  /** It is verified, and can go live. */
  'going-live',
  'suspended',
])
export type MissingPart = z.output<typeof missingPart>

export const checklist = z.object({
  accountId: id,
  status: businessStatus,
  /** It takes real money. */
  live: z.boolean(),
  steps: z.array(z.object({ step: openingStep, done: z.boolean(), missing: z.optional(missingPart) })),
  /** The bank account that is linked for payouts, for whoever may read payouts. */
  payoutAccount: z.optional(
    z.object({
      id,
      number: z.string(),
      name: z.string(),
      verified: z.boolean(),
      payeeCheck: z.optional(payeeCheck),
      triesLeft: z.int(),
      checkingName: z.optional(z.literal(true)),
    }),
  ),
  /** What a new business takes at most until it was looked at again; absent: no limits. */
  limits: z.optional(z.object({ perDay: money, perPayment: money })),
})
export type Checklist = z.output<typeof checklist>

/** The body of NOT_READY. */
export const notReady = z.object({ missing: z.array(z.object({ step: openingStep, missing: missingPart })) })

export const getChecklist = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/checklist',
  access: 'person',
  summary: 'Get the steps of opening a business, each done or with what is missing',
  params: ofAccount,
  answer: checklist,
  refusals: { FORBIDDEN: 403 },
})

export const createTestPayment = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/test-payment',
  access: 'person',
  summary: 'Create a payment request of $1.00 of test money at the test shop, to be paid for practice',
  params: ofAccount,
  answer: z.object({ paymentRequestId: id, url: z.string() }),
  refusals: { FORBIDDEN: 403, NO_AVAILABLE_PAYMENT_OPTIONS: 403 },
  perMinute: 10,
})

export const goLive = endpoint({
  method: 'POST',
  path: '/api/accounts/:accountId/go-live',
  access: 'person',
  summary: 'Submit a business that has everything to the operators; once it is verified, open its live shop',
  params: ofAccount,
  answer: checklist,
  refusals: { FORBIDDEN: 403, NOT_READY: 403 },
  perMinute: 10,
})
