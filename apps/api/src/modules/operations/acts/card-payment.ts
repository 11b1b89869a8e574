import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { z } from 'zod'
import { Refusal } from '../../../http/refusal.ts'
import {
  completeCardRefund,
  decideCardPayment,
  lockUndecidedCharge,
  lockUndecidedRefund,
  refundOtherwise,
  type UndecidedRefund,
} from '../../card-payments/index.ts'
import { act, type Plan } from '../act.ts'
import { payee } from './pay-out.ts'

/** The card company has said whether it charged a card: the payment is settled, its charge is refunded, or it has failed. */
export const decideCardPaymentAct = act({
  content: z.strictObject({ cardPaymentId: z.string().min(1).max(100), charged: z.boolean() }),
  async plan(tx, _deps, { cardPaymentId: id, charged }) {
    const undecided = await lockUndecidedCharge(tx, id)
    if (undecided instanceof Refusal) return undecided
    const { payment, request, unit, clearing } = undecided
    const { amount, step } = payment
    const money = charged && { money: { unit, amount, debit: clearing } }
    return { subject: `card-payment:${id}`, ...money, madeFor: { amount: String(amount), step }, accountId: request.merchantAccountId }
  },
  async perform(tx, deps, { cardPaymentId: id, charged }) {
    const undecided = await lockUndecidedCharge(tx, id)
    return undecided instanceof Refusal ? undecided : { outcome: await decideCardPayment(tx, deps, undecided, charged) }
  },
})

const cardRefundId = z.string().min(1).max(100)

const planOf = ({ refund, unit, waitsOn, merchantAccountId }: UndecidedRefund): Plan => ({
  subject: `card-refund:${refund.id}`,
  money: { unit, amount: refund.amount, debit: waitsOn },
  madeFor: { amount: String(refund.amount), step: refund.step },
  ...(merchantAccountId !== undefined && { accountId: merchantAccountId }),
})

/** Sends a refund that the card company refuses to a bank account of the cardholder. */
export const refundOtherwiseAct = act({
  content: z.strictObject({ cardRefundId, payee }),
  async plan(tx, _deps, { cardRefundId: id }) {
    const undecided = await lockUndecidedRefund(tx, id, { unanswered: false })
    return undecided instanceof Refusal ? undecided : planOf(undecided)
  },
  async perform(tx, deps, { cardRefundId: id, payee: to }, { proposalId, at }) {
    const undecided = await lockUndecidedRefund(tx, id, { unanswered: false })
    if (undecided instanceof Refusal) return undecided
    const cardholder = { name: to.name, number: parseAccountNumber(to.number)! }
    return (await refundOtherwise(tx, deps, undecided, { id: proposalId, payee: cardholder, at })) ?? { outgoingPaymentId: proposalId }
  },
})

/** The company says that it has refunded the card, though its answer to us was another one, or none. */
export const markCardRefundedAct = act({
  content: z.strictObject({ cardRefundId }),
  async plan(tx, _deps, { cardRefundId: id }) {
    const undecided = await lockUndecidedRefund(tx, id, { unanswered: true })
    return undecided instanceof Refusal ? undecided : planOf(undecided)
  },
  async perform(tx, { ledger }, { cardRefundId: id }, { at }) {
    const undecided = await lockUndecidedRefund(tx, id, { unanswered: true })
    if (undecided instanceof Refusal) return undecided
    await completeCardRefund(tx, ledger, undecided.refund, at)
    return {}
  },
})
