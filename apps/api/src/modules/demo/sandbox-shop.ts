import { farmCardFamily } from '@nikau/contract/card-verification'
import { oneOffFamily } from '@nikau/contract/one-off-payments'
import type { Secret } from '@nikau/runtime'
import { Refusal } from '../../http/refusal.ts'
import { openOrg } from '../accounts/index.ts'
import { allowRedemption } from '../assets/index.ts'
import { createKey } from '../api-keys/index.ts'
import { configure, createMerchant, findConfig } from '../merchants/index.ts'
import { addEndpoint } from '../webhooks/index.ts'
import type { DemoMeans } from './means.ts'

/** The configuration under which the sandbox shop sells: a fixed id, so that it can be told without asking. */
export const sandboxShopConfig = 'mc_sandboxShop'

/** Play tokens for a hot drink, which some people of the demo world hold. */
const testHotDrink = 'tHotDrinkTest9kQ2mVxWz'

/**
 * Gives the sandbox shop what a merchant has: an org of rangi's, a test merchant, a configuration with a settlement wallet, a key
 * and an endpoint for webhooks. The key is a secret of the world that is being started, and known to nobody else.
 */
export async function seedSandboxShop(means: DemoMeans, shop: { ownerId: string; key: Secret; origin: string; webhookSecret: Secret }): Promise<boolean> {
  if (await findConfig(means.db, sandboxShopConfig)) return false
  const owner = { personId: shop.ownerId }
  const createdBy = `crn::user:${shop.ownerId}`
  const org = await openOrg(means, shop.ownerId, { name: 'Tōtara Market Ltd', test: true })
  const body = {
    accountId: org.id,
    name: 'Tōtara Market',
    country: 'NZ',
    test: true,
    type: 'e-commerce',
    categoryCode: '5499',
    gstNumber: '140107697',
  } as const
  const merchant = done(await createMerchant(means, owner, body))
  const options = [
    'nikau.nzd.test',
    'nikau.token.test',
    'external.test',
    `${farmCardFamily}.test`,
    ...Object.values(oneOffFamily).map((family) => `${family}.test`),
  ].map((type) => ({
    type,
  }))
  const wanted = { paymentOptions: options, allowedRedirectUrls: [`${shop.origin}/`] }
  const row = { ...merchant, gstNumber: merchant.gstNumber ?? null, lat: null, lng: null, street: null, suburb: null, city: null, postCode: null, state: null }
  done(await configure(means, row, wanted, createdBy, undefined, sandboxShopConfig))
  const allowedProducts = [{ sku: 'flat-white', name: 'Flat white', maxValue: '750' }]
  done(await allowRedemption(means.db, { collectionId: testHotDrink, merchantId: merchant.id, allowedProducts }))
  done(await createKey(means, { accountId: org.id, name: 'shop', role: 'merchant-terminal', createdBy }, shop.key.reveal()))
  done(await addEndpoint({ ...means, secret: shop.webhookSecret, apiOrigin: '' }, { accountId: org.id, url: `${shop.origin}/webhooks`, createdBy }))
  return true
}

function done<T>(answer: T | Refusal<string>): T {
  if (answer instanceof Refusal) throw new Error(`the sandbox shop could not be set up: ${answer.code}`)
  return answer
}
