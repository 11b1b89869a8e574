import { addMonths, calendarDate } from '@nikau/nz/nz-time'
import * as z from 'zod/mini'
import { liveness, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { recipientAlias } from './recipient-alias.ts'
import { tokenPictures } from './token-pictures.ts'
import { id, money, page, pageKey, timestamp } from './wire.ts'

/** Tokens that a business gives out or sells, and what comes back of them. */

export const maxTokensPerCall = 1000
/** Of a live collection. Test tokens are for trying it out: so many of a collection, and for so many people of an account in 24 hours. */
export const maxTokensPerCollection = { main: 100_000, test: 100 } as const
/** Fair Trading Act: what is sold lasts three years or longer. */
export const minGiftMonths = 36

/**
 * `product`: one item of a list, free. `discount`: any one item up to its worth, free. `gift`: like a discount, and sold. Every token is
 * used once and in one go.
 */
export const collectionKind = z.enum(['product', 'discount', 'gift'])
export type CollectionKind = z.output<typeof collectionKind>

/** Goes into texts in our name: nothing in it can be read as an address. */
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), z.regex(/^[\p{L}\p{M}\p{N} '’&+$%!,()-]+$/u, 'has characters that a name cannot have'))
const day = z.iso.date()
const worth = money.check(z.refine((value) => typeof value === 'bigint' && value > 0n && value <= 100_000n, 'must be above 0 and at most 100000 cents'))

/** From the day it is given out, to the end of the last day. */
export const tokenLife = z
  .strictObject({ unit: z.enum(['day', 'month', 'year']), count: z.int().check(z.positive()) })
  .check(z.refine(({ unit, count }) => monthsOf({ unit, count }) <= 120, 'must be at most 10 years'))
export type TokenLife = z.output<typeof tokenLife>

const monthsOf = ({ unit, count }: { unit: 'day' | 'month' | 'year'; count: number }) => (unit === 'year' ? count * 12 : unit === 'month' ? count : count / 30)

/** Whether a gift sold now and ending like this lasts as long as the law asks. Its last day counts in whole. */
export function lastsLongEnough(ends: { lastDay?: string | undefined; life?: TokenLife | undefined }, now: Date): boolean {
  if (ends.life) return ends.life.unit === 'day' ? ends.life.count >= 1096 : monthsOf(ends.life) >= minGiftMonths
  return ends.lastDay !== undefined && ends.lastDay >= addMonths(calendarDate(now), minGiftMonths)
}

/** What a token of a product collection can be used for. */
export const redeemableItem = z.strictObject({
  sku: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** An item that costs more is not covered. */
  maxValue: money,
})
export type RedeemableItem = z.output<typeof redeemableItem>

const items = z.array(redeemableItem).check(z.maxLength(50))
const conditionBody = { merchantId: id, items: z.optional(items) }

/** `planned`: can be given out, and used from its first day. `ended`: its last day is over. */
export const collectionStatus = z.enum(['planned', 'running', 'closed', 'ended'])
export type CollectionStatus = z.output<typeof collectionStatus>

/** issued − redeemed − ended + givenBack = stillOut. */
export const tokenCounts = z.object({
  issued: z.int(),
  redeemed: z.int(),
  /** By refunds, to be used again. */
  givenBack: z.int(),
  /** Past their last day, declined, or not delivered. */
  ended: z.int(),
  stillOut: z.int(),
})
export type TokenCounts = z.output<typeof tokenCounts>

export const collection = z.object({
  id,
  accountId: id,
  name: z.string(),
  kind: collectionKind,
  liveness,
  status: collectionStatus,
  /** Of one token. */
  worth: z.optional(money),
  firstDay: z.optional(day),
  lastDay: z.optional(day),
  life: z.optional(tokenLife),
  /** Complete, or below the API base. */
  img: z.optional(z.string()),
  createdAt: timestamp,
  closedAt: z.optional(timestamp),
  counts: tokenCounts,
  redemptionConditions: z.array(z.object({ merchantId: id, merchantName: z.string(), items })),
})
export type Collection = z.output<typeof collection>

const conditionRefusals = { REDEMPTION_CONDITION_ALREADY_EXISTS: 403, COLLECTION_INVALID_TYPE: 403, INVALID_AMOUNT: 403 } as const

export const createCollection = endpoint({
  method: 'POST',
  path: '/api/collections',
  access: 'person',
  stepUp: 'always',
  summary: 'Create a collection of tokens and say where they can be used',
  body: z
    .strictObject({
      accountId: id,
      liveness,
      kind: collectionKind,
      name,
      worth,
      /** One of ours, or a picture that the account has uploaded. */
      picture: z.optional(z.enum(tokenPictures)),
      pictureId: z.optional(id),
      firstDay: z.optional(day),
      /** Either the same last day for all, or a life from the day that each is given out. */
      lastDay: z.optional(day),
      life: z.optional(tokenLife),
      /** Shops of the account. */
      redemptionConditions: z.optional(z.array(z.strictObject(conditionBody)).check(z.maxLength(50))),
    })
    .check(
      z.refine(({ picture, pictureId }) => (picture === undefined) !== (pictureId === undefined), { path: ['picture'], message: 'either this or a pictureId' }),
      z.refine(({ lastDay, life }) => (lastDay === undefined) !== (life === undefined), { path: ['lastDay'], message: 'either this or a life' }),
      z.refine(({ firstDay, lastDay }) => firstDay === undefined || lastDay === undefined || firstDay <= lastDay, {
        path: ['lastDay'],
        message: 'is before the first day',
      }),
    ),
  answer: collection,
  refusals: {
    FORBIDDEN: 403,
    GIFT_EXPIRY_TOO_SHORT: 400,
    COLLECTION_ENDED: 403,
    MEDIA_UPLOAD_NOT_FOUND: 403,
    /** The business is called like a public body or a bank. */
    NAME_NOT_ALLOWED: 403,
    ...conditionRefusals,
  },
  perMinute: 30,
})

export const listCollections = endpoint({
  method: 'GET',
  path: '/api/collections',
  access: 'person',
  summary: 'List the collections of an account, newest first',
  /** Live ones unless it says `test`. */
  query: z.strictObject({ accountId: id, liveness: z.optional(liveness), pageKey }),
  answer: page(collection),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

const params = z.object({ id })

export const getCollection = endpoint({
  method: 'GET',
  path: '/api/collections/:id',
  access: 'person',
  summary: 'Get a collection',
  params,
  answer: collection,
  refusals: { FORBIDDEN: 403 },
})

export const closeCollection = endpoint({
  method: 'POST',
  path: '/api/collections/:id/close',
  access: 'person',
  summary: 'Stop giving out tokens of a collection. Those that people hold stay good to their last day',
  params,
  answer: collection,
  refusals: { FORBIDDEN: 403 },
})

export const createRedemptionCondition = endpoint({
  method: 'POST',
  path: '/api/collections/:id/redemption-conditions',
  access: 'person',
  stepUp: 'always',
  summary: 'Allow tokens of a collection at a shop of the same account; those of a product collection for the listed items',
  params,
  body: z.strictObject(conditionBody),
  answer: collection,
  refusals: { FORBIDDEN: 403, LIVENESS_MISMATCH: 403, ...conditionRefusals },
  perMinute: 60,
})

/** Tokens on their way to people. */
export const tokenIssue = z.object({
  id,
  collectionId: id,
  createdAt: timestamp,
  count: z.int(),
  /** How many of them by link. */
  linkCount: z.int(),
  /** In a wallet, sent to be claimed, or behind its link. */
  given: z.int(),
  /** They could not be given out. No token exists for them. */
  refused: z.int(),
  recipients: z.array(
    z.object({
      /** Such as `021 ••• ••67`; `link` for one that is given out by link. */
      to: z.string(),
      state: z.enum(['on-its-way', 'given', 'refused']),
      /**
       * `unavailable`: they want nothing from this business. `too-many-messages`: for today, to them or in all. `closed`: the collection was.
       * `no-wallet`: test tokens go to people who have one.
       */
      reason: z.optional(z.enum(['unavailable', 'too-many-messages', 'closed', 'no-wallet'])),
    }),
  ),
})
export type TokenIssue = z.output<typeof tokenIssue>

export const issueTokens = endpoint({
  method: 'POST',
  path: '/api/collections/:id/tokens',
  access: 'person',
  stepUp: 'always',
  summary:
    'Give a token each to mobile numbers and email addresses, or make links that are good for one token each. Who has no wallet gets a link to claim it, and no test token. A repeated key gives out nothing more, and answers the same links',
  params,
  body: z
    .strictObject({
      idempotencyKey: requiredIdempotencyKey,
      recipients: z.optional(
        z.array(recipientAlias).check(
          z.maxLength(maxTokensPerCall),
          z.refine((aliases) => new Set(aliases).size === aliases.length, 'has a recipient twice'),
        ),
      ),
      /** How many links, each for whoever opens it first. */
      links: z.optional(z.int().check(z.positive(), z.maximum(maxTokensPerCall))),
    })
    .check(
      z.refine(
        ({ recipients = [], links = 0 }) => recipients.length + links >= 1 && recipients.length + links <= maxTokensPerCall,
        `gives out at least one and at most ${maxTokensPerCall}`,
      ),
    ),
  /** `links`: nowhere else, and good as soon as the job has issued their tokens. Whoever has one can claim its token. */
  answer: z.extend(tokenIssue, { links: z.optional(z.array(z.string())) }),
  refusals: {
    FORBIDDEN: 403,
    BUSINESS_NOT_VERIFIED: 403,
    /** It is closed, or its last day is over. */
    COLLECTION_ENDED: 403,
    COLLECTION_LIMIT_EXCEEDED: 403,
    GIFT_EXPIRY_TOO_SHORT: 400,
    IDEMPOTENT_OPERATION_FAILED: 403,
  },
  perMinute: 30,
})

export const listTokenIssues = endpoint({
  method: 'GET',
  path: '/api/collections/:id/tokens',
  access: 'person',
  summary: 'List what was given out of a collection, newest first, with the last 20 recipients of each',
  params,
  query: z.strictObject({ pageKey }),
  answer: page(tokenIssue),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const collectionSummary = z.object({
  ...tokenCounts.shape,
  /** Of those still out: sent and not claimed yet. */
  waiting: z.int(),
  /** Not given out yet, but about to be. */
  onTheirWay: z.int(),
  /** Of those still out: past their last day within 14 days. */
  endingSoon: z.int(),
  /** What those still out cover at most. */
  worthOut: money,
  /** From Monday, in Auckland; weeks in which nothing happened are left out. */
  weeks: z.array(z.object({ from: day, issued: z.int(), redeemed: z.int(), givenBack: z.int(), ended: z.int() })),
})
export type CollectionSummary = z.output<typeof collectionSummary>

export const getCollectionSummary = endpoint({
  method: 'GET',
  path: '/api/collections/:id/summary',
  access: 'person',
  summary: 'Count the tokens of a collection: issued − redeemed − ended + given back = still out',
  params,
  answer: collectionSummary,
  refusals: { FORBIDDEN: 403 },
})

export const redemption = z.object({
  at: timestamp,
  /** The end of its id, to tell tokens apart. */
  token: z.string(),
  amount: money,
  merchantId: id,
  merchantName: z.string(),
  paymentRequestId: id,
  shortCode: z.string(),
  /** By another business: it is paid, and the issuer owes it. */
  owed: z.boolean(),
  /** The payment was refunded, and the token can be used again. */
  givenBack: z.boolean(),
})
export type Redemption = z.output<typeof redemption>

export const listRedemptions = endpoint({
  method: 'GET',
  path: '/api/collections/:id/redemptions',
  access: 'person',
  summary: 'List where tokens of a collection were redeemed, newest first, each with its payment',
  params,
  query: z.strictObject({ pageKey }),
  answer: page(redemption),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})
