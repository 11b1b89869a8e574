import { openOrg, verifyBusiness } from '../modules/accounts/index.ts'
import { assignMerchantAccount, configureSeededMerchant } from '../modules/merchants/index.ts'
import { openWallet } from '../modules/wallets/index.ts'
import type { SeedDeps } from './deps.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { selectMerchants, settlementWallets } from './store.ts'

export interface SeededShop {
  id: string
  name: string
  test: boolean
  wallet: string
  /** Absent for shops that take no money. */
  configId?: string
}

type ShopWithWallet = Omit<SeededShop, 'configId'> & { takesMoney: boolean }

/** Opens an org account with a settlement wallet for every seeded merchant. */
export async function seedShops(deps: SeedDeps, ownerId: string): Promise<ShopWithWallet[]> {
  const shops = await selectMerchants(deps.db)
  const owned = await mapConcurrent(shops, async (shop) => {
    if (shop.accountId) {
      await verifyBusiness(deps, shop.accountId, 'seed')
      return { ...shop, accountId: shop.accountId }
    }
    const org = await openOrg(deps, ownerId, { name: shop.name, test: shop.test })
    await verifyBusiness(deps, org.id, 'seed')
    const ledgerId = shop.test ? 'nikau.nzd.test' : 'nikau.nzd.main'
    await openWallet(deps, { accountId: org.id, ledgerId, settlement: true }, `crn::user:${ownerId}`)
    await assignMerchantAccount(deps.db, shop.id, org.id)
    return { ...shop, accountId: org.id }
  })
  const accountIds = owned.map((shop) => shop.accountId)
  const wallets = await settlementWallets(deps.db, accountIds)
  return owned.map(({ id, name, test, takesMoney, accountId }) => ({ id, name, test, takesMoney, wallet: wallets.get(accountId)! }))
}

/** Configures the shops that take live money. The tokens they accept must exist already. */
export async function configureShops(deps: SeedDeps, ownerId: string, shops: readonly ShopWithWallet[]): Promise<SeededShop[]> {
  return await mapConcurrent(shops, async ({ takesMoney, ...shop }): Promise<SeededShop> => {
    if (shop.test || !takesMoney) return shop
    return { ...shop, configId: await configureSeededMerchant(deps, shop, `crn::user:${ownerId}`) }
  })
}
