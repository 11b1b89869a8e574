import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { decimal, id, moment, money, page, pageKey } from './wire.ts'

/** Money or a token. Older answers say `wallet` where money is meant. */
export const assetCategory = z.codec(z.enum(['money', 'token', 'wallet']), z.enum(['money', 'token']), {
  decode: (category) => (category === 'wallet' ? 'money' : category),
  encode: (category) => category,
})

/** Only `active` spends. A spent token becomes active again when it is refunded. */
export const assetStatus = z.enum(['active', 'disabled', 'expired', 'spent', 'archived'])
export type AssetStatus = z.output<typeof assetStatus>

/**
 * Whatever a person holds: an NZD wallet, a gift or voucher token, a promotional token of an issuer, a farm-supplies
 * credit line (which has a limit besides its balance). `type` is the ledger's id and ends in `.main` or `.test`.
 */
export const asset = z.object({
  id,
  accountId: id,
  category: assetCategory,
  type: z.string(),
  liveness,
  status: assetStatus,
  createdAt: moment,
  currency: z.optional(z.string()),
  balance: z.optional(money),
  /** What of the balance is not held by a pre-authorisation, a withdrawal on its way or a transfer not yet claimed. */
  availableBalance: z.optional(money),
  initialBalance: z.optional(money),
  balanceUpdatedAt: z.optional(moment),
  limit: z.optional(money),
  value: z.optional(z.array(z.object({ currency: z.string(), amount: money }))),
  activeFrom: z.optional(moment),
  expiresAt: z.optional(moment),
  description: z.optional(z.string()),
  externalId: z.optional(z.string()),
  productCode: z.optional(z.string()),
  collectionId: z.optional(id),
  conditions: z.optional(z.array(z.string())),
  settlement: z.optional(z.boolean()),
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
  summary: 'Everything the account holds, archived assets left out',
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
  summary: 'One asset of the caller',
  params: z.object({ id }),
  answer: asset,
  refusals: { FORBIDDEN: 403 },
})

/** Something that happened to a token of the account: what an activity list filtered to tokens shows. */
export const tokenActivity = z.object({
  assetId: id,
  action: z.enum(['received', 'redeemed', 'refunded', 'sent']),
  description: z.string(),
  /** The issuer it came from, the merchant it was used at, or the person it went to. */
  party: z.optional(z.string()),
  createdAt: moment,
  liveness,
})
export type TokenActivity = z.output<typeof tokenActivity>

export const listTokenActivities = endpoint({
  method: 'GET',
  path: '/api/accounts/:accountId/token-activities',
  access: 'person',
  summary: "What happened to the account's tokens, newest first",
  params: z.object({ accountId: id }),
  query: z.strictObject({ pageKey, paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))) }),
  answer: page(tokenActivity),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** What anyone who has an asset's id may know: never its owner, never its balance. */
export const assetSummary = z.object({
  id,
  issuer: z.optional(z.string()),
  description: z.optional(z.string()),
  expiresAt: z.optional(moment),
  img: z.optional(z.string()),
  liveness,
})
export type AssetSummary = z.output<typeof assetSummary>

export const getAssetSummary = endpoint({
  method: 'GET',
  path: '/api/assets/:id/summary',
  access: 'public',
  summary: 'What anyone may know of an asset',
  params: z.object({ id }),
  answer: assetSummary,
  refusals: { FORBIDDEN: 403 },
})
