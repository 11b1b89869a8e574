import { type RequestEvent, type RequestStatus, statusAfter } from '@nikau/contract/payment-request-states'
import type { RequestRow } from './types.ts'

/** An event that the transition table does not allow in the request's status: a bug in the caller, never retried. */
export class InvalidTransition extends Error {}

export function nextStatus(request: Pick<RequestRow, 'id' | 'status'>, event: RequestEvent): RequestStatus {
  const next = statusAfter(request.status, event)
  if (next === undefined) throw new InvalidTransition(`payment request ${request.id} is ${request.status}: event ${event} is not allowed`)
  return next
}
