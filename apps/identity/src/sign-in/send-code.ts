import { randomBytes } from 'node:crypto'
import { queueMessage } from '@nikau/rails'
import { sourceOf, type Tx } from '@nikau/runtime'
import { signInEmail } from '../people/rules.ts'
import { selectPersonByPhone } from '../people/store.ts'
import { knownDevice } from './devices.ts'
import { codeMessage } from './message.ts'
import { type ExceededLimit, exceededLimits, latestOf } from './limit.ts'
import { type Channel, codeHash, codeTtlMs, generateCode, resendAfterMs, maxSendsPerSignIn, signInTtlMs } from './rules.ts'
import { exhaustedBudget, messageAttempts, reportExhausted, type SmsBudgetDeps } from './sms-budget.ts'
import { countSend, selectSignIn, upsertCode, withRollback } from './store.ts'

export type Sent =
  | { kind: 'sent' }
  | { kind: 'too-soon' }
  | { kind: 'too-many' }
  /** `byEmail`: only SMS has to wait. */
  | { kind: 'wait'; until: Date; byEmail: boolean }

export interface SendDeps extends SmsBudgetDeps {
  /** The domain to which browsers bind the code in the SMS. */
  host: string
}

/**
 * Sends a six-digit code, whether or not the number has an account; verifying the number creates the account. The message is queued
 * in the transaction that stores the code.
 */
export async function sendCode(
  deps: SendDeps,
  request: { interaction: string; phone: string; channel: Channel; address: string; deviceToken: string | undefined },
): Promise<Sent> {
  const { interaction, phone, channel } = request
  const to = { phone, channel, source: sourceOf(request.address), knownDevice: await knownDevice(deps.db, request.deviceToken, phone) }
  return await withinLimits(deps, async (tx) => {
    // Written first: concurrent submissions wait here, find the new code and use no attempt.
    const sends = await (channel === 'sms' ? text(deps, tx, interaction, phone) : email(deps, tx, interaction, phone))
    if (sends === undefined) return await sendRefusal(tx, interaction)
    const exceeded = await exceededLimits({ ...deps, db: tx }, messageAttempts(deps.budgets, to))
    if (exceeded.length > 0) throw new OverLimit(exceeded)
    return { kind: 'sent' }
  })
}

/** Rolls back the transaction, including the message. */
export class OverLimit extends Error {
  readonly exceeded: ExceededLimit[]
  constructor(exceeded: ExceededLimit[]) {
    super('rate limit exceeded')
    this.exceeded = exceeded
  }
}

/** Sends in a transaction, which `OverLimit` rolls back. */
export async function withinLimits(deps: SmsBudgetDeps, send: (tx: Tx) => Promise<Sent>): Promise<Sent> {
  try {
    return await deps.db.transaction().execute(send)
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error
    await reportExhausted(deps, error.exceeded)
    return { kind: 'wait', until: latestOf(error.exceeded)!, byEmail: error.exceeded.every((over) => exhaustedBudget(over) !== undefined) }
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
 * Only an email address that is a way in may receive a code. The response and its duration do not reveal whether there is one:
 * without an address the same work is done for a dummy recipient and rolled back. A first code by email then needs a row that no code
 * matches.
 */
async function email(deps: SendDeps, tx: Tx, interaction: string, phone: string): Promise<number | undefined> {
  const person = await selectPersonByPhone(tx, phone)
  const now = deps.clock.now()
  const address = person ? signInEmail(person, now) : null
  if (address !== null) return await place(deps, tx, { interaction, phone, channel: 'email', to: address })
  await withRollback(tx, () => place(deps, tx, { interaction, phone, channel: 'email', to: 'nobody@nikau.invalid' }))
  const before = await selectSignIn(tx, interaction)
  if (before?.phone === phone) return await countSend(tx, { interaction, sentAt: now }, rule(now))
  return await upsertCode(tx, { interaction, phone, channel: 'email', codeHash: randomBytes(32), ...timesOf(now) }, rule(now))
}

async function place(deps: SendDeps, tx: Tx, send: { interaction: string; phone: string; channel: Channel; to: string }): Promise<number | undefined> {
  const now = deps.clock.now()
  const code = generateCode()
  const times = timesOf(now)
  const sends = await upsertCode(tx, { ...send, codeHash: codeHash(deps.codeSecret, { ...send, code }), ...times }, rule(now))
  if (sends !== undefined) await queueMessage(tx, codeMessage({ ...send, code, expiresAt: times.expiresAt, sends, host: deps.host }))
  return sends
}

function timesOf(now: Date) {
  return { sentAt: now, expiresAt: new Date(now.getTime() + codeTtlMs), deleteAfter: new Date(now.getTime() + signInTtlMs) }
}

function rule(now: Date) {
  return { sentBefore: new Date(now.getTime() - resendAfterMs), maxSends: maxSendsPerSignIn }
}
