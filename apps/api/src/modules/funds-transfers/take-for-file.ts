import type { BankAccountNumber } from '@nikau/contract/bank-account-number'
import type { Cents } from '@nikau/money'
import type { Tx, Vault } from '@nikau/runtime'
import type { TransferType } from './rules.ts'
import { selectOfFile, takeCreated } from './store.ts'

/** One line of a file for the bank. */
export interface FileEntry {
  transferId: string
  /** At most 12 letters and digits, the same for ever, nobody else's. */
  reference: string
  /** 18 digits. */
  accountNumber: BankAccountNumber
  name: string
  amount: Cents
  /** Four digits, for the other party's statement. */
  code: string
}

/**
 * Takes what waits for the bank into a file, at most so many, oldest first. They count as sent from now on, so the file must be
 * kept in the same transaction. Asking again for the same file answers the same lines and takes no more.
 */
export async function takeForFile(
  { vault }: { vault: Vault },
  tx: Tx,
  file: { type: TransferType; fileId: string; limit: number; now: Date },
): Promise<FileEntry[]> {
  const earlier = await selectOfFile(tx, file.fileId)
  if (earlier.length === 0) await takeCreated(tx, file)
  const rows = earlier.length > 0 ? earlier : await selectOfFile(tx, file.fileId)
  return rows.map(({ bankAccountId, sealed, keyId, ...row }) => ({
    ...row,
    accountNumber: vault.open({ sealed, keyId }, bankAccountId) as BankAccountNumber,
  }))
}
