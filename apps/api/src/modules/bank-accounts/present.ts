import { type Bank, bankOf } from '@nikau/nz/bank-account-number'
import { type BankAccount, maxVerificationAttempts } from '@nikau/contract/bank-accounts'
import type { Clock, Db } from '@nikau/runtime'
import { recentTopUps } from '../funds-transfers/index.ts'
import { type BankAccountRow, selectBankAccount } from './store.ts'

/** Bank accounts as their owner sees them, with recent top-ups. The number is masked. */
export async function presentBankAccounts({ db, clock }: { db: Db; clock: Clock }, rows: readonly BankAccountRow[]): Promise<BankAccount[]> {
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
    bank: presentBank(bankOf(row.maskedNumber.slice(0, 2))!),
    createdAt: row.createdAt,
    status: row.status,
    type: row.type,
    liveness: row.liveness,
    verified: row.verifiedAt !== null,
    ...(row.payeeCheck && { payeeCheck: row.payeeCheck, payeeAccepted: row.payeeAccepted }),
    verificationTriesLeft: maxVerificationAttempts - row.failedAttempts,
    directDebitAuthorized: row.directDebit,
    directDebitAuthorizedAt: (row.directDebit && row.directDebitAt) || undefined,
    recentTopups: recent.get(row.id) ?? [],
  }))
}

export async function presentBankAccount(deps: { db: Db; clock: Clock }, id: string): Promise<BankAccount> {
  const row = await selectBankAccount(deps.db, id)
  return (await presentBankAccounts(deps, [row!]))[0]!
}

/** Banks' own logos are trademarks, so the web app has drawings of their letters. */
export function presentBank({ name, monogram }: Bank): BankAccount['bank'] {
  return { name, logo: `/deimos/banks/${monogram === undefined ? 'bank' : name.toLowerCase()}.svg` }
}
