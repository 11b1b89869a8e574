import { openOrg } from '../accounts/index.ts'
import { openWallet } from '../wallets/index.ts'
import type { DemoMeans } from './means.ts'
import { sideBySide } from './side-by-side.ts'
import { giveShopTo, selectShops, settlementWallets } from './store.ts'

export interface OpenShop {
  id: string
  name: string
  test: boolean
  wallet: string
}

/** Every demo merchant belongs to an org of its own, which takes payments in a settlement wallet. */
export async function seedShops(means: DemoMeans, ownerId: string): Promise<OpenShop[]> {
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
  return owned.map(({ id, name, test, accountId }) => ({ id, name, test, wallet: wallets.get(accountId)! }))
}
