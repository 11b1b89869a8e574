import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { frozenByOperatorSince, isFrozen } from '../../safety/index.ts'
import { act } from '../act.ts'
import { close, findClosing, findOwnAccount, planClosing } from '../closing.ts'
import { sealPayee } from '../send-payment.ts'
import { payee } from './pay-out.ts'

const accountId = z.string().min(1).max(100)

/** Closes an account at its owner's request. What is in it goes to the owner's verified bank account. */
export const closeAccountAct = act({
  content: z.strictObject({ accountId }),
  async plan(tx, _deps, { accountId: id }, { at }) {
    const closing = await findClosing(tx, id, { at, withTokens: false })
    if (closing instanceof Refusal) return closing
    if (await isFrozen(tx, id)) return refuse('ACCOUNT_FROZEN')
    const to = await findOwnAccount(tx, id, closing.account, at)
    if (closing.total > 0n && !to) return refuse('PAYEE_UNKNOWN')
    return planClosing(id, closing, { bankAccountId: to?.bankAccountId ?? 'none' })
  },
  async perform(tx, deps, { accountId: id }, context) {
    const closing = await findClosing(tx, id, { at: context.at, withTokens: false })
    if (closing instanceof Refusal) return closing
    const to = await findOwnAccount(tx, id, closing.account, context.at)
    const linked = to && { accountId: id, bankAccountId: to.bankAccountId }
    return await close(tx, deps, { accountId: id, closing, payee: linked, number: to?.number }, context)
  },
})

/** Pays the money of somebody who has died to their estate, and closes the account. It was frozen when we were told. */
export const payEstateAct = act({
  content: z.strictObject({ accountId, payee }),
  async plan(tx, _deps, { accountId: id }, { at }) {
    const closing = await findClosing(tx, id, { at, withTokens: true })
    if (closing instanceof Refusal) return closing
    if (closing.account.type !== 'individual') return refuse('ACCOUNT_NOT_FOUND')
    const since = await frozenByOperatorSince(tx, id)
    return since ? planClosing(id, closing, { frozenSince: since.toISOString() }) : refuse('NOT_FROZEN')
  },
  async perform(tx, deps, { accountId: id, payee: to }, context) {
    const closing = await findClosing(tx, id, { at: context.at, withTokens: true })
    if (closing instanceof Refusal) return closing
    const sealed = sealPayee(deps, context.proposalId, to)
    return await close(tx, deps, { accountId: id, closing, payee: sealed, number: sealed.maskedNumber }, context)
  },
})
