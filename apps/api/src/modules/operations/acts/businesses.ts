import { z } from 'zod'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { liftLimit, selectLimitedSince } from '../../accounts/index.ts'
import { acceptPayee, lockWaitingPayee } from '../../bank-accounts/index.ts'
import { act } from '../act.ts'

const id = z.string().min(1).max(100)

/** The second look at a new business: what it takes in a day and in a payment is limited no longer. */
export const liftBusinessLimitsAct = act({
  content: z.strictObject({ accountId: id }),
  async plan(tx, _deps, { accountId }) {
    const since = await selectLimitedSince(tx, accountId)
    return since ? { subject: `account:${accountId}`, madeFor: { since: since.toISOString() }, accountId } : refuse('NOT_LIMITED')
  },
  async perform(tx, _deps, { accountId }, { operator, proposalId, at }) {
    return (await liftLimit(tx, { accountId, operator: operator.id, proposalId, at })) ? {} : refuse('NOT_LIMITED')
  },
})

/** Payouts may go to an account whose name does not match, because a document shows that it is the business's. */
export const acceptPayeeAct = act({
  content: z.strictObject({ bankAccountId: id }),
  async plan(tx, _deps, { bankAccountId }) {
    const waiting = await lockWaitingPayee(tx, bankAccountId)
    if (waiting instanceof Refusal) return waiting
    return { subject: `bank-account:${bankAccountId}`, madeFor: { payeeCheck: waiting.payeeCheck }, accountId: waiting.accountId }
  },
  async perform(tx, _deps, { bankAccountId }, { at }) {
    const waiting = await lockWaitingPayee(tx, bankAccountId)
    if (waiting instanceof Refusal) return waiting
    await acceptPayee(tx, waiting, at)
    return {}
  },
})
