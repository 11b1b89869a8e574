import type { BankAccountNumber } from '@nikau/contract/bank-account-number'
import type { DirectDebits } from '@nikau/rails/direct-debit'
import type { BankAccount } from '@nikau/rails/ib4b'
import type { Payouts } from '@nikau/rails/payouts'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import type { BankSide } from '../funds-transfers/index.ts'

/** Our account at a bank: files go there, results and statements come from there. */
export interface Desk extends BankAccount {
  /** The bank's name, as one-off payments know it. */
  bank: string
  debit: DirectDebits
  credit: Payouts
}

export interface BankFileMeans {
  db: Db
  clock: Clock
  ids: Ids
  /** Keeps files unreadable to whoever has the database alone: they are full of names and account numbers. */
  vault: Pick<Vault, 'seal' | 'open'>
  transfers: BankSide
  /** The first is the one that files go to. */
  desks: readonly Desk[]
}

export function deskOf({ desks }: Pick<BankFileMeans, 'desks'>, account: string): Desk {
  const desk = desks.find((one) => one.account === (account as BankAccountNumber))
  if (!desk) throw new Error('a file of an account that is not configured any more')
  return desk
}
