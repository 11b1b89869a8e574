import { statusAfter } from '@nikau/contract/payment-request-states'
import { type Operation, type Outcome } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { recordMovements } from '../wallets/index.ts'
import { type ActMeans, record } from './act.ts'
import { activityId } from './create.ts'
import { isPending } from './decide.ts'
import { settlementOf, unitOfRequest, waitingSum } from './group.ts'
import { type Leg, type RequestRow, waitingOf } from './rows.ts'
import { wireTotal } from './show.ts'

/** A payment that a bank or a card company has made for a request that was held for it. */
export interface BankPaid {
  id: string
  amount: bigint
  assetType: string
  /** As a receipt names it. */
  description: string
  /** The account in the books that stands for whoever paid. */
  clearing: string
  by: Payer
}

/** In whose name a payment is written down, in the books, in the merchant's list and on the request. */
interface Payer {
  /** Begins the posting's reference and its subject. */
  reference: string
  subject: string
  service: string
  customer: string
  leg: (paymentId: string) => Pick<Leg, 'oneOffId'> | Pick<Leg, 'cardPaymentId'>
}

export const payByBankService = 'crn::service:pay-by-bank'
export const bankCustomer = 'Bank customer'
export const byBank: Payer = {
  reference: 'one-off',
  subject: 'one-off-payment',
  service: payByBankService,
  customer: bankCustomer,
  leg: (oneOffId) => ({ oneOffId }),
}
export const byCard: Payer = {
  reference: 'card',
  subject: 'card-payment',
  service: 'crn::service:farm-card',
  customer: 'Farmlands Card customer',
  leg: (cardPaymentId) => ({ cardPaymentId }),
}

/**
 * The bank or the card company has paid: the request takes it as it takes any payment. The counter was used up when the request was held. Nothing is
 * answered, and nothing done, where the merchant's wallet does not take money any more.
 */
export async function settleFromBank(tx: Tx, means: ActMeans, request: RequestRow, payment: BankPaid): Promise<bigint | undefined> {
  const { by } = payment
  const waits = request.conditions.some(isPending)
  const status = waits ? 'new' : statusAfter('new', 'paid-in-full')!
  const to = waits ? waitingOf(request.id) : settlementOf(request)
  if (waits)
    await means.ledger.openAccount(tx, { id: to, unit: unitOfRequest(request), kind: 'request', owner: request.id, floor: 0n, ceiling: request.amount })
  const operations: Operation[] = [{ op: 'transfer', from: payment.clearing, to, amount: payment.amount }]
  const waiting = waitingSum(request)
  if (!waits && waiting > 0n) operations.push({ op: 'transfer', from: waitingOf(request.id), to, amount: waiting })
  const [outcome] = await means.ledger.postIn(tx, [
    { reference: `${by.reference}:${payment.id}`, kind: 'payment', subject: `${by.subject}:${payment.id}`, operations },
  ])
  if (outcome?.outcome === 'refused' && outcome.account === to) return undefined
  const posting = postingOf(outcome)
  const movement = { paymentRequestId: request.id, destWalletId: request.settlementWalletId, destParty: request.merchantName, srcParty: by.customer }
  await recordMovements(tx, [{ posting, movement }])

  const id = activityId(means.ids)
  const leg: Leg = {
    payment: id,
    assetType: payment.assetType,
    description: payment.description,
    amount: payment.amount.toString(),
    refunded: '0',
    posting: posting.toString(),
    ...by.leg(payment.id),
  }
  await record(
    tx,
    means,
    request,
    { status, remaining: request.remaining - payment.amount, legs: [...request.legs, leg], unheld: true },
    {
      id,
      type: 'payment',
      amount: payment.amount,
      createdBy: by.service,
      posting,
      detail: { assetType: payment.assetType, paidBy: { assetTotals: [wireTotal(leg, false)] } },
      ...(status === 'paid' && { told: 'payment-request:paid' as const }),
    },
  )
  return posting
}

export function postingOf(outcome: Outcome | undefined): bigint {
  if (outcome?.outcome !== 'accepted') throw new Error(`a bank's payment could not be booked: ${JSON.stringify(outcome)}`)
  return outcome.posting
}
