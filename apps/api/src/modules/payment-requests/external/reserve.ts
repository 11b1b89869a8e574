import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { assertPosted } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { dueCounterId, useDue } from '../request/accounts.ts'
import { changeReservation } from '../request/store.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { type RequestDeps, VersionConflict } from '../request/with-request.ts'

/** More than our clocks ever differ by. */
const maxClockSkewMs = 60_000

type ReserveRefused = 'REQUEST_PAID' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED' | 'PAYMENT_UNCONFIRMED'

/**
 * Reserves the remaining amount of a request for one external payment until its provider decides. The due counter is used up, so
 * the request accepts no other payment meanwhile. `amount-changed` when the remaining amount is not the one the payer approved.
 */
export async function reserveRequest(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  payment: { id: string; amount: bigint },
): Promise<Refusal<ReserveRefused> | 'reserved' | 'amount-changed'> {
  const status = statusOf(request, deps.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  if (request.reservedFor !== null) return refuse('PAYMENT_UNCONFIRMED')
  if (request.remaining !== payment.amount) return 'amount-changed'
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    {
      reference: `reserve:${payment.id}`,
      kind: 'payment.reserve',
      subject: `payment-request:${request.id}`,
      operations: [useDue(request.id, payment.amount)],
    },
  ])
  if (outcome?.outcome === 'refused' && outcome.code === 'closed') {
    // Well before its expiry, the counter was closed by a cancellation: the next attempt reads the status.
    if (request.expiresAt.getTime() - deps.clock.now().getTime() > maxClockSkewMs) throw new VersionConflict('payment request closed since it was read')
    // The ledger's clock decides, whatever the clock of this process says.
    return refuse('REQUEST_EXPIRED')
  }
  if (outcome?.outcome === 'refused' && outcome.code === 'over_ceiling') throw new VersionConflict('payment request paid since it was read')
  assertPosted([outcome!])
  if (!(await changeReservation(tx, request, payment.id))) throw new VersionConflict('payment request changed since it was read')
  return 'reserved'
}

/** The provider did not pay: the request can be paid in another way if it has not expired. */
export async function releaseReservation(tx: Tx, deps: RequestDeps, request: RequestRow, payment: { id: string; amount: bigint }): Promise<void> {
  if (request.reservedFor !== payment.id) return // cancelled meanwhile
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    {
      reference: `release-reservation:${payment.id}`,
      kind: 'payment.release-reservation',
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'unuse', account: dueCounterId(request.id), amount: payment.amount }],
    },
  ])
  // A closed counter accepts no payment whatever its balance.
  if (outcome?.outcome !== 'refused' || outcome.code !== 'closed') assertPosted([outcome!])
  if (!(await changeReservation(tx, request, null))) throw new VersionConflict('payment request changed since it was read')
}
