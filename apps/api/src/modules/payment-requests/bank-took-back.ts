import { statusAfter } from '@nikau/contract/payment-request-states'
import type { Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { recordMovements } from '../wallets/index.ts'
import { type ActMeans, record } from './act.ts'
import { bankCustomer, payByBankService, postingOf } from './bank-paid.ts'
import { openRefundable } from './give-back.ts'
import { refundUsed, settlementOf, unitOfRequest } from './group.ts'
import { afterShares, leftOf, strategyOf } from './refund-rules.ts'
import { dueOf, type Leg, type RequestRow, surplusOf, waitingOf } from './rows.ts'

/** A payment that a bank had called made and now rejects, and what of it was set aside to go back to the customer. */
export interface TakenBack {
  id: string
  amount: bigint
  clearing: string
  setAside: bigint
}

/**
 * A bank rejects what it had called paid. The money leaves the merchant again, even if that takes the wallet below zero, and the
 * request is open again if its time is not over; else it counts as refunded. What was set aside to go back need not go back.
 * False, and nothing done, where a part has gone back to the customer already: that is for an operator to decide.
 */
export async function bankTookBack(tx: Tx, means: ActMeans, request: RequestRow, payment: TakenBack): Promise<boolean> {
  const leg = request.legs.find((one) => one.oneOffId === payment.id)
  if (leg && isReopenable(request, means.clock.now()) && (await reopen(tx, means, request, leg, payment))) return true
  const left = leg ? leftOf(leg) : 0n
  if (left + payment.setAside !== payment.amount) return false
  const operations: Operation[] = []
  if (left > 0n) {
    await openRefundable(tx, means, request)
    operations.push({ op: 'overdraw', from: settlementOf(request), to: payment.clearing, amount: left }, refundUsed(request.id, left))
  }
  if (payment.setAside > 0n) operations.push({ op: 'transfer', from: surplusOf(unitOfRequest(request)).id, to: payment.clearing, amount: payment.setAside })
  const posting = await post(tx, means, payment, operations)
  if (!leg || left === 0n) return true
  await moved(tx, request, posting)
  const shares = [{ leg, amount: left }]
  await recordRefund(tx, means, request, { refunded: request.refunded + left, legs: afterShares(request.legs, shares) }, leg, left, posting)
  return true
}

function isReopenable(request: RequestRow, now: Date): boolean {
  return (request.status === 'paid' || request.status === 'new') && request.refunded === 0n && now < request.expiresAt
}

/** False when the request's counter had closed by the ledger's clock. */
async function reopen(tx: Tx, means: ActMeans, request: RequestRow, leg: Leg, payment: TakenBack): Promise<boolean> {
  const { amount } = payment
  const operations: Operation[] = [{ op: 'unuse', account: dueOf(request.id), amount }]
  if (request.status === 'new') {
    operations.push({ op: 'transfer', from: waitingOf(request.id), to: payment.clearing, amount })
  } else {
    operations.push({ op: 'overdraw', from: settlementOf(request), to: payment.clearing, amount })
    // What others have paid waits with the request again.
    const others = request.legs.filter((one) => one !== leg && !one.external).reduce((sum, one) => sum + BigInt(one.amount), 0n)
    if (others > 0n) operations.push({ op: 'overdraw', from: settlementOf(request), to: waitingOf(request.id), amount: others })
  }
  const reference = `one-off-back:${payment.id}`
  const [outcome] = await means.ledger.postIn(tx, [{ reference, kind: 'payment.bank-back', subject: `one-off-payment:${payment.id}`, operations }])
  if (outcome?.outcome === 'refused' && outcome.code === 'closed' && outcome.account === dueOf(request.id)) return false
  const posting = postingOf(outcome)
  await moved(tx, request, posting)
  const status = statusAfter(request.status, 'bank-took-back')!
  const change = { status, remaining: request.remaining + amount, legs: request.legs.filter((one) => one !== leg) }
  await recordRefund(tx, means, request, change, leg, amount, posting)
  return true
}

async function post(tx: Tx, means: ActMeans, payment: TakenBack, operations: Operation[]): Promise<bigint> {
  const group = { reference: `one-off-back:${payment.id}`, kind: 'payment.bank-back', subject: `one-off-payment:${payment.id}`, operations }
  return postingOf((await means.ledger.postIn(tx, [group]))[0])
}

async function moved(tx: Tx, request: RequestRow, posting: bigint): Promise<void> {
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, destParty: bankCustomer }
  await recordMovements(tx, [{ posting, movement }])
}

/** Both sides read it as a refund: the money went back to where it came from. */
async function recordRefund(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  change: Parameters<typeof record>[3],
  leg: Leg,
  amount: bigint,
  posting: bigint,
): Promise<void> {
  const detail = { strategy: strategyOf([{ leg, amount }]) }
  await record(tx, means, request, change, {
    type: 'refund',
    amount,
    createdBy: payByBankService,
    posting,
    detail,
    told: 'payment-request:refund-completed',
  })
}
