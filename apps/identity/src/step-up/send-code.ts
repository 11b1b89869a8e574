import { queueMessage } from '@nikau/rails'
import { type Ids, sourceOf } from '@nikau/runtime'
import { type ExceededLimit, exceededLimits, latestOf } from '../sign-in/limit.ts'
import { type Channel, codeTtlMs, generateCode, resendAfterMs } from '../sign-in/rules.ts'
import { messageAttempts, reportExhausted, type SmsBudgetDeps } from '../sign-in/sms-budget.ts'
import type { Caller } from '../web-api/web-api.ts'
import { contactOf } from './contact.ts'
import { stepUpMessage } from './message.ts'
import { allowanceOf, isSmsVerified, recipientOf, stepUpCodeHash } from './rules.ts'
import { selectCode, upsertCode } from './store.ts'

export interface StepUpDeps extends SmsBudgetDeps {
  ids: Ids
  /** The web app's domain, to which browsers bind the code in the SMS. */
  webHost: string
}

export type Sent = { kind: 'sent'; resendAt: Date; expiresAt: Date } | { kind: 'wait'; until: Date } | { kind: 'unavailable' }

/** Sends a code for the caller's session. It counts against the person's own allowance and the total of all messages. */
export async function sendStepUpCode(deps: StepUpDeps, caller: Caller, channel: Channel): Promise<Sent> {
  const now = deps.clock.now()
  const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  const { sessionUid, personId } = caller
  try {
    return await deps.db.transaction().execute(async (tx) => {
      const contact = await contactOf(tx, personId, now)
      const current = await selectCode(tx, sessionUid)
      const to = recipientOf(contact, channel, isSmsVerified(current, now))
      if (to === undefined) return { kind: 'unavailable' }
      const code = generateCode()
      const sent = {
        sessionUid,
        personId,
        channel,
        codeHash: stepUpCodeHash(deps.codeSecret, { sessionUid, to, code }),
        sentAt: now,
        expiresAt: after(codeTtlMs),
      }
      if (!(await upsertCode(tx, sent, { sentBefore: after(-resendAfterMs) })))
        return { kind: 'wait', until: new Date((current?.sentAt ?? now).getTime() + resendAfterMs) }
      await queueMessage(tx, stepUpMessage({ id: deps.ids.ordered(), channel, to, code, expiresAt: sent.expiresAt, webHost: deps.webHost }))
      const recipient = { phone: contact.phone, channel, source: sourceOf(caller.address), knownDevice: allowanceOf(personId) }
      const exceeded = await exceededLimits({ ...deps, db: tx }, messageAttempts(deps.budgets, recipient))
      if (exceeded.length > 0) throw new OverLimit(exceeded)
      return { kind: 'sent', resendAt: after(resendAfterMs), expiresAt: sent.expiresAt }
    })
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    await reportExhausted(deps, error.exceeded)
    return { kind: 'wait', until: latestOf(error.exceeded) ?? now }
  }
}

/** Rolls back the transaction, including the message. */
class OverLimit extends Error {
  readonly exceeded: ExceededLimit[]
  constructor(exceeded: ExceededLimit[]) {
    super('rate limit exceeded')
    this.exceeded = exceeded
  }
}
