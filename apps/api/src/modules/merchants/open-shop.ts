import type { MerchantConfig } from '@nikau/contract/merchant-configs'
import type { Tx } from '@nikau/runtime'
import { Refusal } from '../../http/refusal.ts'
import type { OpenDeps } from '../wallets/index.ts'
import { configureInTransaction } from './configure.ts'
import { defaultCategory, insertReviewed } from './create.ts'
import { normaliseRedirectUrl } from './redirects.ts'
import { findingsOf } from './review.ts'
import {
  type ConfigRow,
  type ManagedMerchantRow,
  type Place,
  selectConfigs,
  selectManagedMerchant,
  updateBranding,
  updateShopDetails,
} from './store-configs.ts'
import { insertReviews } from './store-reviews.ts'

type ShopDeps = Omit<OpenDeps, 'db'>

/** A shop as the business behind it describes it. Without a place it sells online only. */
export interface ShopDetails {
  name: string
  categoryCode?: string | undefined
  gstNumber?: string | undefined
  place?: Omit<Place, 'country'> | undefined
}

const toLocation = (place: ShopDetails['place']): Place | undefined => place && { ...place, country: 'NZ' }
/** A shop that customers find by its distance has coordinates; an address alone does not make one. */
const typeOf = (place: ShopDetails['place']) => (place?.lat !== undefined && place.lng !== undefined ? 'physical' : 'e-commerce')

/** What a new business accepts until it chooses for itself. */
const firstFamilies = ['nikau.nzd', 'nikau.token', 'quartz-one-off.nzd', 'asb-payap-one-off.nzd', 'westpac-payap-one-off.nzd']

/** Opens a test shop that can take payments at once. */
export async function openTestShop(tx: Tx, deps: ShopDeps, accountId: string, shop: ShopDetails, createdBy: string): Promise<ManagedMerchantRow> {
  const row = await insertReviewed(tx, deps, { ...shop, accountId, test: true, type: typeOf(shop.place), location: toLocation(shop.place) })
  await configureNew(tx, deps, row, { paymentOptions: firstFamilies.map((family) => ({ type: `${family}.test` })) }, createdBy)
  return row
}

/** Gives the shop what its business has changed. Another name is looked at as that of a new shop. */
export async function describeShop(tx: Tx, deps: ShopDeps, id: string, shop: ShopDetails): Promise<void> {
  const before = await selectManagedMerchant(tx, id)
  const changed = { name: shop.name === before!.name ? undefined : shop.name, gstNumber: shop.gstNumber }
  const findings = await findingsOf(tx, { accountId: before!.accountId!, test: before!.test, ...changed })
  await insertReviews(tx, id, findings, deps.clock.now())
  const categoryCode = shop.categoryCode ?? defaultCategory
  const location = toLocation(shop.place)
  await updateShopDetails(tx, id, {
    name: shop.name,
    gstNumber: shop.gstNumber,
    type: typeOf(shop.place),
    categoryCode,
    location,
    isInReview: findings.length > 0,
  })
}

/**
 * Opens the live shop of a test shop: the same name, look, address, GST number and methods, and a settlement wallet of its own. Tokens of test
 * collections, and addresses that live shops may not use, stay behind.
 */
export async function openLiveShop(tx: Tx, deps: ShopDeps, testShopId: string, createdBy: string): Promise<ManagedMerchantRow> {
  const shop = (await selectManagedMerchant(tx, testShopId))!
  const [config] = await selectConfigs(tx, testShopId)
  const location = shop.street === null ? undefined : (placeOf(shop) as Place)
  const row = await insertReviewed(tx, deps, {
    accountId: shop.accountId!,
    name: shop.name,
    type: shop.type,
    categoryCode: shop.categoryCode,
    gstNumber: shop.gstNumber ?? undefined,
    test: false,
    location,
  })
  await configureNew(tx, deps, row, liveSettings(config!), createdBy)
  await updateBranding(tx, row.id, { colour: shop.colour ?? undefined, pictureId: shop.pictureId })
  return row
}

function placeOf({ lat, lng, street, suburb, city, postCode, country }: ManagedMerchantRow): object {
  return Object.fromEntries(Object.entries({ lat, lng, street, suburb, city, postCode, country }).filter(([, value]) => value !== null))
}

function liveSettings({ paymentOptions, allowedRedirectUrls }: ConfigRow) {
  return {
    paymentOptions: paymentOptions.map(({ type, externalMerchantId, farmlandsMerchantNumber }) => ({
      type: type.replace(/\.test$/, '.main'),
      externalMerchantId,
      farmlandsMerchantNumber,
    })),
    allowedRedirectUrls: allowedRedirectUrls.filter((url) => normaliseRedirectUrl(url, false) !== undefined),
  }
}

/** The settings are ours, so that a refusal is a fault. */
async function configureNew(
  tx: Tx,
  deps: ShopDeps,
  shop: ManagedMerchantRow,
  settings: Parameters<typeof configureInTransaction>[3],
  createdBy: string,
): Promise<MerchantConfig> {
  const config = await configureInTransaction(tx, deps, shop, settings, { createdBy })
  if (config instanceof Refusal) throw new Error(`shop not configured: ${config.code}`)
  return config
}
