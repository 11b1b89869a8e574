import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { Cents } from '@nikau/money'
import type { Tx, Vault } from '@nikau/runtime'
import type { TransferType } from './rules.ts'
import { selectByFile, claimCreated } from './store.ts'

/** One order of a bank file. */
export interface FileEntry {
  transferId: string
  /** At most 12 letters and digits, unique and permanent. */
  reference: string
  /** 18 digits. */
  accountNumber: BankAccountNumber
  name: string
  amount: Cents
  /** Statement text beside the reference. */
  particulars: string
  code: string
}

const statementCodes = { topup: 'TOPUP', withdrawal: 'WITHDRAWAL' } as const

/**
 * Claims waiting transfers for a file, oldest first, up to the limit. They count as sent from now on, so the file must be stored in
 * the same transaction. Repeating the call for the same file returns the same entries and claims no more. What was requested after
 * the file's cut-off waits for the next file, as its owner was told.
 */
export async function claimForBatch(
  { vault }: { vault: Vault },
  tx: Tx,
  file: { type: TransferType; fileId: string; requestedBefore: Date; limit: number; now: Date },
): Promise<FileEntry[]> {
  const claimed = await selectByFile(tx, file.fileId)
  if (claimed.length === 0) await claimCreated(tx, file)
  const rows = claimed.length > 0 ? claimed : await selectByFile(tx, file.fileId)
  return rows.map(({ bankAccountId, sealed, keyId, code, ...row }) => ({
    ...row,
    particulars: `CODE ${code}`,
    code: statementCodes[file.type],
    accountNumber: vault.open({ sealed, keyId }, bankAccountId) as BankAccountNumber,
  }))
}
