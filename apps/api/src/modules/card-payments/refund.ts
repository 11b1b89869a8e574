import { assertPosted } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { inTransaction } from '../../http/refusal.ts'
import { raiseException } from '../exceptions/index.ts'
import type { ChargeDeps } from './charge.ts'
import { backoffMs, clearingAccount, returnsAccount, unitOf } from './rules.ts'
import { type CardRefundRow, endCardRefund, postponeCardRefund, selectCardRefund } from './store-payments.ts'

/** Refunds an amount to a card. The refund's id is the idempotency key at the card company. */
export async function refundCard(deps: ChargeDeps, id: string): Promise<void> {
  const row = await selectCardRefund(deps.db, id)
  if (row?.step !== 'refund') return
  const company = deps.companyOf(row.test ? 'test' : 'main')
  if (!company) return await retryLater(deps, row, 'card company not configured')
  const got = await company.rail.refund({ key: row.id, chargeKey: row.cardPaymentId, amount: cents(row.amount), reference: row.reference })
  if (got.outcome === 'unknown') return await retryLater(deps, row, got.reason)
  const at = deps.clock.now()
  const unit = unitOf(row.test)
  await inTransaction(deps.db, async (tx) => {
    if (got.outcome === 'refused') {
      // The money stays in the returns account until an operator has found another way.
      const refs = { cardPaymentId: row.cardPaymentId, paymentRequestId: row.paymentRequestId }
      if (await endCardRefund(tx, row.id, { step: 'refused', reason: got.reason, at }))
        await raiseException(tx, { kind: 'card-refund-refused', ref: row.id, money: { unit, amount: row.amount }, refs, at })
      return
    }
    if (!(await endCardRefund(tx, row.id, { step: 'done', at }))) return
    const operations = [{ op: 'transfer' as const, from: returnsAccount(unit).id, to: clearingAccount(unit).id, amount: row.amount }]
    assertPosted(
      await deps.ledger.postInTransaction(tx, [
        { reference: `card-refund:${row.id}`, kind: 'card.refund', subject: `card-payment:${row.cardPaymentId}`, operations },
      ]),
    )
  })
}

async function retryLater(deps: ChargeDeps, row: CardRefundRow, reason: string): Promise<void> {
  const at = deps.wallClock.now()
  await inTransaction(deps.db, (tx) => postponeCardRefund(tx, row.id, { nextAttemptAt: new Date(at.getTime() + backoffMs(row.attempts)), reason, at }))
}
