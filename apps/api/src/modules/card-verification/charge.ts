import { cents } from '@nikau/money'
import type { CardCompany, ChargeDecision, FindCompany, OpenCompany } from '@nikau/rails/farmlands'
import type { Clock, Log } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { type ActMeans, expire } from '../payment-requests/index.ts'
import { pauseMs } from './rules.ts'
import { fail, giveToOperator, settle, tellUndecided } from './settle.ts'
import { type CardPaymentRow, noteSpoken, postponeCardPayment, selectCardPayment } from './store-payments.ts'

export interface ChargeMeans extends ActMeans {
  companyOf: FindCompany
  /** Jobs are run by the machine's time. */
  machine: Clock
  log: Log
}

/**
 * Has a card charged, or finds out whether it was. Safe to run twice, at the same time too: the company knows one charge by the
 * payment's id, and what the books and the request say changes under a lock. No transaction is open while the company is spoken to.
 */
export async function charge(means: ChargeMeans, id: string): Promise<void> {
  const row = await selectCardPayment(means.db, id)
  if (row?.step !== 'charge') return
  const company = means.companyOf(row.test ? 'test' : 'main')
  const decided = company ? await decisionOf(means, company.rail, row) : { undecided: 'the card company is not configured' }
  if ('undecided' in decided) return await later(means, company, row, decided.undecided)
  if ('conflict' in decided) return await giveToOperator(means, row, decided.conflict)
  if (decided.status === 'approved') await settle(means, row)
  else await fail(means, row, decided.decline, decided.why)
  // A request does not run out while it is held: whether its time is over is looked at now.
  await expire(means, row.paymentRequestId)
}

type Decided = { status: 'approved' } | { status: 'declined'; decline: 'insufficient' | 'expired' | 'inactive' | 'declined'; why: string }

async function decisionOf(means: ChargeMeans, rail: CardCompany, row: CardPaymentRow): Promise<Decided | { undecided: string } | { conflict: string }> {
  if (row.spokenAt !== null) {
    // It was asked before, and the answer did not come here: what became of that is asked first.
    const seen = await rail.chargeOf(row.id)
    if (seen.outcome !== 'done') return { undecided: seen.why }
    if (seen.value) return named(seen.value)
  }
  await noteSpoken(means.db, row.id, means.machine.now())
  const words = { key: row.id, token: row.cardToken, amount: cents(row.amount), merchantGst: row.merchantGst, reference: row.reference }
  const got = await rail.charge(words)
  if (got.outcome === 'unknown') return { undecided: got.why }
  if (got.outcome === 'done') return named(got.value)
  // Something else goes by our key there: only a person can find out what.
  return got.why.includes(' 409 ') ? { conflict: got.why } : { status: 'declined', decline: 'declined', why: got.why }
}

const named = (decision: ChargeDecision): Decided => (decision.status === 'approved' ? decision : { ...decision, why: `charge: ${decision.decline}` })

/** Asks again for as long as it takes, and after some time tells an operator that it takes long. */
async function later(means: ChargeMeans, company: OpenCompany | undefined, row: CardPaymentRow, why: string): Promise<void> {
  const at = means.machine.now()
  if (at.getTime() - row.createdAt.getTime() > (company?.patienceSeconds ?? 0) * 1000) await tellUndecided(means, row)
  means.log.info({ cardPayment: row.id, why }, 'the card company has not decided yet')
  await inTransaction(means.db, (tx) => postponeCardPayment(tx, row.id, { nextAt: new Date(at.getTime() + pauseMs(row.tries)), why, at }))
}
