import type { BankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { countPendingTopUps } from '../funds-transfers/index.ts'
import { shownOne } from './show.ts'
import { archive, lockBankAccount } from './store.ts'

type Refused = 'FORBIDDEN' | 'TRANSFERS_IN_FLIGHT'

/**
 * Unlinks a bank account and ends its authority. Not while a top-up is under way or held, which needs the account to come to its
 * end; a withdrawal that is on its way still arrives.
 */
export async function unlink(means: { db: Db; clock: Clock }, person: Person, id: string): Promise<BankAccount | Refusal<Refused>> {
  return await inTransaction(means.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    if ((await countPendingTopUps(tx, id)) > 0) return refuse('TRANSFERS_IN_FLIGHT')
    await archive(tx, id, means.clock.now())
    return await shownOne({ db: tx, clock: means.clock }, id)
  })
}
