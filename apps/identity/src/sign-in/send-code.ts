import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { selectPersonByPhone } from '../people/store.ts'
import { codeMessage } from './message.ts'
import { type LimitDeps, countAttempt } from './limit.ts'
import { type Channel, codeHash, codeTtlMs, limits, generateCode, resendAfterMs, maxSendsPerSignIn, signInTtlMs } from './rules.ts'
import { countSend, selectSignIn, upsertCode, withRollback } from './store.ts'

export type Sent = { kind: 'sent' } | { kind: 'too-soon' } | { kind: 'too-many' } | { kind: 'wait'; until: Date }

export interface SendDeps extends LimitDeps {
  /** The domain to which browsers bind the code in the SMS. */
  host: string
}

/**
 * Sends a six-digit code, whether or not the number has an account; verifying the number creates the account. The message is queued
 * in the transaction that stores the code.
 */
export async function sendCode(deps: SendDeps, request: { interaction: string; phone: string; channel: Channel; address: string }): Promise<Sent> {
  const { interaction, phone, channel } = request
  try {
    return await deps.db.transaction().execute(async (tx) => {
      // Written first: concurrent submissions wait here, find the new code and use no attempt.
      const sends = await (channel === 'sms' ? text(deps, tx, interaction, phone) : email(deps, tx, interaction, phone))
      if (sends === undefined) return await sendRefusal(tx, interaction)
      const until = await countAttempt({ ...deps, db: tx }, [
        { limits: limits.sendToNumber, subject: phone },
        { limits: limits.sendFromAddress, subject: request.address },
      ])
      if (until) throw new OverLimit(until)
      return { kind: 'sent' }
    })
  } catch (error) {
    if (error instanceof OverLimit) return { kind: 'wait', until: error.until }
    throw error
  }
}

/** Rolls back the transaction, including the message. */
class OverLimit extends Error {
  readonly until: Date
  constructor(until: Date) {
    super('rate limit exceeded')
    this.until = until
  }
}

async function sendRefusal(tx: Tx, interaction: string): Promise<Sent> {
  const before = await selectSignIn(tx, interaction)
  return before && before.sends < maxSendsPerSignIn ? { kind: 'too-soon' } : { kind: 'too-many' }
}

async function text(deps: SendDeps, tx: Tx, interaction: string, phone: string): Promise<number | undefined> {
  return await place(deps, tx, { interaction, phone, channel: 'sms', to: phone })
}

/**
 * Only a verified email address may receive a code. The response and its duration do not reveal whether there is one: without an
 * address the same work is done for a dummy recipient and rolled back.
 */
async function email(deps: SendDeps, tx: Tx, interaction: string, phone: string): Promise<number | undefined> {
  const person = await selectPersonByPhone(tx, phone)
  const address = person?.emailVerified ? person.email : null
  if (address !== null) return await place(deps, tx, { interaction, phone, channel: 'email', to: address })
  await withRollback(tx, () => place(deps, tx, { interaction, phone, channel: 'email', to: 'nobody@nikau.invalid' }))
  const now = deps.clock.now()
  return await countSend(tx, { interaction, sentAt: now }, rule(now))
}

async function place(deps: SendDeps, tx: Tx, send: { interaction: string; phone: string; channel: Channel; to: string }): Promise<number | undefined> {
  const now = deps.clock.now()
  const code = generateCode()
  const expiresAt = new Date(now.getTime() + codeTtlMs)
  const sends = await upsertCode(
    tx,
    { ...send, codeHash: codeHash(deps.codeSecret, { ...send, code }), sentAt: now, expiresAt, deleteAfter: new Date(now.getTime() + signInTtlMs) },
    rule(now),
  )
  if (sends !== undefined) await queueMessage(tx, codeMessage({ ...send, code, expiresAt, sends, host: deps.host }))
  return sends
}

function rule(now: Date) {
  return { sentBefore: new Date(now.getTime() - resendAfterMs), maxSends: maxSendsPerSignIn }
}
