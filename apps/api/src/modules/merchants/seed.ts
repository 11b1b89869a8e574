import { familyOf } from '@nikau/contract/asset-display'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { insertConfig, selectAccepted, selectConfigs } from './store-configs.ts'
import { insertMerchants, insertWallets, type MerchantSeed, type WalletSeed } from './store.ts'

/** Puts the demo shops and wallets in; those that are there already stay as they are. */
export async function seedMerchants(db: Db, seeds: { merchants: MerchantSeed[]; wallets: WalletSeed[] }): Promise<number> {
  await insertWallets(db, seeds.wallets)
  return await insertMerchants(db, seeds.merchants)
}

/**
 * Configures a demo shop to take what it is said to accept, and answers the configuration's id. One that has it keeps it. Gift cards
 * of other networks are said to be accepted and taken at the shop's own till, so no request of ours is paid with one.
 */
export async function configureSeeded(means: { db: Db; clock: Clock; ids: Ids }, shop: { id: string; wallet: string }, createdBy: string): Promise<string> {
  const [earlier] = await selectConfigs(means.db, shop.id)
  if (earlier) return earlier.id
  const accepted = (await selectAccepted(means.db, shop.id)).filter(({ type }) => familyOf(type) !== 'epay')
  const paymentOptions = accepted.map(({ type, productIds }) => ({
    type,
    ...(familyOf(type) === 'nikau.nzd' && { walletId: shop.wallet }),
    ...(productIds.length > 0 && { collectionIds: productIds }),
  }))
  const wanted = { paymentOptions, settlementWalletId: shop.wallet, allowedRedirectUrls: [], at: means.clock.now() }
  return (await insertConfig(means.db, { id: means.ids.public('mc_'), merchantId: shop.id, createdBy, ...wanted })).id
}
