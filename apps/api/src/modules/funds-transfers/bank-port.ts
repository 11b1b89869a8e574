import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Tx, Vault } from '@nikau/runtime'
import { fail } from './fail.ts'
import type { BankEvent } from './bank-events.ts'
import { reverse } from './reverse.ts'
import type { TransferType, Verdict } from './rules.ts'
import { settle } from './settle.ts'
import { type FileEntry, claimForBatch } from './claim-for-batch.ts'

/** What the bank integration may do to transfers: each in the caller's transaction, each idempotent. */
export interface BankPort {
  claimForBatch(tx: Tx, file: { type: TransferType; fileId: string; requestedBefore: Date; limit: number; now: Date }): Promise<FileEntry[]>
  settle(tx: Tx, event: BankEvent): Promise<Verdict>
  fail(tx: Tx, event: BankEvent & { reason: FundsTransferFailure }): Promise<Verdict>
  reverse(tx: Tx, event: BankEvent): Promise<Verdict>
}

export function createBankPort(deps: { ledger: Ledger; vault: Vault }): BankPort {
  return {
    claimForBatch: (tx, file) => claimForBatch(deps, tx, file),
    settle: (tx, event) => settle(deps, tx, event),
    fail: (tx, event) => fail(deps, tx, event),
    reverse: (tx, event) => reverse(deps, tx, event),
  }
}
