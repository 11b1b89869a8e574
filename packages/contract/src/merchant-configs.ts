import * as z from 'zod/mini'
import { branding, brandingChange } from './branding.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp, page, pageKey, webAddress } from './wire.ts'

/** Merchants as their own account sees them, and their payment options. */

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const coordinate = (max: number) => z.union([z.number().check(z.gte(-max), z.lte(max)), coordinateText(max)])
const coordinateText = (max: number) =>
  z.codec(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'must be a coordinate')), z.number().check(z.gte(-max), z.lte(max)), {
    decode: Number,
    encode: String,
  })

const locationBody = z.strictObject({
  lat: coordinate(90),
  lng: coordinate(180),
  street: text(120),
  suburb: z.optional(text(80)),
  city: text(80),
  postCode: z.optional(text(12)),
  state: z.optional(text(40)),
  country: z.literal('NZ'),
})

export const merchant = z.object({
  id,
  accountId: id,
  name: z.string(),
  country: z.literal('NZ'),
  type: z.enum(['physical', 'e-commerce']),
  test: z.boolean(),
  /** A merchant in review is not found by customers and takes no live payments until an operator has cleared it. */
  status: z.enum(['active', 'in-review']),
  categoryCode: z.string(),
  gstNumber: z.optional(z.string()),
  location: z.optional(
    z.object({
      lat: z.number(),
      lng: z.number(),
      street: z.string(),
      suburb: z.optional(z.string()),
      city: z.string(),
      postCode: z.optional(z.string()),
      state: z.optional(z.string()),
      country: z.string(),
    }),
  ),
  /** How customers see it. */
  branding,
  createdAt: timestamp,
})
export type Merchant = z.output<typeof merchant>

const category = z.string().check(z.regex(/^\d{4}$/, 'must be 4 digits'))
const gst = z.string().check(z.regex(/^\d{8,9}$/, 'must be 8 or 9 digits'))

export const createMerchant = endpoint({
  method: 'POST',
  path: '/api/merchants',
  access: 'person-or-key',
  summary: 'Create a merchant in an org account. A physical merchant has a location, an e-commerce merchant has none',
  body: z
    .strictObject({
      accountId: id,
      name: text(80),
      country: z.literal('NZ'),
      test: z.boolean(),
      type: z.enum(['physical', 'e-commerce']),
      location: z.optional(locationBody),
      categoryCode: z.optional(category),
      gstNumber: z.optional(gst),
    })
    .check(
      z.refine((body) => (body.type === 'physical') === (body.location !== undefined), {
        path: ['location'],
        message: 'is required for a physical merchant and not allowed otherwise',
      }),
    ),
  answer: merchant,
  refusals: { FORBIDDEN: 403, ACCOUNT_REGION_MISMATCH: 403, LIVENESS_MISMATCH: 403, BUSINESS_NOT_VERIFIED: 403, GST_NUMBER_INVALID: 400 },
})

export const updateMerchant = endpoint({
  method: 'PUT',
  path: '/api/merchants/:id',
  access: 'person-or-key',
  summary: 'Update a merchant. Omitted fields keep their value',
  params: z.object({ id }),
  body: z.strictObject({ name: z.optional(text(80)), categoryCode: z.optional(category), gstNumber: z.optional(gst), branding: z.optional(brandingChange) }),
  answer: merchant,
  refusals: {
    FORBIDDEN: 403,
    GST_NUMBER_INVALID: 400,
    /** Unknown, or of another account. */
    MEDIA_UPLOAD_NOT_FOUND: 403,
  },
})

export const getMerchant = endpoint({
  method: 'GET',
  path: '/api/merchants/:id',
  access: 'person-or-key',
  summary: 'Get a merchant',
  params: z.object({ id }),
  answer: merchant,
  refusals: { FORBIDDEN: 403 },
})

export const listMerchants = endpoint({
  method: 'GET',
  path: '/api/merchants',
  access: 'person-or-key',
  summary: 'List merchants of an account, by name',
  query: z.strictObject({ accountId: id, pageKey }),
  answer: page(merchant),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** The payment options a merchant can accept, without liveness: `nikau.nzd` is `nikau.nzd.main` or `nikau.nzd.test`. */
export const optionFamilies = [
  'nikau.nzd',
  'nikau.token',
  'cca.coke',
  'farmlands.nzd',
  'quartz-one-off.nzd',
  'asb-payap-one-off.nzd',
  'westpac-payap-one-off.nzd',
  'external',
] as const

const optionType = z
  .string()
  .check(z.refine((type) => optionFamilies.some((family) => type === `${family}.main` || type === `${family}.test`), 'must be a payment option'))

export const configOption = z.strictObject({
  type: optionType,
  /** The settlement wallet that receives the money. Created if omitted. */
  walletId: z.optional(id),
  /** The collections whose tokens are accepted. If omitted, all collections that allow this merchant. */
  collectionIds: z.optional(z.array(id).check(z.maxLength(100))),
  externalMerchantId: z.optional(text(64)),
  farmlandsMerchantNumber: z.optional(text(32)),
})
export type ConfigOption = z.output<typeof configOption>

export const merchantConfig = z.object({
  id,
  merchantId: id,
  paymentOptions: z.array(configOption),
  allowedRedirectUrls: z.array(z.string()),
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type MerchantConfig = z.output<typeof merchantConfig>

const configBody = z.strictObject({
  paymentOptions: z.array(configOption).check(z.minLength(1), z.maxLength(20)),
  /** URLs that payers may be redirected to, compared by origin and path. */
  allowedRedirectUrls: z.optional(z.array(webAddress).check(z.maxLength(50))),
})

const configRefusals = {
  FORBIDDEN: 403,
  BUSINESS_NOT_VERIFIED: 403,
  LIVENESS_MISMATCH: 403,
  INVALID_WALLET_TYPE: 403,
  COLLECTIONS_INVALID: 403,
  REDIRECT_URL_INVALID: 403,
  ACCOUNT_MAX_WALLETS_REACHED: 403,
} as const

export const createMerchantConfig = endpoint({
  method: 'POST',
  path: '/api/merchants/:merchantId/configs',
  access: 'person-or-key',
  summary: 'Create a merchant configuration: payment options and allowed redirect URLs',
  params: z.object({ merchantId: id }),
  body: configBody,
  answer: merchantConfig,
  refusals: configRefusals,
})

export const updateMerchantConfig = endpoint({
  method: 'PUT',
  path: '/api/merchants/:merchantId/configs/:configId',
  access: 'person-or-key',
  summary: 'Replace a merchant configuration. Existing payment requests keep the old one',
  params: z.object({ merchantId: id, configId: id }),
  body: configBody,
  answer: merchantConfig,
  refusals: configRefusals,
})

export const listMerchantConfigs = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/configs',
  access: 'person-or-key',
  summary: 'List configurations of a merchant',
  params: z.object({ merchantId: id }),
  answer: z.array(merchantConfig),
  refusals: { FORBIDDEN: 403 },
})

export const getMerchantConfig = endpoint({
  method: 'GET',
  path: '/api/merchant-configs/:id',
  access: 'person-or-key',
  summary: 'Get a merchant configuration',
  params: z.object({ id }),
  answer: merchantConfig,
  refusals: { FORBIDDEN: 403 },
})
