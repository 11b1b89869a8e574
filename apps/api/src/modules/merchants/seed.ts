import { familyOf } from '@nikau/contract/asset-display'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { insertConfig, selectAccepted, selectConfigs } from './store-configs.ts'
import { insertMerchants, insertWallets, type MerchantSeed, type WalletSeed } from './store.ts'

/** Inserts the seeded shops and wallets; existing rows are left as they are. */
export async function seedMerchants(db: Db, seeds: { merchants: MerchantSeed[]; wallets: WalletSeed[] }): Promise<number> {
  await insertWallets(db, seeds.wallets)
  return await insertMerchants(db, seeds.merchants)
}

/**
 * Configures a seeded shop for the assets it lists as accepted, and returns the configuration's id. An existing configuration is kept.
 * Gift cards of other networks are listed but redeemed at the shop's own till, so they are no payment option here.
 */
export async function configureSeededMerchant(
  deps: { db: Db; clock: Clock; ids: Ids },
  shop: { id: string; wallet: string },
  createdBy: string,
): Promise<string> {
  const [earlier] = await selectConfigs(deps.db, shop.id)
  if (earlier) return earlier.id
  const accepted = (await selectAccepted(deps.db, shop.id)).filter(({ type }) => familyOf(type) !== 'epay')
  const paymentOptions = accepted.map(({ type, productIds }) => ({
    type,
    ...(familyOf(type) === 'nikau.nzd' && { walletId: shop.wallet }),
    ...(productIds.length > 0 && { collectionIds: productIds }),
  }))
  const settings = { paymentOptions, settlementWalletId: shop.wallet, allowedRedirectUrls: [], at: deps.clock.now() }
  return (await insertConfig(deps.db, { id: deps.ids.public('mc_'), merchantId: shop.id, createdBy, ...settings })).id
}
