import type { NewAccount, Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { recordMovements } from '../../wallets/index.ts'
import { dueCounterId, openRefundCounter, settlementAccountId, suspenseAccountId, unitOfRequest, useRefund } from '../request/accounts.ts'
import { bringsMoney } from '../request/brings-money.ts'
import { feeReturnOf, feeReturnOperations } from '../request/fees.ts'
import { addRefunds, type RequestChange } from '../request/store.ts'
import { ownTokenAccounts, unredeemOwnTokens } from '../request/own-tokens.ts'
import { refundableAmount, refundStrategy } from '../request/tenders.ts'
import type { RequestRow, Tender } from '../request/types.ts'
import { type PaymentsChange, recordActivity, type RequestDeps } from '../request/with-request.ts'
import type { ExternalPaymentMethod } from './port.ts'
import { postingOf } from './settle.ts'

/** A settled payment that its provider now rejects, and the part of it that is waiting to be returned to the payer. */
export interface ReversedPayment {
  id: string
  amount: bigint
  /** The id of its clearing account. */
  clearing: string
  returnsPending: bigint
  /** Bears what has reached the payer already; an operator has decided so. */
  losses?: NewAccount | undefined
}

/**
 * Reverses a settled payment. The money leaves the merchant, even if the wallet goes below zero. The request is reopened if it has
 * not expired; otherwise the payment counts as refunded. A pending return is cancelled. False, with nothing done, when part of the
 * money has already reached the payer and no account bears it: an operator has to decide.
 */
export async function reversePayment(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  method: ExternalPaymentMethod,
  payment: ReversedPayment,
): Promise<boolean> {
  const tender = request.tenders.find((other) => other.method === method.name && other.externalPaymentId === payment.id)
  if (tender && isReopenable(request, deps.clock.now()) && (await reopen(tx, deps, request, method, tender, payment))) return true
  const left = tender ? refundableAmount(tender) : 0n
  const lost = payment.amount - left - payment.returnsPending
  if (lost !== 0n && !payment.losses) return false
  const feeReturn = tender ? feeReturnOf(tender, 'everything') : { fee: 0n, gst: 0n }
  const operations: Operation[] = feeReturnOperations(request, feeReturn)
  if (left > 0n) {
    await openRefundCounter(tx, deps, request)
    operations.push({ op: 'overdraw', from: settlementAccountId(request), to: payment.clearing, amount: left }, useRefund(request.id, left))
  }
  if (payment.returnsPending > 0n) {
    const returns = method.returnsAccount(unitOfRequest(request)).id
    operations.push({ op: 'transfer', from: returns, to: payment.clearing, amount: payment.returnsPending })
  }
  if (lost > 0n && payment.losses) {
    await deps.ledger.openAccount(tx, payment.losses)
    operations.push({ op: 'transfer', from: payment.losses.id, to: payment.clearing, amount: lost })
  }
  const [outcome] = await deps.ledger.postInTransaction(tx, [groupOf(method, payment, operations)])
  const posting = postingOf(outcome)
  if (!tender) return true
  if (left === 0n) {
    await addRefunds(tx, request.id, [{ tender, amount: 0n, feeReturn }])
    return true
  }
  const shares = [{ tender, amount: left, feeReturn }]
  const change = { event: 'refund' as const, refunded: request.refunded + left, refunds: shares }
  await recordReversal(tx, deps, request, method, change, { tender, amount: left, posting })
  return true
}

function isReopenable(request: RequestRow, now: Date): boolean {
  return (request.status === 'paid' || request.status === 'new') && request.refunded === 0n && now < request.expiresAt
}

/** False when the due counter has closed by the ledger's clock. */
async function reopen(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  method: ExternalPaymentMethod,
  tender: Tender,
  payment: ReversedPayment,
): Promise<boolean> {
  const { amount } = payment
  const operations: Operation[] = [{ op: 'unuse', account: dueCounterId(request.id), amount }]
  for (const paid of request.tenders) operations.push(...feeReturnOperations(request, feeReturnOf(paid, 'everything')))
  if (request.status === 'new') {
    operations.push({ op: 'transfer', from: suspenseAccountId(request.id), to: payment.clearing, amount })
  } else {
    operations.push({ op: 'overdraw', from: settlementAccountId(request), to: payment.clearing, amount })
    // The other tenders go back into suspense.
    const others = request.tenders.filter((other) => other !== tender && bringsMoney(request, other)).reduce((sum, other) => sum + BigInt(other.amount), 0n)
    if (others > 0n) operations.push({ op: 'overdraw', from: settlementAccountId(request), to: suspenseAccountId(request.id), amount: others })
    await deps.ledger.openAccounts(tx, ownTokenAccounts(request, request.tenders))
    operations.push(...unredeemOwnTokens(request, request.tenders))
  }
  const [outcome] = await deps.ledger.postInTransaction(tx, [groupOf(method, payment, operations)])
  if (outcome?.outcome === 'refused' && outcome.code === 'closed' && outcome.account === dueCounterId(request.id)) return false
  const posting = postingOf(outcome)
  const change = { event: 'payment-reversed' as const, remaining: request.remaining + amount, clearCharges: true as const, returned: [tender] }
  await recordReversal(tx, deps, request, method, change, { tender, amount, posting })
  return true
}

function groupOf(method: ExternalPaymentMethod, payment: ReversedPayment, operations: Operation[]) {
  return { reference: `${method.reference}-back:${payment.id}`, kind: 'payment.reverse', subject: `${method.subject}:${payment.id}`, operations }
}

/** Merchant and payer see a refund: the money has gone back to its source. */
async function recordReversal(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  method: ExternalPaymentMethod,
  change: RequestChange & PaymentsChange,
  reversed: { tender: Tender; amount: bigint; posting: bigint },
): Promise<void> {
  const { tender, amount, posting } = reversed
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, destParty: method.payerLabel }
  await recordMovements(tx, [{ posting, movement }])
  await recordActivity(tx, deps, request, change, {
    type: 'refund',
    amount,
    createdBy: method.createdBy,
    posting,
    detail: { strategy: refundStrategy([{ tender, amount }]) },
    webhook: 'payment-request:refund-completed',
  })
}
