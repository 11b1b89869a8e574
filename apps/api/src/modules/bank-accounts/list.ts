import type { BankAccount } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { shown } from './show.ts'
import { selectOfAccount } from './store.ts'

export async function list(means: { db: Db; clock: Clock }, person: Person, accountId: string): Promise<BankAccount[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(means.db, person, accountId))) return refuse('FORBIDDEN')
  return await shown(means, await selectOfAccount(means.db, accountId))
}
