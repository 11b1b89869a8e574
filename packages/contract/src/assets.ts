import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { decimal, id, timestamp, money, page, pageKey } from './wire.ts'

/** Older answers use `wallet` for money. */
export const assetCategory = z.codec(z.enum(['money', 'token', 'wallet']), z.enum(['money', 'token']), {
  decode: (category) => (category === 'wallet' ? 'money' : category),
  encode: (category) => category,
})

/** Only an `active` asset can be spent. A spent token becomes active again when it is refunded. */
export const assetStatus = z.enum(['active', 'disabled', 'expired', 'spent', 'archived'])
export type AssetStatus = z.output<typeof assetStatus>

/**
 * An NZD wallet, a gift or voucher token, an issuer's promotional token, or a farm-supplies credit line (with a limit as well
 * as a balance). `type` is the id of the ledger and ends in `.main` or `.test`.
 */
export const asset = z.object({
  id,
  accountId: id,
  category: assetCategory,
  type: z.string(),
  liveness,
  status: assetStatus,
  createdAt: timestamp,
  currency: z.optional(z.string()),
  balance: z.optional(money),
  /** The balance less holds for pre-authorisations, pending withdrawals and unclaimed transfers. */
  availableBalance: z.optional(money),
  initialBalance: z.optional(money),
  balanceUpdatedAt: z.optional(timestamp),
  limit: z.optional(money),
  value: z.optional(z.array(z.object({ currency: z.string(), amount: money }))),
  activeFrom: z.optional(timestamp),
  expiresAt: z.optional(timestamp),
  description: z.optional(z.string()),
  externalId: z.optional(z.string()),
  productCode: z.optional(z.string()),
  collectionId: z.optional(id),
  conditions: z.optional(z.array(z.string())),
  settlement: z.optional(z.boolean()),
  /** Complete, or below the API base. */
  img: z.optional(z.string()),
  brandName: z.optional(z.string()),
  brandImg: z.optional(z.string()),
  brandWebsite: z.optional(z.string()),
  issuer: z.optional(z.string()),
  issuerImg: z.optional(z.string()),
  issuerWebsite: z.optional(z.string()),
})
export type Asset = z.output<typeof asset>

export const listAssets = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/assets',
  access: 'person',
  summary: 'List the assets of an account, except archived ones',
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey, paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))) }),
  answer: page(asset),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

export const getAsset = endpoint({
  method: 'GET',
  path: '/api/assets/:id',
  access: 'person',
  summary: 'Get an asset',
  params: z.object({ id }),
  answer: asset,
  refusals: { FORBIDDEN: 403 },
})

/** One entry in the activity list of the account's tokens. */
export const tokenActivity = z.object({
  assetId: id,
  /** `returned`: sent, and not claimed. */
  action: z.enum(['received', 'redeemed', 'refunded', 'sent', 'returned']),
  description: z.string(),
  /** The issuer, the merchant or the recipient, depending on the action. */
  party: z.optional(z.string()),
  createdAt: timestamp,
  liveness,
})
export type TokenActivity = z.output<typeof tokenActivity>

export const listTokenActivities = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/token-activities',
  access: 'person',
  summary: 'List token activities of an account, newest first',
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey, paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))) }),
  answer: page(tokenActivity),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** Public details of an asset: never its owner or balance. */
export const assetSummary = z.object({
  id,
  issuer: z.optional(z.string()),
  description: z.optional(z.string()),
  expiresAt: z.optional(timestamp),
  /** Complete, or below the API base. */
  img: z.optional(z.string()),
  liveness,
})
export type AssetSummary = z.output<typeof assetSummary>

export const getAssetSummary = endpoint({
  method: 'GET',
  path: '/api/assets/:id/summary',
  access: 'public',
  summary: 'Get the public summary of an asset',
  params: z.object({ id }),
  answer: assetSummary,
  refusals: { FORBIDDEN: 403 },
})
