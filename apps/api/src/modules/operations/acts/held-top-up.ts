import { parseAccountNumber } from '@nikau/nz/bank-account-number'
import { z } from 'zod'
import { Refusal } from '../../../http/refusal.ts'
import { lockFailedReturn, lockUnverified, sendHeldAgain, vouchFor } from '../../bank-accounts/index.ts'
import { act } from '../act.ts'
import { payee } from './pay-out.ts'

/** Verifies a bank account on the word of support, which has seen a proof of its owner. Held top-ups are released to the wallets. */
export const vouchAct = act({
  content: z.strictObject({ bankAccountId: z.string().min(1).max(100) }),
  async plan(tx, _deps, { bankAccountId: id }) {
    const unverified = await lockUnverified(tx, id)
    if (unverified instanceof Refusal) return unverified
    const { accountId, liveness, held } = unverified
    const money = { unit: `nzd.${liveness}`, amount: held, debit: `unverified:${id}` }
    return { subject: `bank-account:${id}`, ...(held > 0n && { money }), madeFor: { held: String(held) }, accountId }
  },
  async perform(tx, deps, { bankAccountId: id }) {
    const unverified = await lockUnverified(tx, id)
    if (unverified instanceof Refusal) return unverified
    return (await vouchFor(tx, deps, unverified)) ?? { released: String(unverified.held) }
  },
})

/** Sends a held top-up back again: its bank account works now, or its bank has named another one. */
export const returnAgainAct = act({
  content: z.strictObject({ fundsTransferId: z.string().min(1).max(100), payee: payee.optional() }),
  async plan(tx, _deps, { fundsTransferId: id }) {
    const held = await lockFailedReturn(tx, id)
    if (held instanceof Refusal) return held
    const { transfer, accountId, sourceAccount } = held
    const money = { unit: 'nzd.main', amount: transfer.amount, debit: sourceAccount }
    return { subject: `funds-transfer:${id}`, money, madeFor: { amount: String(transfer.amount), returned: transfer.returnPaymentId! }, accountId }
  },
  async perform(tx, deps, { fundsTransferId: id, payee: to }, { proposalId, at }) {
    const held = await lockFailedReturn(tx, id)
    if (held instanceof Refusal) return held
    await sendHeldAgain(tx, deps, held, { id: proposalId, payee: to && { name: to.name, number: parseAccountNumber(to.number)! }, at })
    return { outgoingPaymentId: proposalId }
  },
})
