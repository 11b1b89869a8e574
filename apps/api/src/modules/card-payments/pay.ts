import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { Clock, Vault } from '@nikau/runtime'
import type { PaymentTokenBearer } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { type PayBody, type PayRefused, type RequestDeps, reserveRequest, saveNote, settledActivity, withRequest } from '../payment-requests/index.ts'
import { assetIdOf, assetTypeOf, refusalOfFailure } from './rules.ts'
import { openCardToken } from './card-token.ts'
import { clearCardToken, lockSession, selectSession, type SessionRow } from './store-sessions.ts'
import { type CardPaymentRow, insertCardPayment, selectCardPayment, selectPaymentOfSession } from './store-payments.ts'

export interface CardPayDeps extends RequestDeps {
  wallClock: Clock
  vault: Vault
  /** How long a call waits for the outcome before it answers PAYMENT_UNCONFIRMED. */
  waitMs: number
}

/**
 * Pays with a verified card. One commit reserves the request and inserts the payment; a job then calls the card company, and this
 * call waits for the outcome. A token pays once: a repeated call with the same key gets the same outcome, with another key a refusal.
 */
export async function payByCard(
  deps: CardPayDeps,
  bearer: PaymentTokenBearer,
  requestId: string,
  body: PayBody,
): Promise<PaymentActivity | Refusal<PayRefused>> {
  if (bearer.paymentRequestId !== requestId) return refuse('FORBIDDEN')
  const session = await selectSession(deps.db, bearer.sessionId)
  const refusal = session ? refusalOfCard(session, body) : refuse('FORBIDDEN')
  if (refusal) return refusal
  const payment = (await selectPaymentOfSession(deps.db, bearer.sessionId)) ?? (await startPayment(deps, bearer, body))
  if (payment instanceof Refusal) return payment
  if (payment.idempotencyKey !== (body.idempotencyKey ?? null)) return refuse('FORBIDDEN')
  return await waitForOutcome(deps, payment.id)
}

/** Card, reference and asset type must be those that the token was issued with. */
function refusalOfCard(session: SessionRow, body: PayBody): Refusal<PayRefused> | undefined {
  if (body.assetType !== assetTypeOf(session.test)) return refuse('INVALID_ASSET_TYPE')
  if (body.assetId !== assetIdOf(session.cardKey) || body.externalPaymentRef !== session.paymentRef) return refuse('FORBIDDEN')
  return body.mode === undefined ? undefined : refuse('INVALID_AMOUNT')
}

async function startPayment(deps: CardPayDeps, bearer: PaymentTokenBearer, body: PayBody): Promise<CardPaymentRow | Refusal<PayRefused>> {
  return await withRequest(deps, bearer.paymentRequestId, async (tx, request): Promise<CardPaymentRow | Refusal<PayRefused>> => {
    const session = await lockSession(tx, bearer.sessionId)
    if (!session) return refuse('FORBIDDEN')
    const earlier = await selectPaymentOfSession(tx, session.id)
    if (earlier) return earlier
    const merchantGst = request.terms.gstNumber
    // The card company bills by the merchant's GST number.
    if (merchantGst === undefined) return refuse('INVALID_MERCHANT_CONFIG')
    const id = deps.ids.public('fcp_')
    const reserved = await reserveRequest(tx, deps, request, { id, amount: request.remaining })
    if (reserved instanceof Refusal) return reserved
    if (body.note !== undefined) await saveNote(tx, request.id, body.note)
    const { lastFour, test } = session
    const names = { id, sessionId: session.id, paymentRequestId: request.id, idempotencyKey: body.idempotencyKey ?? null }
    await insertCardPayment(tx, {
      ...names,
      test,
      amount: request.remaining,
      cardToken: deps.vault.seal(openCardToken(deps.vault, session), id),
      lastFour,
      merchantGst,
      reference: request.shortCode,
      at: deps.wallClock.now(),
    })
    await clearCardToken(tx, session.id)
    return (await selectCardPayment(tx, id))!
  })
}

const pollMs = 100

async function waitForOutcome(deps: CardPayDeps, id: string): Promise<PaymentActivity | Refusal<PayRefused>> {
  const deadline = performance.now() + deps.waitMs
  for (;;) {
    const row = (await selectCardPayment(deps.db, id))!
    if (row.step === 'paid') return await settledActivity(deps.db, row.paymentRequestId, row.posting!)
    if (row.step === 'failed' && row.failure !== 'lapsed') return refusalOfFailure(row.failure!)
    if (row.step === 'indeterminate' || performance.now() >= deadline) return refuse('PAYMENT_UNCONFIRMED')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
