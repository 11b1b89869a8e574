import { createHash } from 'node:crypto'
import type { PayBody } from './decide.ts'
import type { ActivityRow } from './rows.ts'

/** How long the same call without a key counts as a repetition of itself. */
const sameWishMs = 60_000

/** A repetition of an earlier call gets its answer. With a key, whenever; without one, for a minute. */
export function repetition(earlier: readonly ActivityRow[], key: string | undefined, asked: Buffer, now: Date): ActivityRow | 'other wish' | undefined {
  if (key !== undefined) {
    const first = earlier.find((one) => one.idempotencyKey === key)
    return first && !first.asked?.equals(asked) ? 'other wish' : first
  }
  return earlier.find((one) => isSameWish(one, asked) && now.getTime() - one.createdAt.getTime() < sameWishMs)
}

function isSameWish(one: ActivityRow, asked: Buffer): boolean {
  return one.idempotencyKey === null && one.asked !== null && one.asked.equals(asked)
}

/**
 * The ledger's reference. From the caller's key when there is one, so that it can be used for one thing ever; else from what is
 * asked and how often it was asked before, so that two of the same at the same moment are one.
 */
export function referenceOf(call: { caller: string; body: PayBody; asked: Buffer; earlier: readonly ActivityRow[] }, requestId: string, now: Date): string {
  const key = call.body.idempotencyKey
  const past = call.earlier.filter((one) => isSameWish(one, call.asked) && now.getTime() - one.createdAt.getTime() >= sameWishMs).length
  const name = key === undefined ? ['wish', call.caller, requestId, call.asked.toString('hex'), past] : ['key', call.caller, key]
  return `pay:${createHash('sha256').update(name.join('\n')).digest('base64url')}`
}

export function askedBy(requestId: string, body: PayBody): Buffer {
  const text = JSON.stringify([requestId, { ...body, idempotencyKey: undefined }], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  return createHash('sha256').update(text).digest()
}
