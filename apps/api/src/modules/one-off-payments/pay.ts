import type { BodyOf } from '@nikau/contract'
import type { OneOffPayment, payOneOffPayment } from '@nikau/contract/one-off-payments'
import type { Ledger } from '@nikau/ledger'
import { Unavailable } from '../../http/errors.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { act, holdForBank } from '../payment-requests/index.ts'
import { type OneOffMeans, returnOf } from './create.ts'
import { toOneOff } from './show.ts'
import { advanceOneOff, enqueue, lockOneOff, type OneOffRow, selectOneOff } from './store.ts'

export interface PayMeans extends OneOffMeans {
  ledger: Ledger
  /** How long a call waits for the bank's last word before it answers without. */
  waitMs: number
}

type Refused = keyof typeof payOneOffPayment.refusals

/**
 * Pays with the code that the customer brought back, in whichever browser. The request is held for this payment and the code
 * written down in one commit; a job then speaks to the bank, and this call waits for what comes of it. Whoever calls again, or at
 * the same time, waits for the same.
 */
export async function pay(means: PayMeans, id: string, body: BodyOf<typeof payOneOffPayment>): Promise<OneOffPayment | Refusal<Refused>> {
  const row = await selectOneOff(means.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  // The customer was never sent to the bank: no code can be one that it gave.
  if (row.step === 'consent') return refuse('PAYMENT_DECLINED')
  if (row.step === 'approval') {
    const begun = await begin(means, row, body)
    if (begun) return begun
  }
  return await outcomeOf(means, id)
}

async function begin(means: PayMeans, row: OneOffRow, body: BodyOf<typeof payOneOffPayment>): Promise<Refusal<Refused> | undefined> {
  const bank = means.bankOf(row.bank, row.test ? 'test' : 'main')
  if (!bank) throw new Unavailable('the bank is not configured any more')
  if (body.idToken !== undefined) {
    // Before anything is decided: a code of another bank, customer or payment leaves no trace here and never reaches the bank.
    const checked = await bank.rail.checkReturn(returnOf(row), { code: body.code, idToken: body.idToken })
    if (checked.outcome === 'unknown') throw new Unavailable(checked.why)
    if (checked.outcome === 'refused') {
      means.log.warn({ oneOffPayment: row.id, bank: row.bank, why: checked.why }, 'an answer that is not the bank’s was turned away')
      return refuse('PAYMENT_DECLINED')
    }
  }
  const done = await act(means, row.paymentRequestId, async (tx, request): Promise<Refusal<Refused> | undefined> => {
    const now = await lockOneOff(tx, row.id)
    if (now?.step !== 'approval') return undefined
    const held = await holdForBank(tx, means, request, now)
    if (held instanceof Refusal) return held
    const at = means.clock.now()
    // What remains is no longer what the customer agreed to: the bank is not asked, and the try is over.
    if (held === 'changed') await advanceOneOff(tx, now, { step: 'failed', failure: 'expired', why: 'another amount is due', nextAt: null, at })
    else await advanceOneOff(tx, now, { step: 'exchange', code: body.code, authorizedAt: at, nextAt: at, at })
    if (held === 'held') await enqueue(tx, row.id)
    return undefined
  })
  if (done?.code === 'REQUEST_NOT_FOUND') throw new Error(`the request of bank payment ${row.id} is gone`)
  return done
}

const lookMs = 150

/** The first result, whenever it is asked for: paid, refused, or that the bank has still to say its last word. */
async function outcomeOf(means: PayMeans, id: string): Promise<OneOffPayment | Refusal<Refused>> {
  const deadline = performance.now() + means.waitMs
  for (;;) {
    const row = (await selectOneOff(means.db, id))!
    const seen = toOneOff(row, means.clock.now())
    if (seen.status === 'failed') return refuse('PAYMENT_DECLINED', { reason: seen.failure })
    if (seen.status === 'paid' || row.step === 'lost' || performance.now() >= deadline) return seen
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
