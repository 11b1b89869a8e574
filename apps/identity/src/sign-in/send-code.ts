import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { personByPhone } from '../people/store.ts'
import { codeMessage } from './message.ts'
import { type LimitDeps, waitUntil } from './limit.ts'
import { type Channel, codeHash, codeLife, limits, newCode, resendAfter, sendsPerSignIn, signInLife } from './rules.ts'
import { countSend, findSignIn, placeCode, undone } from './store.ts'

export type Sent = { kind: 'sent' } | { kind: 'too-soon' } | { kind: 'too-many' } | { kind: 'wait'; until: Date }

export interface SendDeps extends LimitDeps {
  /** The host that browsers bind the code in the message to. */
  host: string
}

/**
 * Sends a six-digit code. Nothing here depends on whether the number has an account: a stranger's number gets its code all the
 * same, and proving it is what makes the account. The message leaves with the commit that stores the code, or not at all.
 */
export async function sendCode(deps: SendDeps, request: { interaction: string; phone: string; channel: Channel; address: string }): Promise<Sent> {
  const { interaction, phone, channel } = request
  try {
    return await deps.db.transaction().execute(async (tx) => {
      // The row is written first: of several presses of the button the later ones wait here, find a fresh code and use up nothing.
      const sends = await (channel === 'sms' ? text(deps, tx, interaction, phone) : email(deps, tx, interaction, phone))
      if (sends === undefined) return await whyNot(tx, interaction)
      const until = await waitUntil({ ...deps, db: tx }, [
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

/** Undoes the transaction, message and all. */
class OverLimit extends Error {
  readonly until: Date
  constructor(until: Date) {
    super('over the limit')
    this.until = until
  }
}

async function whyNot(tx: Tx, interaction: string): Promise<Sent> {
  const before = await findSignIn(tx, interaction)
  return before && before.sends < sendsPerSignIn ? { kind: 'too-soon' } : { kind: 'too-many' }
}

async function text(deps: SendDeps, tx: Tx, interaction: string, phone: string): Promise<number | undefined> {
  return await place(deps, tx, { interaction, phone, channel: 'sms', to: phone })
}

/**
 * Only an address that was proven before is a second way in. Whoever asks learns nothing of whether there is one: without it the
 * same work is done for a letter to nobody and then undone, because the time that is saved would tell.
 */
async function email(deps: SendDeps, tx: Tx, interaction: string, phone: string): Promise<number | undefined> {
  const person = await personByPhone(tx, phone)
  const address = person?.emailVerified ? person.email : null
  if (address !== null) return await place(deps, tx, { interaction, phone, channel: 'email', to: address })
  await undone(tx, () => place(deps, tx, { interaction, phone, channel: 'email', to: 'nobody@nikau.invalid' }))
  const now = deps.clock.now()
  return await countSend(tx, { interaction, sentAt: now }, rule(now))
}

async function place(deps: SendDeps, tx: Tx, send: { interaction: string; phone: string; channel: Channel; to: string }): Promise<number | undefined> {
  const now = deps.clock.now()
  const code = newCode()
  const expiresAt = new Date(now.getTime() + codeLife)
  const sends = await placeCode(
    tx,
    { ...send, codeHash: codeHash(deps.codeSecret, { ...send, code }), sentAt: now, expiresAt, keepUntil: new Date(now.getTime() + signInLife) },
    rule(now),
  )
  if (sends !== undefined) await queueMessage(tx, codeMessage({ ...send, code, expiresAt, sends, host: deps.host }))
  return sends
}

function rule(now: Date) {
  return { notSentSince: new Date(now.getTime() - resendAfter), mostSends: sendsPerSignIn }
}
