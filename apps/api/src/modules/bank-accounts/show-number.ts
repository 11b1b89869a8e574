import type { AnswerOf } from '@nikau/contract'
import type { showBankAccountNumber } from '@nikau/contract/bank-accounts'
import { type BankAccountNumber, formatAccountNumber } from '@nikau/nz/bank-account-number'
import type { Clock, Db, Vault } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectBankAccount, selectSealedNumber } from './store.ts'

/** The full number, for its owner. Each showing is a security event: a number and a name are enough to set up a direct debit elsewhere. */
export async function showNumber(
  deps: { db: Db; clock: Clock; vault: Vault },
  person: Person,
  id: string,
  source: Source,
): Promise<AnswerOf<typeof showBankAccountNumber> | Refusal<'FORBIDDEN'>> {
  return await inTransaction(deps.db, async (tx): Promise<AnswerOf<typeof showBankAccountNumber> | Refusal<'FORBIDDEN'>> => {
    const account = await selectBankAccount(tx, id)
    if (!account || account.status === 'archived' || !(await mayActFor(tx, person, account.accountId))) return refuse('FORBIDDEN')
    const sealed = await selectSealedNumber(tx, id)
    if (!sealed) return refuse('FORBIDDEN')
    await recordSecurityEvent(tx, { ...person, ...source, kind: 'bank-number-shown', at: deps.clock.now(), detail: { bankAccount: account.maskedNumber } })
    return { bankAccountNumber: formatAccountNumber(deps.vault.open(sealed, id) as BankAccountNumber) }
  })
}
