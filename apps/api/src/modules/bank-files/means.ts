import type { BankAccountNumber } from '@nikau/contract/bank-account-number'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Cents } from '@nikau/money'
import type { DirectDebits } from '@nikau/rails/direct-debit'
import type { BankAccount } from '@nikau/rails/ib4b'
import type { Payouts } from '@nikau/rails/payouts'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'

/** One transfer on its way into a file. */
export interface FileEntry {
  transferId: string
  reference: string
  accountNumber: string
  name: string
  amount: Cents
  code: string
}

export type Verdict = 'applied' | 'repeated' | 'unknown-reference' | 'conflict'

/** What the transfers of customers offer to whoever carries them to the bank and brings back its word. */
export interface Transfers {
  takeForFile(tx: Tx, what: { type: 'topup' | 'withdrawal'; fileId: string; limit: number; now: Date }): Promise<FileEntry[]>
  settle(tx: Tx, what: { reference: string; at: Date }): Promise<Verdict>
  fail(tx: Tx, what: { reference: string; reason: FundsTransferFailure; at: Date }): Promise<Verdict>
  reverse(tx: Tx, what: { reference: string; at: Date }): Promise<Verdict>
}

/** Our account at a bank: files go there, results and statements come from there. */
export interface Desk extends BankAccount {
  /** The bank's name, as one-off payments know it. */
  bank: string
  debit: DirectDebits
  credit: Payouts
}

/** Keeps files unreadable to whoever has the database alone: they are full of names and account numbers. */
export interface Sealer {
  seal(text: string, owner: string): { sealed: Buffer; keyId: string }
  open(kept: { sealed: Buffer; keyId: string }, owner: string): string
}

export interface BankFileMeans {
  db: Db
  clock: Clock
  ids: Ids
  vault: Sealer
  transfers: Transfers
  /** The first is the one that files go to. */
  desks: readonly Desk[]
}

export function deskOf({ desks }: Pick<BankFileMeans, 'desks'>, account: string): Desk {
  const desk = desks.find((one) => one.account === (account as BankAccountNumber))
  if (!desk) throw new Error('a file of an account that is not configured any more')
  return desk
}
