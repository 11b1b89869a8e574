import type { BankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { countPendingTopUps } from '../funds-transfers/index.ts'
import { closePayeeException } from './payee-check.ts'
import { presentBankAccount } from './present.ts'
import { archiveBankAccount, lockBankAccount } from './store.ts'

type Refused = 'FORBIDDEN' | 'TRANSFERS_IN_FLIGHT'

/**
 * Unlinks a bank account and ends its authority. Refused while a top-up is pending or held, because it still needs the account; a
 * pending withdrawal still arrives.
 */
export async function unlink(deps: { db: Db; clock: Clock }, person: Person, id: string): Promise<BankAccount | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<BankAccount | Refusal<Refused>> => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    if ((await countPendingTopUps(tx, id)) > 0) return refuse('TRANSFERS_IN_FLIGHT')
    const at = deps.clock.now()
    await archiveBankAccount(tx, id, at)
    await closePayeeException(tx, id, at)
    return await presentBankAccount({ db: tx, clock: deps.clock }, id)
  })
}
