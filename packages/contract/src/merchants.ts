import * as z from 'zod/mini'
import { brandColour } from './branding.ts'
import { endpoint } from './endpoint.ts'
import { decimal, id, timestamp, page, pageKey, repeated } from './wire.ts'

export const location = z.object({
  lat: z.number(),
  lng: z.number(),
  street: z.string(),
  suburb: z.string(),
  city: z.string(),
  postCode: z.string(),
  state: z.string(),
  country: z.string(),
})
export type Location = z.output<typeof location>

export const acceptedAsset = z.object({ assetType: z.string(), products: z.array(z.object({ id: z.string() })) })

export const merchantSearchResult = z.object({
  id,
  name: z.string(),
  categoryCode: z.string(),
  acceptedAssets: z.array(acceptedAsset),
  location: z.optional(location),
})
export type MerchantSearchResult = z.output<typeof merchantSearchResult>

/** `-41.29,174.78` */
const origin = z.codec(
  z.string().check(z.regex(/^-?\d{1,2}(\.\d{1,12})?,-?\d{1,3}(\.\d{1,12})?$/, 'must be latitude,longitude')),
  z.object({ lat: z.number().check(z.gte(-90), z.lte(90)), lng: z.number().check(z.gte(-180), z.lte(180)) }),
  {
    decode: (text) => {
      const [lat, lng] = text.split(',').map(Number)
      return { lat: lat!, lng: lng! }
    },
    encode: (point) => `${point.lat},${point.lng}`,
  },
)

/** An asset type, optionally with a product: `nikau.nzd.main` or `nikau.token.main,c_collection`. */
const assetFilter = z.codec(
  z.string().check(z.regex(/^[\w.-]{1,64}(,[\w-]{1,64})?$/, 'must be type or type,id')),
  z.object({ type: z.string(), id: z.optional(z.string()) }),
  {
    decode: (text) => {
      const [type, productId] = text.split(',')
      return productId === undefined ? { type: type! } : { type: type!, id: productId }
    },
    encode: (asset) => (asset.id === undefined ? asset.type : `${asset.type},${asset.id}`),
  },
)

export const searchMerchants = endpoint({
  method: 'GET',
  path: '/api/merchants/search',
  access: 'public',
  summary: 'Search merchants by location or name, nearest first',
  query: z.strictObject({
    origin: z.optional(origin),
    /** Kilometres from the origin. */
    distance: z.optional(decimal.check(z.gt(0), z.lte(2000))),
    asset: z.optional(repeated(assetFilter)),
    name: z.optional(z.string().check(z.maxLength(80))),
    test: z.optional(z.enum(['true', 'false'])),
    pageKey,
    paginationLimit: z.optional(decimal.check(z.multipleOf(1), z.gte(1), z.lte(100))),
  }),
  answer: page(merchantSearchResult),
  refusals: {},
  paged: true,
  perMinute: 300,
})

export const defaultDistanceKm = 5

export const merchantSummary = z.object({
  id,
  name: z.string(),
  test: z.boolean(),
  /** Its business is verified, and its name is not in doubt. */
  verified: z.optional(z.boolean()),
  /** Its picture: below the API base, or a complete address. */
  logo: z.optional(z.string()),
  colour: z.optional(brandColour),
  location: z.optional(location),
})
export type MerchantSummary = z.output<typeof merchantSummary>

export const getMerchantSummary = endpoint({
  method: 'GET',
  path: '/api/merchants/:id/summary',
  access: 'public',
  summary: 'Get the public summary of a merchant',
  params: z.object({ id }),
  answer: merchantSummary,
  refusals: { FORBIDDEN: 403 },
})

export const supportedWallet = z.object({
  id,
  name: z.string(),
  accountId: z.string(),
  connectUrl: z.string(),
  payUrl: z.string(),
  logoMediaUploadId: z.optional(z.string()),
  logoImg: z.optional(z.string()),
  primaryColorHex: z.string(),
  status: z.string(),
  assetTypes: z.array(z.object({ id: z.string(), collectionId: z.optional(z.string()) })),
  createdAt: timestamp,
  createdBy: z.string(),
  test: z.boolean(),
})
export type SupportedWallet = z.output<typeof supportedWallet>

export const listSupportedWallets = endpoint({
  method: 'GET',
  path: '/api/merchants/:id/supported-wallets',
  access: 'public',
  summary: 'List wallet apps that can pay a merchant',
  params: z.object({ id }),
  answer: z.array(supportedWallet),
  refusals: { FORBIDDEN: 403 },
})

/** The display name of an accepted asset type; types without a name are not listed. */
export function acceptedAssetName(assetType: string): string | undefined {
  if (assetType === 'nikau.nzd.main') return 'Nikau NZD'
  if (assetType === 'epay.main' || assetType === 'epay.nzd.main') return 'GiftStation'
  return undefined
}

/** `Te Aro, Wellington`; a suburb named like its city is shown once. */
export function formatLocation(place: Location): string {
  return [...new Set([place.suburb, place.city])].filter(Boolean).join(', ')
}

/** The first two of street, suburb and city that are present. */
export function formatAddress(place: Location): string {
  return [place.street, place.suburb, place.city].filter(Boolean).slice(0, 2).join(', ')
}

const earthRadiusKm = 6371

/** Great-circle distance in kilometres. */
export function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const h = Math.sin(rad(b.lat - a.lat) / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(rad(b.lng - a.lng) / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)))
}
