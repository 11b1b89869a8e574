import type { FundsTransfer } from '@nikau/contract/funds-transfers'
import { type Cents, cents } from '@nikau/money'
import { type CalendarDate, intervalBounds } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { timelineOf, type TransferType } from './rules.ts'
import { toFundsTransfer } from './present.ts'
import { selectByAccount, selectByPerson, selectDebits, selectRecentTopUps, selectTransfer } from './store.ts'

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
  return Map.groupBy(rows.map(toFundsTransfer), (topUp) => topUp.bankAccountId!)
}

/** What top-ups have taken from a bank account. */
export interface DebitUse {
  /** In the month. */
  used: Cents
  last: { at: Date; amount: Cents } | undefined
  /** Of the next debit that has not gone to the bank yet. */
  nextDate: CalendarDate | undefined
}

/** What was debited from bank accounts in a month (`2026-11`), last, and what comes next. */
export async function debitUse(db: Db, bankAccountIds: readonly string[], month: string): Promise<Map<string, DebitUse>> {
  const { from, to } = intervalBounds(month)
  const rows = Map.groupBy(await selectDebits(db, bankAccountIds, from), (row) => row.bankAccountId!)
  const useOf = (id: string): DebitUse => {
    const debits = rows.get(id) ?? []
    const inMonth = debits.filter(({ createdAt }) => createdAt >= from && createdAt < to)
    const days = debits.flatMap((debit) => timelineOf(debit).flatMap(({ key, by }) => (key === 'sent' && by !== undefined ? [by] : [])))
    return {
      used: cents(inMonth.reduce((sum, { amount }) => sum + amount, 0n)),
      last: debits[0] && { at: debits[0].createdAt, amount: debits[0].amount },
      nextDate: days.toSorted()[0],
    }
  }
  return new Map(bankAccountIds.map((id) => [id, useOf(id)]))
}
