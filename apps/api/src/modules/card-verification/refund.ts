import { mustBePosted } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { inTransaction } from '../../http/refusal.ts'
import { listException } from '../exceptions/index.ts'
import { cardRefundsOf } from '../payment-requests/index.ts'
import type { ChargeMeans } from './charge.ts'
import { clearingOf, pauseMs, unitOf } from './rules.ts'
import { type CardRefundRow, endCardRefund, postponeCardRefund, selectCardRefund } from './store-payments.ts'

/** Has an amount go back to a card. The company knows the refund by its id and does it once, however often it is asked. */
export async function refundCard(means: ChargeMeans, id: string): Promise<void> {
  const row = await selectCardRefund(means.db, id)
  if (row?.step !== 'refund') return
  const company = means.companyOf(row.test ? 'test' : 'main')
  if (!company) return await later(means, row, 'the card company is not configured')
  const got = await company.rail.refund({ key: row.id, chargeKey: row.cardPaymentId, amount: cents(row.amount), reference: row.reference })
  if (got.outcome === 'unknown') return await later(means, row, got.why)
  const at = means.clock.now()
  const unit = unitOf(row.test)
  await inTransaction(means.db, async (tx) => {
    if (got.outcome === 'refused') {
      // The money stays where it was set aside, until a person has found another way back.
      const refs = { cardPaymentId: row.cardPaymentId, paymentRequestId: row.paymentRequestId }
      if (await endCardRefund(tx, row.id, { step: 'refused', why: got.why, at }))
        await listException(tx, { kind: 'card-refund', ref: row.id, money: { unit, amount: row.amount }, refs, at })
      return
    }
    if (!(await endCardRefund(tx, row.id, { step: 'done', at }))) return
    const operations = [{ op: 'transfer' as const, from: cardRefundsOf(unit).id, to: clearingOf(unit).id, amount: row.amount }]
    mustBePosted(
      await means.ledger.postIn(tx, [{ reference: `card-refund:${row.id}`, kind: 'card.refund', subject: `card-payment:${row.cardPaymentId}`, operations }]),
    )
  })
}

async function later(means: ChargeMeans, row: CardRefundRow, why: string): Promise<void> {
  const at = means.machine.now()
  await inTransaction(means.db, (tx) => postponeCardRefund(tx, row.id, { nextAt: new Date(at.getTime() + pauseMs(row.tries)), why, at }))
}
