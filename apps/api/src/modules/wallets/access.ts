import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectMoney, type WalletRow } from './store.ts'

/** The wallet, if the person may act for its account. Unknown ids and credit lines return undefined as well. */
export async function walletFor(db: Db, person: Person, walletId: string): Promise<WalletRow | undefined> {
  const money = await moneyFor(db, person, walletId)
  return money?.creditLine ? undefined : money
}

/** The wallet or credit line, whose activities and statements are read alike. */
export async function moneyFor(db: Db, person: Person, assetId: string): Promise<WalletRow | undefined> {
  const money = await selectMoney(db, assetId)
  return money && (await mayActFor(db, person, money.accountId)) ? money : undefined
}
