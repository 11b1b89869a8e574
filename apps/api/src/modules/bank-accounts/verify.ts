import type { AnswerOf } from '@nikau/contract'
import { verificationTries, type verifyBankAccount } from '@nikau/contract/bank-accounts'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { isOnStatement, releaseHeld } from '../funds-transfers/index.ts'
import { shownOne } from './show.ts'
import { lockBankAccount, noteVerified, noteWrongCode } from './store.ts'

export interface VerifyMeans {
  db: Db
  ledger: Ledger
  clock: Clock
}

type Refused = 'FORBIDDEN' | 'BANK_ACCOUNT_ALREADY_VERIFIED' | 'VERIFICATION_CODE_INVALID' | 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED'

/**
 * Shows, by the code on its statement, that the caller can use the bank account; what was held until then goes to the wallet.
 * Tries come one after the other, and a wrong one is written down before it is answered: no number of callers gets a sixth.
 */
export async function verify(means: VerifyMeans, person: Person, id: string, code: string): Promise<AnswerOf<typeof verifyBankAccount> | Refusal<Refused>> {
  const tried = await inTransaction(means.db, async (tx) => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    if (account.verifiedAt) return refuse('BANK_ACCOUNT_ALREADY_VERIFIED')
    if (account.tries >= verificationTries) return refuse('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
    const at = means.clock.now()
    if (!(await isOnStatement(tx, id, code, at))) {
      await noteWrongCode(tx, id)
      return 'wrong'
    }
    await accept(means, tx, id, at)
    return 'right'
  })
  if (tried === 'wrong') return refuse('VERIFICATION_CODE_INVALID')
  return tried instanceof Refusal ? tried : { verificationCode: code, bankAccount: await shownOne(means, id) }
}

async function accept(means: VerifyMeans, tx: Tx, id: string, at: Date): Promise<void> {
  await noteVerified(tx, id, at)
  await releaseHeld(means, tx, id, at)
}

/** Support has seen by other means whose account it is, for instance after five wrong codes. To do it twice is no fault. */
export async function vouch(means: VerifyMeans, id: string): Promise<void> {
  await inTransaction(means.db, async (tx) => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived') throw new Error('there is no such bank account')
    if (!account.verifiedAt) await accept(means, tx, id, means.clock.now())
  })
}
