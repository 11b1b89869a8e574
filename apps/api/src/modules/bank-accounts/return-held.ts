import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import { type HeldReturn, holdReturned, returnHeld } from '../funds-transfers/index.ts'
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
    const send = async (tx: Parameters<typeof returnHeld>[0], { transfer, posting, sourceAccount }: HeldReturn) => {
      const id = ids.ordered()
      const payee = { accountId, bankAccountId }
      const text = { reference: referenceOf(id), particulars: 'TOPUP BACK', code: 'NIKAU' }
      await insertOutgoingPayments(tx, [{ id, purpose: 'top-up-return', payee, amount: transfer.amount, sourceAccount, ...text, posting }], at)
      return id
    }
    count += await inTransaction(db, async (tx) => {
      const account = await lockBankAccount(tx, bankAccountId)
      if (!account || account.verifiedAt) return 0
      return await returnHeld(tx, ledger, { bankAccountId, settledBefore, at }, (held) => send(tx, held))
    })
  }
  return count
}

/** A top-up that its bank does not take back is held again, and waits for a person. */
export const heldReturnListener: OutgoingPaymentListener = {
  async returned(tx, payment, { reason, at }) {
    const held = await holdReturned(tx, payment.id, at)
    if (!held) throw new Error(`top-up of outgoing payment ${payment.id} not found`)
    const refs = { fundsTransferId: held.id, bankAccountId: held.bankAccountId, reason }
    await raiseException(tx, { kind: 'top-up-return-failed', ref: held.id, money: { unit: 'nzd.main', amount: payment.amount }, refs, at })
  },
}
