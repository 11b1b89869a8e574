import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { accountExists, freezeByOperator, frozenByOperatorSince, unfreezeByOperator } from '../../safety/index.ts'
import { act } from '../act.ts'
import { endSessions } from '../store-customers.ts'

const content = z.strictObject({
  accountId: z.string().min(1).max(100),
  /** Read by the owners of the account: what has happened, and what to do next. */
  reason: z.string().trim().min(3).max(500),
})

/**
 * Nothing leaves the account from now on. Money coming in, refunds and what merchants may capture go on. `everything` also signs its
 * owner out everywhere.
 */
export const freezeAccountAct = act({
  content: z.strictObject({ ...content.shape, scope: z.enum(['money-out', 'everything']).default('money-out') }),
  async plan(tx, _deps, { accountId }) {
    if (!(await accountExists(tx, accountId))) return refuse('ACCOUNT_NOT_FOUND')
    return { subject: `account:${accountId}`, madeFor: {}, accountId }
  },
  async perform(tx, _deps, { accountId, reason, scope }, { operator, at }) {
    if (!(await freezeByOperator(tx, { accountId, operator: operator.id, reason, at }))) return refuse('FROZEN_ALREADY')
    const ended: Record<string, string> = scope === 'everything' ? { sessionsEnded: String(await endSessions(tx, accountId, at)) } : {}
    return ended
  },
  // Whoever reported it still waits for an answer.
  keepsException: true,
})

/** Lifts the freeze of an operator. One of the owner's own stays. */
export const liftFreezeAct = act({
  content,
  async plan(tx, _deps, { accountId }) {
    const since = await frozenByOperatorSince(tx, accountId)
    return since ? { subject: `account:${accountId}`, madeFor: { since: since.toISOString() }, accountId } : refuse('NOT_FROZEN')
  },
  async perform(tx, _deps, { accountId, reason }, { operator, at }) {
    return (await unfreezeByOperator(tx, { accountId, operator: operator.id, reason, at })) ? {} : refuse('NOT_FROZEN')
  },
})
