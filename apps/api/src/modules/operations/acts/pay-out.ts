import { balance } from '@nikau/ledger'
import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { raiseException } from '../../exceptions/index.ts'
import type { OutgoingPaymentListener } from '../../outgoing-payments/index.ts'
import { act } from '../act.ts'
import { payableKinds } from '../accounts.ts'
import { sealPayee, sendPayment } from '../send-payment.ts'

/** A bank account that somebody has named; the evidence says who. */
export const payee = z.strictObject({
  name: z.string().trim().min(1).max(100),
  number: z.string().refine((value) => parseAccountNumber(value) !== undefined, { message: 'is no New Zealand account number' }),
})

const content = z.strictObject({
  debit: z.string().min(1).max(200),
  amount: z.coerce.bigint().positive(),
  payee,
  /** On the payee's statement. */
  particulars: z.string().regex(/^[A-Z0-9 ]{1,12}$/),
})

/** Sends money that is nobody's wallet to a bank account: a stranger's payment, a refund that a card did not take, our own money. */
export const payOutAct = act({
  content,
  async plan(tx, _deps, { debit, amount }) {
    const account = await balance(tx, debit)
    if (account?.unit !== 'nzd.main' || !payableKinds.has(account.kind)) return refuse('ACCOUNT_NOT_ADJUSTABLE')
    return { subject: debit, money: { unit: account.unit, amount, debit }, madeFor: { amount: String(amount) } }
  },
  async perform(tx, deps, { debit, amount, payee: to, particulars }, { proposalId: id, at }) {
    return await sendPayment(tx, deps, { id, debit, amount, payee: sealPayee(deps, id, to), particulars, at })
  },
})

/** The money is back in the account that it left: somebody has to find out why. */
export const operatorPaymentListener: OutgoingPaymentListener = {
  async returned(tx, { id, amount, sourceAccount }, { reason, at }) {
    await raiseException(tx, { kind: 'operator-payment-returned', ref: id, money: { unit: 'nzd.main', amount }, refs: { account: sourceAccount, reason }, at })
  },
}
