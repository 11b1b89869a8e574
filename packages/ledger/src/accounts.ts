import type { Tx } from '@nikau/runtime'
import type { RefusalCode } from './groups.ts'
import { insertAccounts, type Limits, type NewAccount, updateLimits } from './store.ts'

/** The id belongs to an account with another unit, kind or owner: two features use the same id for different things. */
export class AccountConflict extends Error {}

/** Opens accounts in the caller's transaction. Idempotent. */
export async function openAccounts(tx: Tx, accounts: readonly NewAccount[], now?: Date): Promise<void> {
  if (accounts.length === 0) return
  const conflicts = await insertAccounts(tx, accounts, now)
  if (conflicts.length > 0) throw new AccountConflict(`accounts exist with another unit, kind or owner: ${conflicts.join(', ')}`)
}

export async function changeLimits(tx: Tx, id: string, limits: Limits, now?: Date): Promise<RefusalCode | undefined> {
  return await updateLimits(tx, id, limits, now)
}
