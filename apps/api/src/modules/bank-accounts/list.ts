import type { BankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { isNewPayeeUntil, type NewPayeeWait } from '../funds-transfers/index.ts'
import { presentBankAccounts } from './present.ts'
import { selectByAccount } from './store.ts'

export interface ListDeps {
  db: Db
  clock: Clock
  newPayee: NewPayeeWait
}

export async function list(deps: ListDeps, person: Person, accountId: string): Promise<BankAccount[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(deps.db, person, accountId))) return refuse('FORBIDDEN')
  const accounts = await presentBankAccounts(deps, await selectByAccount(deps.db, accountId))
  return accounts.map((account) => {
    const until = isNewPayeeUntil(deps.newPayee, account.createdAt)
    return until > deps.clock.now() ? { ...account, newPayee: { cap: deps.newPayee.cap, until } } : account
  })
}
