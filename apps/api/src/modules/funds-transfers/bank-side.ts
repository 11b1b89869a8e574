import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import type { Ledger } from '@nikau/ledger'
import type { Tx, Vault } from '@nikau/runtime'
import { fail } from './fail.ts'
import type { BankWord } from './news.ts'
import { reverse } from './reverse.ts'
import type { TransferType, Verdict } from './rules.ts'
import { settle } from './settle.ts'
import { type FileEntry, takeForFile } from './take-for-file.ts'

/** What whoever speaks with the bank may do to transfers: each in the caller's transaction, each safe to do again. */
export interface BankSide {
  takeForFile(tx: Tx, file: { type: TransferType; fileId: string; limit: number; now: Date }): Promise<FileEntry[]>
  settle(tx: Tx, word: BankWord): Promise<Verdict>
  fail(tx: Tx, word: BankWord & { reason: FundsTransferFailure }): Promise<Verdict>
  reverse(tx: Tx, word: BankWord): Promise<Verdict>
}

export function bankSide(means: { ledger: Ledger; vault: Vault }): BankSide {
  return {
    takeForFile: (tx, file) => takeForFile(means, tx, file),
    settle: (tx, word) => settle(means, tx, word),
    fail: (tx, word) => fail(means, tx, word),
    reverse: (tx, word) => reverse(means, tx, word),
  }
}
