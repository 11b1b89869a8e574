import { openOrg } from '../accounts/index.ts'
import { configureSeeded } from '../merchants/index.ts'
import { openWallet } from '../wallets/index.ts'
import type { DemoMeans } from './means.ts'
import { sideBySide } from './side-by-side.ts'
import { giveShopTo, selectShops, settlementWallets } from './store.ts'

export interface OpenShop {
  id: string
  name: string
  test: boolean
  wallet: string
  /** How it takes payments; none for shops that take no money. */
  configId?: string
}

type SettledShop = Omit<OpenShop, 'configId'> & { takesMoney: boolean }

/** Every demo merchant belongs to an org of its own, which takes payments in a settlement wallet. */
export async function seedShops(means: DemoMeans, ownerId: string): Promise<SettledShop[]> {
  const shops = await selectShops(means.db)
  const owned = await sideBySide(shops, async (shop) => {
    if (shop.accountId) return { ...shop, accountId: shop.accountId }
    const org = await openOrg(means, ownerId, { name: shop.name, test: shop.test })
    const ledgerId = shop.test ? 'nikau.nzd.test' : 'nikau.nzd.main'
    await openWallet(means, { accountId: org.id, ledgerId, settlement: true }, `crn::user:${ownerId}`)
    await giveShopTo(means.db, shop.id, org.id)
    return { ...shop, accountId: org.id }
  })
  const accountIds = owned.map((shop) => shop.accountId)
  const wallets = await settlementWallets(means.db, accountIds)
  return owned.map(({ id, name, test, takesMoney, accountId }) => ({ id, name, test, takesMoney, wallet: wallets.get(accountId)! }))
}

/** The shops as the stories know them: those that take real money are configured for it. Their tokens have to be there already. */
export async function configureShops(means: DemoMeans, ownerId: string, shops: readonly SettledShop[]): Promise<OpenShop[]> {
  return await sideBySide(shops, async ({ takesMoney, ...shop }): Promise<OpenShop> => {
    if (shop.test || !takesMoney) return shop
    return { ...shop, configId: await configureSeeded(means, shop, `crn::user:${ownerId}`) }
  })
}
