import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { Ledger } from '@nikau/ledger'
import type { Clock, Db, Ids } from '@nikau/runtime'
import type { CardBearer } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { act, cardPaymentActivity, holdForBank, type PayBody, type PayRefused } from '../payment-requests/index.ts'
import { assetIdOf, assetTypeOf, refusalOfFailure } from './rules.ts'
import { lockSession, selectSession, type SessionRow } from './store.ts'
import { type CardPaymentRow, insertCardPayment, selectCardPayment, selectPaymentOfSession } from './store-payments.ts'

export interface CardPayMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  machine: Clock
  ids: Ids
  /** How long a call waits for the card company before it answers without. */
  waitMs: number
}

/**
 * Pays with a card that was verified. The request is held and the payment written down in one commit; a job then asks the card
 * company, and this call waits for what comes of it. The token pays once: whoever calls again, or at the same time, with the same
 * key waits for the same, and with another is turned away.
 */
export async function payByCard(means: CardPayMeans, bearer: CardBearer, requestId: string, body: PayBody): Promise<PaymentActivity | Refusal<PayRefused>> {
  if (bearer.paymentRequestId !== requestId) return refuse('FORBIDDEN')
  const session = await selectSession(means.db, bearer.cardSessionId)
  const fault = session ? faultOf(session, body) : refuse('FORBIDDEN')
  if (fault) return fault
  const payment = (await selectPaymentOfSession(means.db, bearer.cardSessionId)) ?? (await begin(means, bearer, body))
  if (payment instanceof Refusal) return payment
  if (payment.idempotencyKey !== (body.idempotencyKey ?? null)) return refuse('FORBIDDEN')
  return await outcomeOf(means, payment.id)
}

/** The card, the reference and the kind of payment are those that the token was given out with. */
function faultOf(session: SessionRow, body: PayBody): Refusal<PayRefused> | undefined {
  if (body.assetType !== assetTypeOf(session.test)) return refuse('INVALID_ASSET_TYPE')
  if (body.assetId !== assetIdOf(session.cardKey) || body.externalPaymentRef !== session.paymentRef) return refuse('FORBIDDEN')
  return body.mode === undefined ? undefined : refuse('INVALID_AMOUNT')
}

async function begin(means: CardPayMeans, bearer: CardBearer, body: PayBody): Promise<CardPaymentRow | Refusal<PayRefused>> {
  return await act(means, bearer.paymentRequestId, async (tx, request): Promise<CardPaymentRow | Refusal<PayRefused>> => {
    const session = await lockSession(tx, bearer.cardSessionId)
    if (!session) return refuse('FORBIDDEN')
    const earlier = await selectPaymentOfSession(tx, session.id)
    if (earlier) return earlier
    const merchantGst = request.terms.gstNumber
    // The card company bills by the merchant's tax number.
    if (merchantGst === undefined) return refuse('INVALID_MERCHANT_CONFIG')
    const id = means.ids.public('fcp_')
    const held = await holdForBank(tx, means, request, { id, amount: request.remaining })
    if (held instanceof Refusal) return held
    const { cardToken, lastFour, test } = session
    const names = { id, sessionId: session.id, paymentRequestId: request.id, idempotencyKey: body.idempotencyKey ?? null }
    await insertCardPayment(tx, {
      ...names,
      test,
      amount: request.remaining,
      cardToken,
      lastFour,
      merchantGst,
      reference: request.shortCode,
      at: means.machine.now(),
    })
    return (await selectCardPayment(tx, id))!
  })
}

const lookMs = 100

async function outcomeOf(means: CardPayMeans, id: string): Promise<PaymentActivity | Refusal<PayRefused>> {
  const deadline = performance.now() + means.waitMs
  for (;;) {
    const row = (await selectCardPayment(means.db, id))!
    if (row.step === 'paid') return await cardPaymentActivity(means.db, row.paymentRequestId, row.posting!)
    if (row.step === 'failed') return refusalOfFailure(row.failure!)
    if (row.step === 'lost' || performance.now() >= deadline) return refuse('PAYMENT_UNCONFIRMED')
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
