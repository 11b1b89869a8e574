import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { mustBePosted } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type ActMeans, Overtaken } from './act.ts'
import { dueOf, type RequestRow, statusOf } from './rows.ts'
import { changeHold } from './store.ts'

/** More than two clocks of ours ever differ by. */
const clockDifferenceMs = 60_000

type HoldRefused = 'REQUEST_PAID' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED' | 'PAYMENT_UNCONFIRMED'

/**
 * Keeps all that remains of a request for one payment by a bank or a card company, until that has decided: the counter takes nothing
 * else meanwhile. `changed` when what remains is no longer what the customer agreed to.
 */
export async function holdForBank(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  payment: { id: string; amount: bigint },
): Promise<Refusal<HoldRefused> | 'held' | 'changed'> {
  const status = statusOf(request, means.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  if (request.heldBy !== null) return refuse('PAYMENT_UNCONFIRMED')
  if (request.remaining !== payment.amount) return 'changed'
  const [outcome] = await means.ledger.postIn(tx, [
    {
      reference: `bank-hold:${payment.id}`,
      kind: 'payment.bank-hold',
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'use', account: dueOf(request.id), amount: payment.amount }],
    },
  ])
  if (outcome?.outcome === 'refused' && outcome.code === 'closed') {
    // With time to spare it was somebody who closed it, a merchant who cancels: why is read in the next try.
    if (request.expiresAt.getTime() - means.clock.now().getTime() > clockDifferenceMs) throw new Overtaken('the request was closed in the meantime')
    // By the ledger's clock the time is over, whatever this machine's clock says.
    return refuse('REQUEST_EXPIRED')
  }
  if (outcome?.outcome === 'refused' && outcome.code === 'over_ceiling') throw new Overtaken('someone else was quicker')
  mustBePosted([outcome!])
  if (!(await changeHold(tx, request, payment.id))) throw new Overtaken('the request was changed in the meantime')
  return 'held'
}

/** The bank did not pay: the request can be paid in another way again, if there is time left. */
export async function releaseFromBank(tx: Tx, means: ActMeans, request: RequestRow, payment: { id: string; amount: bigint }): Promise<void> {
  if (request.heldBy !== payment.id) return // cancelled meanwhile
  const [outcome] = await means.ledger.postIn(tx, [
    {
      reference: `bank-release:${payment.id}`,
      kind: 'payment.bank-release',
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'unuse', account: dueOf(request.id), amount: payment.amount }],
    },
  ])
  // A counter that has closed takes nothing more, whatever it stands at.
  if (outcome?.outcome !== 'refused' || outcome.code !== 'closed') mustBePosted([outcome!])
  if (!(await changeHold(tx, request, null))) throw new Overtaken('the request was changed in the meantime')
}
