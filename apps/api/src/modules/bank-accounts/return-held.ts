import type { Ledger } from '@nikau/ledger'
import { type BankAccountNumber, maskAccountNumber } from '@nikau/nz/bank-account-number'
import type { Clock, Db, Ids, Tx, Vault } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { type HeldReturn, holdReturned, lockReturnFailed, returnAgain, returnHeld, selectBankAccountOfTransfer } from '../funds-transfers/index.ts'
import { insertOutgoingPayments, type OutgoingPaymentListener, referenceOf } from '../outgoing-payments/index.ts'
import { dayMs } from './rules.ts'
import { lockBankAccount, selectWithHeldTopUps } from './store.ts'

export interface ReturnHeldDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
  /** How long the owner has to verify the bank account. */
  heldTopUpDays: number
}

const batchSize = 100

/** Sends held top-ups back to the bank accounts that they came from, once those were not verified for too long. Returns how many. */
export async function returnHeldTopUps({ db, ledger, clock, ids, heldTopUpDays }: ReturnHeldDeps): Promise<number> {
  const at = clock.now()
  const settledBefore = new Date(at.getTime() - heldTopUpDays * dayMs)
  let count = 0
  for (const { id: bankAccountId, accountId } of await selectWithHeldTopUps(db, settledBefore, batchSize)) {
    count += await inTransaction(db, async (tx) => {
      const account = await lockBankAccount(tx, bankAccountId)
      if (!account || account.verifiedAt) return 0
      return await returnHeld(tx, ledger, { bankAccountId, settledBefore, at }, async (held) => {
        const id = ids.ordered()
        await payHeldReturn(tx, held, { id, payee: { accountId, bankAccountId }, at })
        return id
      })
    })
  }
  return count
}

type Payee = Parameters<typeof insertOutgoingPayments>[1][number]['payee']

/** Makes the payment of a top-up that goes back. */
async function payHeldReturn(
  tx: Tx,
  { transfer, posting, sourceAccount }: HeldReturn,
  { id, payee, at }: { id: string; payee: Payee; at: Date },
): Promise<void> {
  const text = { reference: referenceOf(id), particulars: 'TOPUP BACK', code: 'NIKAU' }
  await insertOutgoingPayments(tx, [{ id, purpose: 'top-up-return', payee, amount: transfer.amount, sourceAccount, ...text, posting }], at)
}

/** A held top-up that its bank did not take back, locked together with its bank account. */
export async function lockFailedReturn(tx: Tx, id: string): Promise<FailedReturn | Refusal<'NOT_FOUND' | 'NOT_HELD'>> {
  const bankAccountId = await selectBankAccountOfTransfer(tx, id)
  const account = bankAccountId === undefined ? undefined : await lockBankAccount(tx, bankAccountId)
  if (!account) return refuse('NOT_FOUND')
  const transfer = await lockReturnFailed(tx, account.id, id)
  return transfer ? { transfer, accountId: account.accountId, sourceAccount: `unverified:${account.id}` } : refuse('NOT_HELD')
}

type FailedReturn = { transfer: HeldReturn['transfer']; accountId: string; sourceAccount: string }

/** Sends it again, to its bank account or to another one that an operator was told. `id` becomes that of the payment. */
export async function sendHeldAgain(
  tx: Tx,
  { ledger, vault }: { ledger: Ledger; vault: Vault },
  { transfer, accountId }: FailedReturn,
  { id, payee, at }: { id: string; payee: { name: string; number: BankAccountNumber } | undefined; at: Date },
): Promise<void> {
  const other = payee && { name: payee.name, maskedNumber: maskAccountNumber(payee.number), ...vault.seal(payee.number, id) }
  const to = other ?? { accountId, bankAccountId: transfer.bankAccountId! }
  await returnAgain(tx, ledger, transfer, { id, at }, (held) => payHeldReturn(tx, held, { id, payee: to, at }))
  await closeException(tx, { kind: 'top-up-return-failed', ref: transfer.id, at })
}

/** A top-up that its bank does not take back is held again, and waits for a person. */
export const heldReturnListener: OutgoingPaymentListener = {
  async returned(tx, payment, { reason, at }) {
    const held = await holdReturned(tx, payment.id, at)
    if (!held) throw new Error(`top-up of outgoing payment ${payment.id} not found`)
    const refs = { fundsTransferId: held.id, bankAccountId: held.bankAccountId, reason }
    await raiseRecurring(tx, { kind: 'top-up-return-failed', ref: held.id, money: { unit: 'nzd.main', amount: payment.amount }, refs, at })
  },
}
