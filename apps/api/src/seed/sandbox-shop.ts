import { farmCardFamily } from '@nikau/contract/card-verification'
import { oneOffFamily } from '@nikau/contract/one-off-payments'
import type { Secret } from '@nikau/runtime'
import { Refusal } from '../http/refusal.ts'
import { openOrg, verifyBusiness } from '../modules/accounts/index.ts'
import { allowRedemption } from '../modules/assets/index.ts'
import { createKey } from '../modules/api-keys/index.ts'
import { configure, createMerchant, findConfig } from '../modules/merchants/index.ts'
import { addProvedEndpoint } from '../modules/webhooks/index.ts'
import type { SeedDeps } from './deps.ts'

/** The sandbox shop's configuration. Its id is fixed, so that the shop's own process can be configured with it. */
export const sandboxShopConfigId = 'mc_sandboxShop'
/** Its webhook endpoint, whose keys the shop reads. */
const sandboxShopWebhookId = 'wh_sandboxShop'

/** Test tokens for a hot drink, which some seeded people hold. */
const testHotDrinkCollection = 'tHotDrinkTest9kQ2mVxWz'

/**
 * Creates everything the sandbox shop needs: Rangi's org, a test merchant, a configuration with a settlement wallet, an API key
 * and a webhook endpoint. The key is chosen by the environment that is starting, so that it can hand it to the shop's process.
 */
export async function seedSandboxShop(
  deps: SeedDeps,
  shop: { ownerId: string; key: Secret; ownerKey?: Secret; origin: string; webhookSecret: Secret },
): Promise<boolean> {
  if (await findConfig(deps.db, sandboxShopConfigId)) return false
  const owner = { personId: shop.ownerId }
  const createdBy = `crn::user:${shop.ownerId}`
  const org = await openOrg(deps, shop.ownerId, { name: 'Tōtara Market Ltd', test: true })
  await verifyBusiness(deps, org.id, 'seed')
  const body = {
    accountId: org.id,
    name: 'Tōtara Market',
    country: 'NZ',
    test: true,
    type: 'e-commerce',
    categoryCode: '5499',
    gstNumber: '140107697',
  } as const
  const merchant = unwrap(await createMerchant(deps, { actor: owner }, body))
  const options = [
    'nikau.nzd.test',
    'nikau.token.test',
    'external.test',
    `${farmCardFamily}.test`,
    ...Object.values(oneOffFamily).map((family) => `${family}.test`),
  ].map((type) => ({
    type,
  }))
  const settings = { paymentOptions: options, allowedRedirectUrls: [`${shop.origin}/`] }
  const unbranded = { colour: null, pictureId: null }
  const row = {
    ...merchant,
    gstNumber: merchant.gstNumber ?? null,
    lat: null,
    lng: null,
    street: null,
    suburb: null,
    city: null,
    postCode: null,
    state: null,
    ...unbranded,
  }
  unwrap(await configure(deps, row, settings, { createdBy, id: sandboxShopConfigId }))
  const allowedProducts = [{ sku: 'flat-white', name: 'Flat white', maxValue: '750' }]
  unwrap(await allowRedemption(deps.db, { collectionId: testHotDrinkCollection, merchantId: merchant.id, allowedProducts }))
  unwrap(await createKey(deps, { accountId: org.id, name: 'shop', role: 'merchant-terminal', createdBy }, shop.key.reveal()))
  if (shop.ownerKey) unwrap(await createKey(deps, { accountId: org.id, name: 'owner', role: 'account-owner', createdBy }, shop.ownerKey.reveal()))
  const endpoint = { id: sandboxShopWebhookId, accountId: org.id, url: `${shop.origin}/webhooks`, createdBy }
  await addProvedEndpoint({ ...deps, secret: shop.webhookSecret }, endpoint)
  return true
}

function unwrap<T>(answer: T | Refusal<string>): T {
  if (answer instanceof Refusal) throw new Error(`sandbox shop cannot be seeded: ${answer.code}`)
  return answer
}
