import type { BankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { presentBankAccounts } from './present.ts'
import { selectByAccount } from './store.ts'

export async function list(deps: { db: Db; clock: Clock }, person: Person, accountId: string): Promise<BankAccount[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(deps.db, person, accountId))) return refuse('FORBIDDEN')
  return await presentBankAccounts(deps, await selectByAccount(deps.db, accountId))
}
