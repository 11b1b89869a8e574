import type { BodyOf } from '@nikau/contract'
import { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { type PaymentMethod, payBody } from '@nikau/contract/suggestion'
import type { Cents } from '@nikau/money'
import * as z from 'zod/mini'

/**
 * The one payment of a request that was sent and of which the person does not know yet what became of it. It is written down
 * before it is sent and struck out when it was refused or when its receipt is on the screen, so that a time-out, a reload or a
 * second tap asks again with the same key and pays once. Of several methods only one is ever under way: each is sent after the
 * one before it has succeeded, and takes its place here.
 */
interface Pending {
  /** In the form of the wire, key included. */
  body: z.input<typeof payPaymentRequest.body>
  /** What remained of the request then. The same wish on what remains later is another payment. */
  remaining: string
}

export type PayBody = BodyOf<typeof payPaymentRequest>

const nameOf = (requestId: string, person: string) => `pay-attempt-${requestId}-${person}`

function read(requestId: string, person: string): Pending | undefined {
  const text = sessionStorage.getItem(nameOf(requestId, person))
  return text === null ? undefined : (JSON.parse(text) as Pending)
}

/** What was sent in this tab, and the person has not seen the end of. */
export function pendingPayment(requestId: string, person: string): PayBody | undefined {
  const pending = read(requestId, person)
  return pending && z.decode(payPaymentRequest.body, pending.body)
}

/** The body to send for a method: with the key it was sent with before, else with a new one. */
export function paymentOf(requestId: string, person: string, method: PaymentMethod, remaining: Cents): PayBody {
  const wire = (key: string): Pending => ({ body: z.encode(payPaymentRequest.body, payBody(method, key)), remaining: remaining.toString() })
  const before = read(requestId, person)
  const key = before?.body.idempotencyKey
  if (key !== undefined && JSON.stringify(before) === JSON.stringify(wire(key))) return payBody(method, key)
  const fresh = crypto.randomUUID()
  sessionStorage.setItem(nameOf(requestId, person), JSON.stringify(wire(fresh)))
  return payBody(method, fresh)
}

export function outcomeKnown(requestId: string, person: string): void {
  sessionStorage.removeItem(nameOf(requestId, person))
}
