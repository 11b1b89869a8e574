import type { BodyOf } from '@nikau/contract'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { Cents } from '@nikau/money'
import * as z from 'zod/mini'
import { pendingPaymentKey } from '../../lib/pending-payments.ts'
import { type PaymentMethod, payBody } from './suggestion.ts'

/**
 * A payment whose outcome is not known yet. It is stored before it is sent and removed when it is refused or its receipt is
 * shown, so that a time-out, a reload or a second tap sends the same idempotency key and pays once. With several methods, one
 * payment is pending at a time, because each is sent after the previous one has succeeded.
 */
interface PendingPayment {
  /** As JSON, with its idempotency key. */
  body: z.input<typeof payPaymentRequest.body>
  /** The request's remaining amount at that time. The same body at another remaining amount is another payment. */
  remaining: string
}

export type PayBody = BodyOf<typeof payPaymentRequest>

function read(requestId: string, userId: string): PendingPayment | undefined {
  const text = sessionStorage.getItem(pendingPaymentKey(requestId, userId))
  return text === null ? undefined : (JSON.parse(text) as PendingPayment)
}

export function readPendingPayment(requestId: string, userId: string): PayBody | undefined {
  const pending = read(requestId, userId)
  return pending && z.decode(payPaymentRequest.body, pending.body)
}

/**
 * The body to send for a method: the pending one as it was, with its idempotency key and its note, otherwise a new one. Another note alone
 * is not another payment.
 */
export function preparePayment(requestId: string, userId: string, method: PaymentMethod, remaining: Cents, note: string): PayBody {
  const bodyWith = (key: string, ofNote: string): PayBody => ({ ...payBody(method, key), ...(ofNote.trim() !== '' && { note: ofNote.trim() }) })
  const textOf = (body: PayBody) => JSON.stringify({ body: z.encode(payPaymentRequest.body, body), remaining: remaining.toString() } satisfies PendingPayment)
  const pending = read(requestId, userId)
  const key = pending?.body.idempotencyKey
  if (key !== undefined) {
    const same = bodyWith(key, pending?.body.note ?? '')
    if (JSON.stringify(pending) === textOf(same)) return same
  }
  const body = bodyWith(crypto.randomUUID(), note)
  sessionStorage.setItem(pendingPaymentKey(requestId, userId), textOf(body))
  return body
}

export function clearPendingPayment(requestId: string, userId: string): void {
  sessionStorage.removeItem(pendingPaymentKey(requestId, userId))
}
