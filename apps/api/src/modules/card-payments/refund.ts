import { assertPosted, type Ledger } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { OpenCompany } from '@nikau/rails/farmlands'
import type { Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException, raiseException } from '../exceptions/index.ts'
import { completeReturn } from '../payment-requests/index.ts'
import type { ChargeDeps } from './charge.ts'
import { backoffMs, clearingAccount, returnsAccount, unitOf } from './rules.ts'
import { type CardRefundRow, endCardRefund, postponeCardRefund, selectCardRefund } from './store-payments.ts'

/** Refunds an amount to a card. The refund's id is the idempotency key at the card company. */
export async function refundCard(deps: ChargeDeps, id: string): Promise<void> {
  const row = await selectCardRefund(deps.db, id)
  if (row?.step !== 'refund') return
  const company = deps.companyOf(row.test ? 'test' : 'main')
  if (!company) return await retryLater(deps, undefined, row, 'card company not configured')
  const got = await company.rail.refund({ key: row.id, chargeKey: row.cardPaymentId, amount: cents(row.amount), reference: row.reference })
  if (got.outcome === 'unknown') return await retryLater(deps, company, row, got.reason)
  if (got.outcome === 'done' && got.value.amount !== row.amount)
    return await retryLater(deps, company, row, `refund: took ${got.value.amount} of ${row.amount} cents`)
  const at = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (got.outcome === 'done') return await completeCardRefund(tx, deps.ledger, row, at)
    await closeException(tx, { kind: 'card-refund-unconfirmed', ref: row.id, at })
    // The money stays in the returns account until an operator has found another way.
    if (await endCardRefund(tx, row, { step: 'refused', reason: got.reason, at }))
      await raiseException(tx, { kind: 'card-refund-refused', ...subjectOf(row), at })
  })
}

/** The company has refunded the card. Does nothing when the refund has ended meanwhile. */
export async function completeCardRefund(tx: Tx, ledger: Ledger, row: CardRefundRow, at: Date): Promise<void> {
  const { id, amount, cardPaymentId } = row
  const unit = unitOf(row.test)
  for (const kind of ['card-refund-unconfirmed', 'card-refund-refused'] as const) await closeException(tx, { kind, ref: id, at })
  if (!(await endCardRefund(tx, row, { step: 'done', at }))) return
  const operations = [{ op: 'transfer' as const, from: returnsAccount(unit).id, to: clearingAccount(unit).id, amount }]
  assertPosted(
    await ledger.postInTransaction(tx, [{ reference: `card-refund:${id}`, kind: 'card.refund', subject: `card-payment:${cardPaymentId}`, operations }]),
  )
  await completeReturn(tx, id, at)
}

export const subjectOf = (row: CardRefundRow) => ({
  ref: row.id,
  money: { unit: unitOf(row.test), amount: row.amount },
  refs: { cardPaymentId: row.cardPaymentId, paymentRequestId: row.paymentRequestId },
})

/** Retries without limit, and raises an exception once the company has taken too long. */
async function retryLater(deps: ChargeDeps, company: OpenCompany | undefined, row: CardRefundRow, reason: string): Promise<void> {
  const at = deps.wallClock.now()
  const waitedMs = deps.clock.now().getTime() - row.createdAt.getTime()
  await inTransaction(deps.db, async (tx) => {
    if (waitedMs > (company?.alertAfterSeconds ?? 0) * 1000)
      await raiseException(tx, { kind: 'card-refund-unconfirmed', ...subjectOf(row), at: deps.clock.now() })
    await postponeCardRefund(tx, row.id, { nextAttemptAt: new Date(at.getTime() + backoffMs(row.attempts)), reason, at })
  })
}
