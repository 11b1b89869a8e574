import type { PaymentLegMethod } from '@nikau/contract/merchant-payments'
import type { TillTender } from '@nikau/contract/payment-requests'
import { paymentStatusNames } from '@nikau/contract/payment-status'
import { type Cents, cents, decimal, gstWithin } from '@nikau/money'
import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import { escapeFormula } from '../../http/csv.ts'
import { chargeReturned } from '../fees/index.ts'
import { type Capture, capturesOf, chargesOf } from './captures.ts'
import type { PlaceNames } from './names.ts'
import type { ExportedLeg, ExportedPayment, ExportedRefund } from './store-legs.ts'

/** A leg, or what of a leg was refunded: its amount, fee and GST are then below zero. */
export interface ExportRow {
  kind: 'Payment' | 'Refund'
  payment: ExportedPayment
  at: Date
  method: PaymentLegMethod
  tender: TillTender | null
  externalRef: string | null
  amount: Cents
  fee: Cents
  gstOnFee: Cents
  gstInSale: Cents
  /** Of cash. */
  rounding: Cents
  /** Of a payment, with its first leg: what is still to take, and the whole. */
  rest?: Cents
  whole?: Cents
  posting: bigint | null
  payoutId?: string | undefined
}

const methodNames: Readonly<Record<PaymentLegMethod, string>> = {
  wallet: 'Wallet',
  token: 'Token',
  'own-token': 'Own token',
  'pay-by-bank': 'Bank',
  'farm-card': 'Farm card',
  external: 'Taken at the till',
}

const tenderNames: Readonly<Record<TillTender, string>> = { cash: 'Cash', eftpos: 'EFTPOS' }

/**
 * In the rows of a payment: amounts, rounding and what is still to take add up to the whole sale. Refunds are rows of their own. What a
 * business without a GST number has no use for is left out, and each row of test money says so.
 */
export const columnsOf = ({ hasGst, isTest }: ExportForm): string[] => [
  ...exportColumns.filter((name) => hasGst || name !== gstColumn),
  ...(isTest ? ['TEST'] : []),
]

export interface ExportForm {
  hasGst: boolean
  isTest: boolean
  names: PlaceNames
}

const gstColumn = 'GST in sale'

const exportColumns = [
  'Date',
  'Time',
  'Type',
  'Status',
  'Short code',
  'Reference',
  'Invoice',
  'Payment request',
  'Till',
  'Person',
  'Items',
  'Method',
  'Amount',
  'Fee',
  'GST on fee',
  gstColumn,
  'Payout',
  'Rounding',
  'Still to take',
  'Whole sale',
]

export function toCells(row: ExportRow, { hasGst, isTest, names }: ExportForm): string[] {
  const { kind, payment, at, method, tender, externalRef, amount, fee, gstOnFee, gstInSale, rounding, rest, whole, payoutId } = row
  const text = (value: string | null) => escapeFormula(value ?? '')
  const { tillName, personName } = names.of(payment)
  return [
    calendarDate(at),
    timeOfDay(at),
    kind,
    paymentStatusNames[payment.status],
    payment.shortCode,
    text(externalRef),
    text(payment.invoiceRef),
    payment.id,
    text(tillName ?? payment.terminalId),
    text(personName ?? payment.operatorId),
    text(payment.items.join(', ')),
    tender === null ? methodNames[method] : tenderNames[tender],
    ...[amount, fee, gstOnFee, ...(hasGst ? [gstInSale] : [])].map(decimal),
    payoutId ?? '',
    ...[rounding, rest, whole].map((value) => (value === undefined ? '' : decimal(value))),
    ...(isTest ? ['TEST'] : []),
  ]
}

/** The legs of a payment in order, each with its refunds. What went back of a leg's fee is split over its refunds as it was given back. */
export function rowsOf(payment: ExportedPayment, legs: readonly ExportedLeg[], refunds: readonly ExportedRefund[]): ExportRow[] {
  return legs.flatMap((leg, place) => {
    const row: ExportRow = {
      kind: 'Payment',
      payment,
      at: leg.paidAt,
      method: leg.method,
      tender: leg.tender,
      rounding: cents(leg.rounding),
      ...(place === 0 && { rest: cents(payment.remaining), whole: cents(payment.amount) }),
      externalRef: payment.externalRef,
      amount: cents(leg.amount),
      fee: cents(leg.fee),
      gstOnFee: cents(leg.gst),
      gstInSale: payment.hasGst ? gstWithin(cents(leg.amount)) : cents(0n),
      posting: bringsMoney(leg) ? payment.lastPosting : null,
    }
    return [...(leg.captures ? captureRows(row, leg, capturesOf(leg.captures)) : [row]), ...refundRows(row, leg, refunds)]
  })
}

/** A capture has a time and a payout of its own. The GST of all is that of their sum, so that the rows add up. */
function captureRows(held: ExportRow, leg: ExportedLeg, captures: readonly Capture[]): ExportRow[] {
  const charges = chargesOf(captures, leg)
  const { rest, whole, ...common } = held
  let captured = 0n
  return captures.map(({ at, amount, posting }, place) => {
    const before = captured
    captured += amount
    return {
      ...common,
      ...(place === 0 && rest !== undefined && whole !== undefined && { rest, whole }),
      at,
      amount: cents(amount),
      fee: cents(charges[place]!.fee),
      gstOnFee: cents(charges[place]!.gst),
      gstInSale: held.payment.hasGst ? cents(gstWithin(cents(captured)) - gstWithin(cents(before))) : cents(0n),
      posting,
    }
  })
}

const bringsMoney = ({ method }: ExportedLeg) => method !== 'external' && method !== 'own-token'

function refundRows(paid: ExportRow, leg: ExportedLeg, refunds: readonly ExportedRefund[]): ExportRow[] {
  const parts = refunds.flatMap((refund) =>
    refund.legs.filter(({ completedPaymentId }) => completedPaymentId === leg.id).map(({ amount }) => ({ refund, amount: BigInt(amount) })),
  )
  let [refunded, feeReturned, gstReturned] = [0n, 0n, 0n]
  return parts.map(({ refund, amount }, place) => {
    const before = refunded
    refunded += amount
    const isLast = place === parts.length - 1
    const back = isLast
      ? { fee: leg.feeReturned - feeReturned, gst: leg.gstReturned - gstReturned }
      : chargeReturned({ ...leg, feeReturned, gstReturned }, { refundedAfter: refunded, amount: leg.amount })
    feeReturned += back.fee
    gstReturned += back.gst
    const { rest: _, whole: __, ...common } = paid
    return {
      ...common,
      rounding: cents(0n),
      kind: 'Refund' as const,
      at: refund.at,
      externalRef: refund.externalRef,
      amount: cents(-amount),
      fee: cents(-back.fee),
      gstOnFee: cents(-back.gst),
      gstInSale: paid.payment.hasGst ? cents(gstWithin(cents(before)) - gstWithin(cents(refunded))) : cents(0n),
      posting: bringsMoney(leg) ? refund.posting : null,
    }
  })
}
