import { bankOf } from '@nikau/contract/bank-account-number'
import { type BankAccount, verificationTries } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import { recentTopUps } from '../funds-transfers/index.ts'
import { type BankAccountRow, selectBankAccount } from './store.ts'

/** Bank accounts as their owner sees them, with their recent top-ups. Of the number only as much as tells one's own apart. */
export async function shown({ db, clock }: { db: Db; clock: Clock }, rows: readonly BankAccountRow[]): Promise<BankAccount[]> {
  const recent = await recentTopUps(
    db,
    rows.map((row) => row.id),
    clock.now(),
  )
  return rows.map((row) => ({
    id: row.id,
    accountId: row.accountId,
    bankAccountName: row.name,
    bankAccountNumber: row.maskedNumber,
    bank: { name: bankOf(row.maskedNumber.slice(0, 2))!.name },
    createdAt: row.createdAt,
    status: row.status,
    type: row.type,
    liveness: row.liveness,
    verified: row.verifiedAt !== null,
    verificationTriesLeft: verificationTries - row.tries,
    directDebitAuthorized: row.directDebit,
    directDebitAuthorizedAt: (row.directDebit && row.directDebitAt) || undefined,
    recentTopups: recent.get(row.id) ?? [],
  }))
}

export async function shownOne(means: { db: Db; clock: Clock }, id: string): Promise<BankAccount> {
  const row = await selectBankAccount(means.db, id)
  return (await shown(means, [row!]))[0]!
}
