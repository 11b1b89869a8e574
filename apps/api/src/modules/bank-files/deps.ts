import type { Ledger } from '@nikau/ledger'
import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { DirectDebits } from '@nikau/rails/direct-debit'
import type { BankAccount } from '@nikau/rails/ib4b'
import type { Payouts } from '@nikau/rails/payouts'
import type { Clock, Db, Ids, Vault } from '@nikau/runtime'
import type { BankPort } from '../funds-transfers/index.ts'
import type { ReceiptPort } from './receipt-port.ts'

/** Our account at a bank: receives files, provides results and statements. */
export interface BankConnection extends BankAccount {
  /** The bank's name, as in pay-by-bank payments. */
  bank: string
  debit: DirectDebits
  credit: Payouts
}

export interface BankFileDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
  /** Encrypts files at rest: they contain names and account numbers. */
  vault: Pick<Vault, 'seal' | 'open'>
  transfers: BankPort
  receipts: ReceiptPort
  /** Files go to the first. */
  connections: readonly BankConnection[]
}

/** What the acts of operators about files and orders need: no server is called. */
export type BankOrderDeps = Pick<BankFileDeps, 'ids' | 'vault' | 'transfers' | 'connections'>

export function connectionFor({ connections }: Pick<BankFileDeps, 'connections'>, account: string): BankConnection {
  const connection = connections.find((candidate) => candidate.account === (account as BankAccountNumber))
  if (!connection) throw new Error('BANK_CONNECTIONS has no entry for the account of this file')
  return connection
}
