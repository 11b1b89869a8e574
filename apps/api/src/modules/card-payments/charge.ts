import { cents } from '@nikau/money'
import type { CardCompany, ChargeDecision, FindCompany, OpenCompany } from '@nikau/rails/farmlands'
import type { Clock, Log, Vault } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { expire, type ReturnDeps } from '../payment-requests/index.ts'
import { openCardToken } from './card-token.ts'
import { backoffMs } from './rules.ts'
import { fail, markIndeterminate, settle, raiseUnconfirmed } from './settle.ts'
import { type CardPaymentRow, recordFirstAttempt, postponeCardPayment, selectCardPayment } from './store-payments.ts'

export interface ChargeDeps extends ReturnDeps {
  companyOf: FindCompany
  /** The system clock, which the job queue runs by. */
  wallClock: Clock
  vault: Vault
  log: Log
}

/**
 * Charges a card, or finds out whether it was charged. Safe to run concurrently: the payment's id is the idempotency key, and ledger
 * and request change under a lock. No transaction is open during a call to the company.
 */
export async function charge(deps: ChargeDeps, id: string): Promise<void> {
  const row = await selectCardPayment(deps.db, id)
  if (row?.step !== 'charge') return
  const company = deps.companyOf(row.test ? 'test' : 'main')
  const decided = company ? await decisionOf(deps, company.rail, row) : { undecided: 'card company not configured' }
  if ('undecided' in decided) return await retryLater(deps, company, row, decided.undecided)
  if ('conflict' in decided) return await markIndeterminate(deps, row, decided.conflict)
  if (decided.status === 'approved') await settle(deps, row)
  else await fail(deps, row, decided.decline, decided.reason)
  // A reserved request does not expire, so its expiry is checked once the payment has ended.
  await expire(deps, row.paymentRequestId)
}

type Decided =
  | { status: 'approved' }
  | { conflict: string }
  | { status: 'declined'; decline: 'insufficient' | 'expired' | 'inactive' | 'declined'; reason: string }

async function decisionOf(deps: ChargeDeps, rail: CardCompany, row: CardPaymentRow): Promise<Decided | { undecided: string }> {
  if (row.firstAttemptedAt !== null) {
    // An earlier charge has an unknown outcome: ask for it before charging again.
    const seen = await rail.findCharge(row.id)
    if (seen.outcome !== 'done') return { undecided: seen.reason }
    if (seen.value) return toDecided(seen.value, row)
  }
  await recordFirstAttempt(deps.db, row.id, deps.wallClock.now())
  const request = { key: row.id, token: openCardToken(deps.vault, row), amount: cents(row.amount), merchantGst: row.merchantGst, reference: row.reference }
  const got = await rail.charge(request)
  if (got.outcome === 'unknown') return { undecided: got.reason }
  if (got.outcome === 'done') return toDecided(got.value, row)
  // The company has another charge under our key: only an operator can find out which.
  return got.reason.includes(' 409 ') ? { conflict: got.reason } : { status: 'declined', decline: 'declined', reason: got.reason }
}

function toDecided(decision: ChargeDecision, row: CardPaymentRow): Decided {
  if (decision.status === 'declined') return { ...decision, reason: `charge: ${decision.decline}` }
  // Another amount than was asked for: what the cardholder owes is not what the request is for.
  if (decision.amount !== row.amount) return { conflict: `charge: approved ${decision.amount} of ${row.amount} cents` }
  return { status: 'approved' }
}

/** Retries without limit, and raises an exception once the company has taken too long. */
async function retryLater(deps: ChargeDeps, company: OpenCompany | undefined, row: CardPaymentRow, reason: string): Promise<void> {
  const at = deps.wallClock.now()
  if (at.getTime() - row.createdAt.getTime() > (company?.alertAfterSeconds ?? 0) * 1000) await raiseUnconfirmed(deps, row)
  deps.log.info({ cardPayment: row.id, reason }, 'card charge undecided')
  await inTransaction(deps.db, (tx) => postponeCardPayment(tx, row.id, { nextAttemptAt: new Date(at.getTime() + backoffMs(row.attempts)), reason, at }))
}
