import type { PayeeCheck } from '@nikau/contract/bank-accounts'
import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { PayeeChecker } from '@nikau/rails/payee-check'
import type { Clock, Db, Tx, Vault } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { closeException, raiseException } from '../exceptions/index.ts'
import { parseValidNumber } from './rules.ts'
import { acceptPayeeName, lockBankAccount, savePayeeCheck, selectUncheckedPayees } from './store.ts'

export interface ComparePayeeDeps {
  db: Db
  clock: Clock
  payees: PayeeChecker
}

const mismatches: ReadonlySet<PayeeCheck> = new Set<PayeeCheck>(['no-match', 'no-account'])

/**
 * Asks the bank of a payout account whether the name is right, once the account is linked and outside of a transaction. No payout goes
 * there before it has answered, and a name that does not match waits for an operator.
 */
export async function comparePayee(deps: ComparePayeeDeps, payee: { id: string; accountId: string; number: BankAccountNumber; name: string }): Promise<void> {
  const { id, accountId } = payee
  const result = await deps.payees.check(payee)
  await inTransaction(deps.db, async (tx) => {
    if (!(await savePayeeCheck(tx, id, result))) return
    if (mismatches.has(result)) await raiseException(tx, { kind: 'payee-name-mismatch', ref: id, refs: { accountId, result }, at: deps.clock.now() })
  })
}

const batchSize = 100
/** Until then the call that links an account asks itself. */
const graceMs = 60_000

/** Asks for accounts that no bank has answered for, because the process that linked them has ended. Returns how many. */
export async function compareUncheckedPayees(deps: ComparePayeeDeps & { vault: Vault }): Promise<number> {
  const payees = await selectUncheckedPayees(deps.db, new Date(deps.clock.now().getTime() - graceMs), batchSize)
  for (const payee of payees) {
    const number = parseValidNumber(deps.vault.open(payee, payee.id))
    if (!number) throw new Error(`bank account ${payee.id} has an invalid number`)
    await comparePayee(deps, { ...payee, number })
  }
  return payees.length
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
