import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { statusAfter } from '@nikau/contract/payment-request-states'
import type { Operation, Outcome } from '@nikau/ledger'
import type { Db, Tx } from '@nikau/runtime'
import { recordMovements } from '../../wallets/index.ts'
import { settlementAccountId, suspenseAccount, suspenseAccountId, suspenseBalance, unitOfRequest } from '../request/accounts.ts'
import { isPending } from '../request/conditions.ts'
import { chargeTenders, feeOperations } from '../request/fees.ts'
import { newActivityId } from '../request/ids.ts'
import { toActivity } from '../request/present.ts'
import { selectActivityByPosting, selectRequest } from '../request/store.ts'
import { ownTokenAccounts, redeemOwnTokens } from '../request/own-tokens.ts'
import { toWireTotal } from '../request/tenders.ts'
import type { RequestRow, Tender } from '../request/types.ts'
import { recordActivity, type RequestDeps, withRequest } from '../request/with-request.ts'
import type { ExternalPayment, ExternalPaymentMethod } from './port.ts'
import { releaseReservation } from './reserve.ts'

/** Changes a pending payment together with its request, in one transaction. `lock` returns undefined when the payment is no longer pending. */
export async function withPendingPayment<Row>(
  deps: RequestDeps,
  paymentRequestId: string,
  lock: (tx: Tx) => Promise<Row | undefined>,
  work: (tx: Tx, payment: Row, request: RequestRow) => Promise<void>,
): Promise<void> {
  await withRequest(deps, paymentRequestId, async (tx, request) => {
    const payment = await lock(tx)
    if (payment !== undefined) await work(tx, payment, request)
  })
}

/**
 * Applies a payment that its provider has made. The due counter was used up by the reservation. Returns the posting; undefined, with
 * nothing done, when the request is no longer reserved for it or the merchant's wallet accepts no money.
 */
export async function settlePayment(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  method: ExternalPaymentMethod,
  payment: ExternalPayment,
): Promise<bigint | undefined> {
  await deps.ledger.openAccount(tx, payment.clearing)
  if (request.reservedFor !== payment.id) return undefined
  const event = request.conditions.some(isPending) ? 'paid-conditionally' : 'paid-in-full'
  const isComplete = statusAfter(request.status, event) === 'paid'
  const to = isComplete ? settlementAccountId(request) : suspenseAccountId(request.id)
  if (!isComplete) await deps.ledger.openAccount(tx, suspenseAccount(request))
  const operations: Operation[] = [{ op: 'transfer', from: payment.clearing.id, to, amount: payment.amount }]
  const inSuspense = suspenseBalance(request)
  if (isComplete && inSuspense > 0n) operations.push({ op: 'transfer', from: suspenseAccountId(request.id), to, amount: inSuspense })
  const id = newActivityId(deps.ids)
  const tender: Tender = {
    activityId: id,
    method: method.name,
    assetType: payment.assetType,
    description: payment.description,
    amount: payment.amount.toString(),
    refunded: '0',
    externalPaymentId: payment.id,
  }
  const chargeOf = await deps.fees.chargeOf(request.merchantId, deps.clock.now())
  const completed = isComplete ? [...request.tenders, tender] : []
  const charged = chargeTenders(chargeOf, request, completed)
  operations.push(...feeOperations(request, charged.map(({ charge }) => charge)), ...redeemOwnTokens(request, completed)) // prettier-ignore
  await deps.ledger.openAccounts(tx, ownTokenAccounts(request, completed))
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    { reference: `${method.reference}:${payment.id}`, kind: 'payment', subject: `${method.subject}:${payment.id}`, operations },
  ])
  if (outcome?.outcome === 'refused' && outcome.account === to) return undefined
  const posting = postingOf(outcome)
  const movement = { paymentRequestId: request.id, destWalletId: request.settlementWalletId, destParty: request.merchantName, srcParty: method.payerLabel }
  await recordMovements(tx, [{ posting, movement }])

  await recordActivity(
    tx,
    deps,
    request,
    { event, remaining: request.remaining - payment.amount, paid: { ...tender, posting: posting.toString() }, charged, clearReservation: true },
    {
      id,
      type: 'payment',
      amount: payment.amount,
      createdBy: method.createdBy,
      posting,
      detail: { assetType: payment.assetType, paidBy: { assetTotals: [toWireTotal(tender, false)] } },
      ...(isComplete && { webhook: 'payment-request:paid' as const }),
    },
  )
  return posting
}

/** Starts the return of a payment that settlePayment could not apply, and frees the request. Returns the posting. */
export async function returnUnapplied(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  method: ExternalPaymentMethod,
  payment: ExternalPayment,
): Promise<bigint> {
  await releaseReservation(tx, deps, request, payment)
  return await postUnapplied(tx, deps, method, payment, unitOfRequest(request))
}

/** Sets aside what a provider has paid and nothing accepts, and starts its return. Returns the posting. */
export async function postUnapplied(
  tx: Tx,
  deps: RequestDeps,
  method: ExternalPaymentMethod,
  payment: Pick<ExternalPayment, 'id' | 'amount' | 'clearing'>,
  unit: string,
): Promise<bigint> {
  const returns = method.returnsAccount(unit)
  await deps.ledger.openAccount(tx, returns)
  const [outcome] = await deps.ledger.postInTransaction(tx, [
    {
      reference: `${method.reference}:${payment.id}`,
      kind: 'payment.unapplied',
      subject: `${method.subject}:${payment.id}`,
      operations: [{ op: 'transfer', from: payment.clearing.id, to: returns.id, amount: payment.amount }],
    },
  ])
  const posting = postingOf(outcome)
  const due = { id: `returned:${payment.id}`, paymentId: payment.id, reason: 'unapplied' as const, unit, amount: payment.amount, at: deps.clock.now() }
  await method.startReturn(tx, due)
  return posting
}

/** The activity that a settled payment became. */
export async function settledActivity(db: Db, requestId: string, posting: bigint): Promise<PaymentActivity> {
  const [request, activity] = [await selectRequest(db, requestId), await selectActivityByPosting(db, requestId, posting)]
  if (!request || !activity) throw new Error(`posting ${posting} of payment request ${requestId} has no activity`)
  return toActivity(activity, request)
}

export function postingOf(outcome: Outcome | undefined): bigint {
  if (outcome?.outcome !== 'accepted') throw new Error(`external payment not posted: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
