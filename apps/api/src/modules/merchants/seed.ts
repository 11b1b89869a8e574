import type { Db } from '@nikau/runtime'
import { insertMerchants, insertWallets, type MerchantSeed, type WalletSeed } from './store.ts'

/** Puts the demo shops and wallets in; those that are there already stay as they are. */
export async function seedMerchants(db: Db, seeds: { merchants: MerchantSeed[]; wallets: WalletSeed[] }): Promise<number> {
  await insertWallets(db, seeds.wallets)
  return await insertMerchants(db, seeds.merchants)
}
