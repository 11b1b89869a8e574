import { recordSecurityEvent } from '@nikau/security-events'
import { z } from 'zod'
import { refuse } from '../../../http/refusal.ts'
import { frozenByOperatorSince } from '../../safety/index.ts'
import { act } from '../act.ts'
import { endSession, endSessions, insertNote, removePasskeys, selectCustomer } from '../store-customers.ts'

const accountId = z.string().min(1).max(100)

/** Writes down what an operator knows of a customer. It can not be changed. */
export const noteAccountAct = act({
  content: z.strictObject({ accountId }),
  async plan(tx, _deps, content) {
    if ((await selectCustomer(tx, content.accountId)) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return { subject: `account:${content.accountId}`, madeFor: {}, accountId: content.accountId }
  },
  async perform(tx, _deps, content, { operator, note, proposalId, at }) {
    await insertNote(tx, { accountId: content.accountId, operator: operator.id, note, proposalId, at })
    return {}
  },
  keepsException: true,
})

/** Signs the customer out: of one session, by the id that the desk shows, or everywhere. */
export const endSessionsAct = act({
  content: z.strictObject({ accountId, session: z.union([z.literal('all'), z.string().regex(/^[0-9a-f]{24}$/)]) }),
  async plan(tx, _deps, content) {
    if ((await selectCustomer(tx, content.accountId)) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return { subject: `account:${content.accountId}`, madeFor: {}, accountId: content.accountId }
  },
  async perform(tx, _deps, { accountId: of, session }, { at }) {
    const personId = (await selectCustomer(tx, of))!
    const ended = session === 'all' ? await endSessions(tx, of, at) : await endSession(tx, personId, session, at)
    if (ended === 0) return refuse('SESSION_NOT_FOUND')
    await recordSecurityEvent(tx, { personId, kind: 'sessions-ended', at, detail: { count: String(ended), by: 'operator' } })
    return { sessionsEnded: String(ended) }
  },
  keepsException: true,
})

/** Removes the passkeys of a customer whose account an operator has frozen: nothing leaves it while somebody else may hold one. */
export const removePasskeysAct = act({
  content: z.strictObject({ accountId }),
  async plan(tx, _deps, content) {
    if ((await selectCustomer(tx, content.accountId)) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    const since = await frozenByOperatorSince(tx, content.accountId)
    if (!since) return refuse('NOT_FROZEN')
    return { subject: `account:${content.accountId}`, madeFor: { frozenSince: since.toISOString() }, accountId: content.accountId }
  },
  async perform(tx, _deps, content, { at }) {
    const personId = (await selectCustomer(tx, content.accountId))!
    const removed = await removePasskeys(tx, personId)
    await endSessions(tx, content.accountId, at)
    await recordSecurityEvent(tx, { personId, kind: 'passkey-removed', at, detail: { by: 'operator' } })
    return { passkeysRemoved: String(removed) }
  },
  keepsException: true,
})
