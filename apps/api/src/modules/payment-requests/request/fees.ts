import type { Operation } from '@nikau/ledger'
import { type Charge, type Charged, chargeReturned, type ChargeOf } from '../../fees/index.ts'
import { settlementAccountId } from './accounts.ts'
import { bringsMoney } from './brings-money.ts'
import type { RequestRow, Tender } from './types.ts'

type SettlingRequest = Pick<RequestRow, 'settlementWalletId' | 'merchantAccountId'>

const feesAccountId = ({ settlementWalletId }: SettlingRequest) => `fees:${settlementWalletId}`
const gstAccountId = ({ settlementWalletId }: SettlingRequest) => `gst:${settlementWalletId}`

/** The fee of a tender whose money reaches the merchant now; of a pre-authorised one, of the amount captured. What brings no money costs nothing. */
export function chargeOfTender(chargeOf: ChargeOf, request: SettlingRequest, tender: Tender, amount = BigInt(tender.amount)): Charge | undefined {
  const { method } = tender
  if (method === 'external' || !bringsMoney(request, tender)) return undefined
  const charge = chargeOf(method, amount)
  return charge.fee > 0n ? charge : undefined
}

/** A tender with the fee that it is charged. */
export interface ChargedTender {
  tender: Tender
  charge: Charge
}

export function chargeTenders(chargeOf: ChargeOf, request: SettlingRequest, tenders: readonly Tender[]): ChargedTender[] {
  return tenders.flatMap((tender) => {
    const charge = chargeOfTender(chargeOf, request, tender)
    return charge ? [{ tender, charge }] : []
  })
}

/** Takes the fees from what has just reached the merchant; also when an earlier reversal has left the wallet below zero. */
export function feeOperations(request: SettlingRequest, charges: readonly Charge[]): Operation[] {
  const from = settlementAccountId(request)
  const [fee, gst] = [charges.reduce((sum, charge) => sum + charge.fee, 0n), charges.reduce((sum, charge) => sum + charge.gst, 0n)]
  const operations: Operation[] = []
  if (fee > 0n) operations.push({ op: 'overdraw', from, to: feesAccountId(request), amount: fee })
  if (gst > 0n) operations.push({ op: 'overdraw', from, to: gstAccountId(request), amount: gst })
  return operations
}

/** What of its fee goes back to the merchant with a refund. */
export interface FeeReturn {
  fee: bigint
  gst: bigint
}

const none: FeeReturn = { fee: 0n, gst: 0n }

/** `base` is what the fee was charged on. */
export function feeReturnOf(tender: Tender, refund: { amount: bigint; base: bigint } | 'everything'): FeeReturn {
  const charged = chargedOf(tender)
  if (!charged) return none
  if (refund === 'everything') return chargeReturned(charged, 'everything')
  return chargeReturned(charged, { refundedAfter: BigInt(tender.refunded) + refund.amount, amount: refund.base })
}

function chargedOf({ charged }: Tender): Charged | undefined {
  if (!charged) return undefined
  const [fee, refundable, gst] = [BigInt(charged.fee), BigInt(charged.refundable), BigInt(charged.gst)]
  return { fee, refundable, gst, feeReturned: BigInt(charged.feeReturned), gstReturned: BigInt(charged.gstReturned) }
}

/** Before the refund itself, so that the merchant can use it for the refund. */
export function feeReturnOperations(request: SettlingRequest, { fee, gst }: FeeReturn): Operation[] {
  const to = settlementAccountId(request)
  const operations: Operation[] = []
  if (fee > 0n) operations.push({ op: 'transfer', from: feesAccountId(request), to, amount: fee })
  if (gst > 0n) operations.push({ op: 'transfer', from: gstAccountId(request), to, amount: gst })
  return operations
}
