import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, moment, page, pageKey, webAddress } from './wire.ts'

/** A merchant as its own account sees it, and how its requests can be paid. */

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const coordinate = (most: number) => z.union([z.number().check(z.gte(-most), z.lte(most)), coordinateText(most)])
const coordinateText = (most: number) =>
  z.codec(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/, 'must be a coordinate')), z.number().check(z.gte(-most), z.lte(most)), {
    decode: Number,
    encode: String,
  })

const place = z.strictObject({
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
  createdAt: moment,
})
export type Merchant = z.output<typeof merchant>

const category = z.string().check(z.regex(/^\d{4}$/, 'must be four digits'))
const gst = z.string().check(z.regex(/^\d{8,9}$/, 'must be eight or nine digits'))

export const createMerchant = endpoint({
  method: 'POST',
  path: '/api/merchants',
  access: 'person-or-key',
  summary: 'Adds a merchant to an org account. A shop with a door has a location, a web shop has none',
  body: z
    .strictObject({
      accountId: id,
      name: text(80),
      country: z.literal('NZ'),
      test: z.boolean(),
      type: z.enum(['physical', 'e-commerce']),
      location: z.optional(place),
      categoryCode: z.optional(category),
      gstNumber: z.optional(gst),
    })
    .check(
      z.refine((body) => (body.type === 'physical') === (body.location !== undefined), {
        path: ['location'],
        message: 'is needed for a physical merchant, and only there',
      }),
    ),
  answer: merchant,
  refusals: { FORBIDDEN: 403, ACCOUNT_REGION_MISMATCH: 403, LIVENESS_MISMATCH: 403, GST_NUMBER_INVALID: 400 },
})

export const updateMerchant = endpoint({
  method: 'PUT',
  path: '/api/merchants/:id',
  access: 'person-or-key',
  summary: 'Changes a merchant; what is left out stays',
  params: z.object({ id }),
  body: z.strictObject({ name: z.optional(text(80)), categoryCode: z.optional(category), gstNumber: z.optional(gst) }),
  answer: merchant,
  refusals: { FORBIDDEN: 403, GST_NUMBER_INVALID: 400 },
})

export const getMerchant = endpoint({
  method: 'GET',
  path: '/api/merchants/:id',
  access: 'person-or-key',
  summary: 'A merchant of one of the caller’s accounts',
  params: z.object({ id }),
  answer: merchant,
  refusals: { FORBIDDEN: 403 },
})

export const listMerchants = endpoint({
  method: 'GET',
  path: '/api/merchants',
  access: 'person-or-key',
  summary: 'The merchants of an account, by name',
  query: z.strictObject({ accountId: id, pageKey }),
  answer: page(merchant),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** Everything a merchant can take, without the liveness: `nikau.nzd` is `nikau.nzd.main` or `nikau.nzd.test`. */
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
  .check(z.refine((type) => optionFamilies.some((family) => type === `${family}.main` || type === `${family}.test`), 'is not a payment option'))

export const configOption = z.strictObject({
  type: optionType,
  /** Where the money goes: a settlement wallet of the merchant's account. One is opened when none is named. */
  walletId: z.optional(id),
  /** The collections whose tokens are taken; all that allow this merchant when none is named. */
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
  createdAt: moment,
  updatedAt: moment,
})
export type MerchantConfig = z.output<typeof merchantConfig>

const configBody = z.strictObject({
  paymentOptions: z.array(configOption).check(z.minLength(1), z.maxLength(20)),
  /** A shopper may be sent back to addresses under these, compared by origin and path. */
  allowedRedirectUrls: z.optional(z.array(webAddress).check(z.maxLength(50))),
})

const configRefusals = {
  FORBIDDEN: 403,
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
  summary: 'Says how requests of a merchant can be paid and where shoppers may be sent back to',
  params: z.object({ merchantId: id }),
  body: configBody,
  answer: merchantConfig,
  refusals: configRefusals,
})

export const updateMerchantConfig = endpoint({
  method: 'PUT',
  path: '/api/merchants/:merchantId/configs/:configId',
  access: 'person-or-key',
  summary: 'Replaces a configuration, for requests made from now on',
  params: z.object({ merchantId: id, configId: id }),
  body: configBody,
  answer: merchantConfig,
  refusals: configRefusals,
})

export const listMerchantConfigs = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/configs',
  access: 'person-or-key',
  summary: "A merchant's configurations",
  params: z.object({ merchantId: id }),
  answer: z.array(merchantConfig),
  refusals: { FORBIDDEN: 403 },
})

export const getMerchantConfig = endpoint({
  method: 'GET',
  path: '/api/merchant-configs/:id',
  access: 'person-or-key',
  summary: 'One configuration of a merchant of the caller’s',
  params: z.object({ id }),
  answer: merchantConfig,
  refusals: { FORBIDDEN: 403 },
})
