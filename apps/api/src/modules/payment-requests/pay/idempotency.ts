import { createHash } from 'node:crypto'
import type { ActivityRow, PayBody } from '../request/types.ts'

/** For this long, an identical call without a key counts as a retry. */
const duplicateWindowMs = 60_000

/** The activity of the call that this one repeats: with a key without limit, without a key within the duplicate window. */
export function findReplay(
  earlier: readonly ActivityRow[],
  call: { idempotencyKey: string | undefined; requestHash: Buffer },
  now: Date,
): ActivityRow | 'key-reused' | undefined {
  if (call.idempotencyKey !== undefined) {
    const first = earlier.find(({ idempotencyKey }) => idempotencyKey === call.idempotencyKey)
    return first && !first.requestHash?.equals(call.requestHash) ? 'key-reused' : first
  }
  return earlier.find((activity) => isDuplicate(activity, call.requestHash) && now.getTime() - activity.createdAt.getTime() < duplicateWindowMs)
}

function isDuplicate(activity: ActivityRow, requestHash: Buffer): boolean {
  return activity.idempotencyKey === null && activity.requestHash !== null && activity.requestHash.equals(requestHash)
}

/**
 * The ledger reference of a payment. With a key it is derived from caller and key, so that a key pays once. Without a key it is
 * derived from the request hash and the number of identical payments before the duplicate window, so that two identical
 * simultaneous calls are one payment.
 */
export function referenceOf(
  call: { caller: string; body: PayBody; requestHash: Buffer; earlier: readonly ActivityRow[] },
  requestId: string,
  now: Date,
): string {
  const { caller, body, requestHash } = call
  const isBeforeWindow = ({ createdAt }: ActivityRow) => now.getTime() - createdAt.getTime() >= duplicateWindowMs
  const previous = call.earlier.filter((activity) => isDuplicate(activity, requestHash) && isBeforeWindow(activity)).length
  const parts = body.idempotencyKey === undefined ? ['hash', caller, requestId, requestHash.toString('hex'), previous] : ['key', caller, body.idempotencyKey]
  return `pay:${createHash('sha256').update(parts.join('\n')).digest('base64url')}`
}

export function hashPayment(requestId: string, body: PayBody): Buffer {
  return hashRequest([requestId, { ...body, idempotencyKey: undefined }])
}

export function hashRequest(request: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(request, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest()
}
