import type { Liveness } from '@nikau/contract/amounts'
import { bankOf } from '@nikau/nz/bank-account-number'
import type { Db } from '@nikau/runtime'
import { type DebitUse, debitUse } from '../funds-transfers/index.ts'
import { selectByAccount } from './store.ts'

/** A direct debit authority in force, and what it was used for. */
export interface DirectDebit extends DebitUse {
  /** Of the bank account. */
  id: string
  bank: string
  maskedNumber: string
  liveness: Liveness
  agreedAt: Date
}

/** The direct debit authorities of an account, with their use in a month (`2026-11`). */
export async function directDebitsOf(db: Db, accountId: string, month: string): Promise<DirectDebit[]> {
  const rows = (await selectByAccount(db, accountId)).filter((row) => row.directDebit)
  const uses = await debitUse(
    db,
    rows.map(({ id }) => id),
    month,
  )
  return rows.map(({ id, maskedNumber, liveness, createdAt, directDebitAt }) => ({
    id,
    bank: bankOf(maskedNumber.slice(0, 2))!.name,
    maskedNumber,
    liveness,
    agreedAt: directDebitAt ?? createdAt,
    ...uses.get(id)!,
  }))
}
