import { z } from 'zod'
import { Refusal } from '../../../http/refusal.ts'
import { decideBankPayment, lockBlockedReversal, lockUndecided, settleReversal } from '../../pay-by-bank/index.ts'
import { act } from '../act.ts'
import { lossesAccount } from '../accounts.ts'

const bankPaymentId = z.string().min(1).max(100)

/** The bank has said whether it paid: the payment is settled, goes back to its payer, or has failed. */
export const decideBankPaymentAct = act({
  content: z.strictObject({ bankPaymentId, paid: z.boolean() }),
  async plan(tx, _deps, { bankPaymentId: id, paid }) {
    const undecided = await lockUndecided(tx, id)
    if (undecided instanceof Refusal) return undecided
    const { payment, unit, clearing, accountId } = undecided
    const { amount, step } = payment
    const madeFor = { amount: String(amount), step }
    return { subject: `bank-payment:${id}`, ...(paid && { money: { unit, amount, debit: clearing } }), madeFor, accountId }
  },
  async perform(tx, deps, { bankPaymentId: id, paid }) {
    const undecided = await lockUndecided(tx, id)
    return undecided instanceof Refusal ? undecided : { outcome: await decideBankPayment(tx, deps, undecided, paid) }
  },
})

/**
 * The bank rejected a payment of which a part had gone back to its payer: the merchant returns the rest, below zero if necessary, and we
 * bear the part. An adjustment recovers it from the merchant where that was agreed.
 */
export const settleReversalAct = act({
  content: z.strictObject({ bankPaymentId }),
  async plan(tx, _deps, { bankPaymentId: id }) {
    const blocked = await lockBlockedReversal(tx, id)
    if (blocked instanceof Refusal) return blocked
    const { payment, unit, accountId } = blocked
    const money = { unit, amount: payment.amount, debit: lossesOf(unit).id }
    return { subject: `bank-payment:${id}`, money, madeFor: { amount: String(payment.amount) }, accountId }
  },
  async perform(tx, deps, { bankPaymentId: id }) {
    const blocked = await lockBlockedReversal(tx, id)
    if (blocked instanceof Refusal) return blocked
    return (await settleReversal(tx, deps, blocked, lossesOf(blocked.unit))) ?? {}
  },
})

const lossesOf = (unit: string) => ({ ...lossesAccount, id: `losses:${unit}`, unit })
