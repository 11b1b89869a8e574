import type { Tx } from '@nikau/runtime'
import type { RefusalCode } from './groups.ts'
import { insertAccounts, type Limits, type NewAccount, updateLimits } from './store.ts'

/** The id is taken by an account of another unit, kind or owner: two features use the same name for different things. */
export class AccountTaken extends Error {}

/** Opens accounts in the caller's transaction. Opening the same one again changes nothing, so it can be repeated. */
export async function openAccounts(tx: Tx, accounts: readonly NewAccount[], now?: Date): Promise<void> {
  const taken = await insertAccounts(tx, accounts, now)
  if (taken.length > 0) throw new AccountTaken(`already open with another nature: ${taken.join(', ')}`)
}

export async function changeLimits(tx: Tx, id: string, limits: Limits, now?: Date): Promise<RefusalCode | undefined> {
  return await updateLimits(tx, id, limits, now)
}
