import type { FundsTransfer } from '@nikau/contract/funds-transfers'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import type { TransferType } from './rules.ts'
import { toFundsTransfer } from './present.ts'
import { selectByAccount, selectByPerson, selectRecentTopUps, selectTransfer } from './store.ts'

/** Unknown ids return FORBIDDEN, as for another person's transfer. */
export async function read(db: Db, person: Person, id: string): Promise<FundsTransfer | Refusal<'FORBIDDEN'>> {
  const transfer = await selectTransfer(db, id)
  return transfer && (await mayActFor(db, person, transfer.accountId)) ? toFundsTransfer(transfer) : refuse('FORBIDDEN')
}

export async function listMine(db: Db, person: Person): Promise<FundsTransfer[]> {
  return (await selectByPerson(db, person.personId, 'topup')).map(toFundsTransfer)
}

export async function list(db: Db, person: Person, accountId: string, type: TransferType): Promise<FundsTransfer[] | Refusal<'FORBIDDEN'>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  return (await selectByAccount(db, accountId, type)).map(toFundsTransfer)
}

const recentMs = 30 * 86_400_000

/** The top-ups of the last 30 days by bank account, newest first. */
export async function recentTopUps(db: Db, bankAccountIds: readonly string[], now: Date): Promise<Map<string, FundsTransfer[]>> {
  const rows = await selectRecentTopUps(db, bankAccountIds, new Date(now.getTime() - recentMs))
  return Map.groupBy(rows.map(toFundsTransfer), (topUp) => topUp.bankAccountId)
}
