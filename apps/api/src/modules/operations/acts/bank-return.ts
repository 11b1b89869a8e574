import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { askBankAgain, lockWaitingReturn, payReturn, returnsAccount } from '../../pay-by-bank/index.ts'
import { act } from '../act.ts'
import { payee } from './pay-out.ts'

const returnId = z.string().min(1).max(100)

/** Sends money that has to go back to a bank payer to the account that the payer's bank has named in a letter. */
export const sendBackAct = act({
  content: z.strictObject({ returnId, payee: payee.optional() }),
  async plan(tx, _deps, { returnId: id, payee: to }) {
    const waiting = await lockWaitingReturn(tx, id)
    if (waiting instanceof Refusal) return waiting
    if (!to) return refuse('PAYEE_UNKNOWN')
    const { due } = waiting
    const money = { unit: 'nzd.main', amount: due.amount, debit: returnsAccount('nzd.main').id }
    return { subject: `bank-return:${id}`, money, madeFor: { amount: String(due.amount) } }
  },
  async perform(tx, deps, { returnId: id, payee: to }, { proposalId }) {
    const waiting = await lockWaitingReturn(tx, id)
    if (waiting instanceof Refusal) return waiting
    if (!to) return refuse('PAYEE_UNKNOWN')
    await payReturn(tx, deps, waiting.due, waiting.payment, { id: proposalId, name: to.name, number: parseAccountNumber(to.number)! })
    return { outgoingPaymentId: proposalId }
  },
})

/** Asks the bank for the payer's account again. The exception is raised again if it still does not name one. */
export const askBankAgainAct = act({
  content: z.strictObject({ returnId }),
  async plan(tx, _deps, { returnId: id }) {
    const waiting = await lockWaitingReturn(tx, id)
    return waiting instanceof Refusal ? waiting : { subject: `bank-return:${id}`, madeFor: {} }
  },
  async perform(tx, _deps, { returnId: id }, { at }) {
    const waiting = await lockWaitingReturn(tx, id)
    if (waiting instanceof Refusal) return waiting
    await askBankAgain(tx, waiting, at)
    return {}
  },
})
