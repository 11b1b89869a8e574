import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectWallet, type WalletRow } from './store.ts'

/** The wallet, if the person may act for its account. Unknown ids return undefined as well. */
export async function walletFor(db: Db, person: Person, walletId: string): Promise<WalletRow | undefined> {
  const wallet = await selectWallet(db, walletId)
  return wallet && (await mayActFor(db, person, wallet.accountId)) ? wallet : undefined
}
