import type { AnswerOf } from '@nikau/contract'
import { maxVerificationAttempts, type verifyBankAccount } from '@nikau/contract/bank-accounts'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { isRecentStatementCode, releaseHeld } from '../funds-transfers/index.ts'
import { presentBankAccount } from './present.ts'
import { lockBankAccount, markVerified, recordWrongCode } from './store.ts'

export interface VerifyDeps {
  db: Db
  ledger: Ledger
  clock: Clock
}

type Refused = 'FORBIDDEN' | 'BANK_ACCOUNT_ALREADY_VERIFIED' | 'VERIFICATION_CODE_INVALID' | 'BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED'

/**
 * Verifies a bank account by the code on its statement, and releases held top-ups to the wallet. Attempts are serialised, and a wrong
 * one is committed before the response: concurrent calls cannot get a sixth attempt.
 */
export async function verify(deps: VerifyDeps, person: Person, id: string, code: string): Promise<AnswerOf<typeof verifyBankAccount> | Refusal<Refused>> {
  const result = await inTransaction(deps.db, async (tx) => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    if (account.verifiedAt) return refuse('BANK_ACCOUNT_ALREADY_VERIFIED')
    if (account.failedAttempts >= maxVerificationAttempts) return refuse('BANK_ACCOUNT_VERIFICATION_ATTEMPTS_EXCEEDED')
    const at = deps.clock.now()
    if (!(await isRecentStatementCode(tx, id, code, at))) {
      await recordWrongCode(tx, id)
      return 'wrong'
    }
    await markVerifiedAndRelease(deps, tx, id, at)
    return 'right'
  })
  if (result === 'wrong') return refuse('VERIFICATION_CODE_INVALID')
  return result instanceof Refusal ? result : { verificationCode: code, bankAccount: await presentBankAccount(deps, id) }
}

async function markVerifiedAndRelease(deps: VerifyDeps, tx: Tx, id: string, at: Date): Promise<void> {
  await markVerified(tx, id, at)
  await releaseHeld(deps, tx, id, at)
}

/** Support has verified the owner in another way, for instance after five wrong codes. Idempotent. */
export async function verifyBySupport(deps: VerifyDeps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const account = await lockBankAccount(tx, id)
    if (!account || account.status === 'archived') throw new Error('unknown or archived bank account')
    if (!account.verifiedAt) await markVerifiedAndRelease(deps, tx, id, deps.clock.now())
  })
}
