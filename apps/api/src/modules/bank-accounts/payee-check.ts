import type { PayeeCheck } from '@nikau/contract/bank-accounts'
import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { PayeeChecker } from '@nikau/rails/payee-check'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { closeException, raiseException } from '../exceptions/index.ts'
import { acceptPayeeName, lockBankAccount, savePayeeCheck } from './store.ts'

const mismatches: ReadonlySet<PayeeCheck> = new Set<PayeeCheck>(['no-match', 'no-account'])

/**
 * Asks the bank of a payout account whether the name is right, once the account is linked and outside of a transaction. A name that
 * does not match waits for an operator: no payout goes there until then.
 */
export async function comparePayee(
  deps: { db: Db; clock: Clock; payees: PayeeChecker },
  payee: { id: string; accountId: string; number: BankAccountNumber; name: string },
): Promise<void> {
  const { id, accountId } = payee
  const result = await deps.payees.check(payee)
  await inTransaction(deps.db, async (tx) => {
    await savePayeeCheck(tx, id, result)
    if (mismatches.has(result)) await raiseException(tx, { kind: 'payee-name-mismatch', ref: id, refs: { accountId, result }, at: deps.clock.now() })
  })
}

interface WaitingPayee {
  id: string
  accountId: string
  payeeCheck: PayeeCheck
}

/** A payout account whose name waits for an operator, locked. */
export async function lockWaitingPayee(tx: Tx, id: string): Promise<WaitingPayee | Refusal<'NOT_FOUND' | 'PAYEE_NOT_WAITING'>> {
  const account = await lockBankAccount(tx, id)
  if (!account || account.status === 'archived') return refuse('NOT_FOUND')
  const { accountId, payeeCheck, payeeAccepted } = account
  return payeeCheck && mismatches.has(payeeCheck) && !payeeAccepted ? { id, accountId, payeeCheck } : refuse('PAYEE_NOT_WAITING')
}

/** An operator has seen that the account is the business's, whatever its name. */
export async function acceptPayee(tx: Tx, { id }: WaitingPayee, at: Date): Promise<void> {
  await acceptPayeeName(tx, id, at)
  await closePayeeException(tx, id, at)
}

export async function closePayeeException(tx: Tx, id: string, at: Date): Promise<void> {
  await closeException(tx, { kind: 'payee-name-mismatch', ref: id, at })
}
