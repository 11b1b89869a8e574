import { isTokenType } from '@nikau/contract/asset-display'
import { type Group, type Operation, type Outcome } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { issuedOf, ledgerAccountOf } from '../assets/index.ts'
import { listException } from '../exceptions/index.ts'
import { giveBack as quotaGivenBack } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import type { ActMeans } from './act.ts'
import { refundToCard } from './card-paid.ts'
import { refundableAccount, refundUsed, settlementOf, unitOfRequest } from './group.ts'
import { payerSeenByMerchant } from './pay.ts'
import { cardRefundsOf, type Leg, owedBy, type RequestRow, surplusOf, waitingOf } from './rows.ts'
import { reviveToken } from './store-tell.ts'

type From = 'waiting' | 'settlement'

export interface Return {
  leg: Leg
  amount: bigint
  /** Names this return for ever. */
  reference: string
}

/**
 * Gives back what was paid, each payment to where it came from, and the quota in the month in which it was used. Money that
 * waits with the request comes from there, money that the merchant has had from the merchant. All of it or nothing.
 */
export async function giveBack(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  returns: readonly Return[],
  from: From,
): Promise<bigint | undefined | Refusal<'INACTIVE_ASSET' | 'REFUND_DECLINED'>> {
  if (from === 'settlement') await openRefundable(tx, means, request)
  let last: bigint | undefined
  for (const one of returns) {
    if (one.leg.external) continue
    const source = from === 'waiting' ? waitingOf(request.id) : settlementOf(request)
    const give = wayBackOf(one.leg)
    const posted = await give(tx, means, request, one, source, from)
    if (posted.outcome !== 'refused') last = posted.posting
    else if (posted.account === source) return refuse('REFUND_DECLINED')
    else if (one.leg.assetId !== undefined && posted.account === ledgerAccountOf(one.leg.assetId)) return refuse('INACTIVE_ASSET')
    else throw new Error(`a return was refused: ${JSON.stringify(posted)}`)
  }
  return last
}

function wayBackOf(leg: Leg) {
  if (leg.oneOffId !== undefined) return returnToBank
  if (leg.cardPaymentId !== undefined) return returnToCard
  return isTokenType(leg.assetType) ? returnToken : returnMoney
}

async function returnMoney(tx: Tx, means: ActMeans, request: RequestRow, { leg, amount, reference }: Return, source: string, from: From): Promise<Outcome> {
  const back = await quotaGivenBack(tx, BigInt(leg.posting!), cents(amount))
  const operations: Operation[] = [
    { op: 'transfer', from: source, to: ledgerAccountOf(leg.assetId!), amount },
    ...(from === 'settlement' ? [refundUsed(request.id, amount)] : []),
    ...(back?.operations ?? []),
  ]
  const outcome = await postOne(tx, means, { reference, kind: 'payment.return', subject: `payment-request:${request.id}`, operations })
  if (outcome.outcome === 'accepted')
    await recordMovements(tx, [
      {
        posting: outcome.posting,
        movement: {
          paymentRequestId: request.id,
          srcWalletId: request.settlementWalletId,
          destWalletId: leg.assetId!,
          srcParty: request.merchantName,
          destParty: payerSeenByMerchant,
          ...(back && { quota: back.quota, counted: back.counted }),
        },
      },
    ])
  return outcome
}

/** What came from a bank goes back there by an operator's hand: it is set aside and listed. */
async function returnToBank(tx: Tx, means: ActMeans, request: RequestRow, { leg, amount, reference }: Return, source: string, from: From): Promise<Outcome> {
  const unit = unitOfRequest(request)
  await means.ledger.openAccount(tx, surplusOf(unit))
  const operations: Operation[] = [{ op: 'transfer', from: source, to: surplusOf(unit).id, amount }]
  if (from === 'settlement') operations.push(refundUsed(request.id, amount))
  const outcome = await postOne(tx, means, { reference, kind: 'payment.return', subject: `payment-request:${request.id}`, operations })
  if (outcome.outcome !== 'accepted') return outcome
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, destParty: leg.description }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
  const refs = { oneOffPaymentId: leg.oneOffId!, paymentRequestId: request.id }
  await listException(tx, { kind: 'bank-refund', ref: reference, money: { unit, amount }, refs, at: means.clock.now() })
  return outcome
}

/** What was charged to a card goes back there: it is set aside, and a job tells the card company. */
async function returnToCard(tx: Tx, means: ActMeans, request: RequestRow, { leg, amount, reference }: Return, source: string, from: From): Promise<Outcome> {
  const unit = unitOfRequest(request)
  await means.ledger.openAccount(tx, cardRefundsOf(unit))
  const operations: Operation[] = [{ op: 'transfer', from: source, to: cardRefundsOf(unit).id, amount }]
  if (from === 'settlement') operations.push(refundUsed(request.id, amount))
  const outcome = await postOne(tx, means, { reference, kind: 'payment.return', subject: `payment-request:${request.id}`, operations })
  if (outcome.outcome !== 'accepted') return outcome
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, destParty: leg.description }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
  await refundToCard(tx, { id: reference, cardPaymentId: leg.cardPaymentId!, amount, at: means.clock.now() })
  return outcome
}

/**
 * A token comes back to its owner, and the issuer no longer owes for it. One that has ended in the meantime cannot come back: a
 * merchant's refund is then refused, while an unfinished payment is undone without it.
 */
async function returnToken(tx: Tx, means: ActMeans, request: RequestRow, one: Return, source: string, from: From): Promise<Outcome> {
  const { leg, amount, reference } = one
  const subject = `payment-request:${request.id}`
  const money: Operation = { op: 'transfer', from: source, to: owedBy(leg.issuerAccountId!, unitOfRequest(request)), amount }
  const token: Operation = { op: 'transfer', from: issuedOf(leg.collectionId!).id, to: ledgerAccountOf(leg.assetId!), amount: 1n }
  const kind = 'payment.return'
  let outcome = await postOne(tx, means, {
    reference,
    kind,
    subject,
    operations: [token, money, ...(from === 'settlement' ? [refundUsed(request.id, amount)] : [])],
  })
  const ended = outcome.outcome === 'refused' && outcome.code === 'closed' && from === 'waiting'
  if (ended) outcome = await postOne(tx, means, { reference, kind, subject, operations: [money] })
  if (outcome.outcome !== 'accepted') return outcome
  const { posting, at } = outcome
  if (!ended) await reviveToken(tx, { assetId: leg.assetId!, accountId: leg.payerAccountId!, party: request.merchantName, posting, at })
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, destParty: leg.description }
  await recordMovements(tx, [{ posting, movement }])
  return outcome
}

export async function openRefundable(tx: Tx, means: ActMeans, request: RequestRow): Promise<void> {
  await means.ledger.openAccount(tx, refundableAccount(request.id, request.amount - request.remaining))
}

async function postOne(tx: Tx, means: ActMeans, group: Group): Promise<Outcome> {
  const [outcome] = await means.ledger.postIn(tx, [group])
  return outcome!
}
