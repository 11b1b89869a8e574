import type { BodyOf } from '@nikau/contract'
import type { paymentActivityTypes } from '@nikau/contract/payment-activities'
import type { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { assetTotal, lineItem, MerchantCondition, paymentOption, TillTender } from '@nikau/contract/payment-requests'
import { type RequestStatus, statusAt } from '@nikau/contract/payment-request-states'
import type * as z from 'zod/mini'
import type { Charged } from '../../fees/index.ts'

export type PayBody = BodyOf<typeof payPaymentRequest>
export type PayRefused = keyof typeof payPaymentRequest.refusals

type WireLine = z.input<typeof lineItem>

/** How a tender was paid. `external`: the till took it itself, for instance as cash. */
export type PaymentMethod = 'wallet' | 'token' | 'pay-by-bank' | 'farm-card' | 'external'

/** A payment made on a request: a row of `payment`. Read with the request as JSON, so amounts are cents as text and lines are in wire format. */
export interface Tender {
  activityId: string
  method: PaymentMethod
  assetType: string
  description: string
  amount: string
  refunded: string
  /** The ledger posting; absent when no money moved in our ledger. */
  posting?: string
  assetId?: string
  payerAccountId?: string
  /** For a token: the lines it covers, and the issuer that owes the money for it. */
  lineItems?: WireLine[]
  collectionId?: string
  issuerAccountId?: string
  /** Of a token that ends: when, as ISO text. */
  expiresAt?: string
  /** Of a payment by bank or card: its id in the module of the method. */
  externalPaymentId?: string
  /** A partial payment: it closed the request although an amount remained. */
  endsRequest?: true
  /** Of `external`, if the till said so; and what cash was rounded by, in cents as text: `amount` is what was taken, with this what it paid. */
  tender?: TillTender
  rounding?: string
  /** Its fee, once its money has reached the merchant, in cents as text. */
  charged?: Record<keyof Charged, string>
}

/** The terms of a request, which never change, in wire format. */
export interface Terms {
  paymentOptions: z.input<typeof paymentOption>[]
  lineItems?: WireLine[]
  partialAllowed: boolean
  basketAmount?: string
  expirySeconds: number
  redirectUrl?: string
  redirectPaidUrl?: string
  redirectCancelUrl?: string
  invoiceRef?: string
  purchaseOrderRef?: string
  terminalId?: string
  deviceId?: string
  operatorId?: string
  /** ISO 8601. */
  notedAt?: string
  patronCodeId?: string
  connectionId?: string
  paymentLinkId?: string
  barcode?: string
  barcodeType?: string
  collectionId?: string
  patronNotPresent?: boolean
  conditionsEnabled?: boolean
  /** The external method whose scanned barcode pays the request. */
  quickPay?: string
  gstNumber?: string
  /** Of a staff till: after a part payment it takes the rest, so that does not end the request. */
  keepsRest?: true
}

export interface RequestRow {
  id: string
  /** The number of activities. */
  version: number
  status: RequestStatus
  test: boolean
  amount: bigint
  remaining: bigint
  refunded: bigint
  captured: bigint
  createdAt: Date
  expiresAt: Date
  updatedAt: Date
  shortCode: string
  configId: string
  merchantId: string
  merchantAccountId: string
  merchantName: string
  settlementWalletId: string
  createdBy: string
  createdByAccountId: string
  createdByAccountName: string
  patronAccountId: string | null
  externalRef: string | null
  terms: Terms
  tenders: Tender[]
  conditions: MerchantCondition[]
  cancellationReason: string | null
  preAuth: boolean
  preAuthStatus: 'pending' | 'authorized' | 'released' | null
  preAuthExpiresAt: Date | null
  /** The pending external payment that the remaining amount is reserved for. */
  reservedFor: string | null
  /** Of a paid request, as it was read: when its last payment was made. */
  paidAt?: Date | null
}

/** The fields of an activity that only some types have, in wire format. */
export interface ActivityDetail {
  assetType?: string
  external?: true
  tender?: TillTender
  rounding?: string
  externalRef?: string
  invoiceRef?: string
  cancellationReason?: string
  conditionId?: string
  preAuth?: true
  paidBy?: { assetTotals: z.input<typeof assetTotal>[] }
  strategy?: { refunds: { assetId?: string; assetType: string; completedPaymentId: string; amount: string; collectionId?: string }[] }
  reason?: string
  approvedBy?: string
  /** Of a capture: its fee and the GST on it, in cents as text. */
  charged?: { fee: string; gst: string }
  /** Of a refund: the idempotency key of the capture that it refunds. */
  confirmation?: string
}

export interface ActivityRow {
  paymentRequestId: string
  number: number
  id: string
  type: (typeof paymentActivityTypes)[number]
  amount: bigint
  createdAt: Date
  createdBy: string
  merchantId: string
  posting: bigint | null
  idempotencyKey: string | null
  requestHash: Buffer | null
  detail: ActivityDetail
}

/** The status as of now. A request does not expire while an external payment that started in time is pending. */
export function statusOf(request: Pick<RequestRow, 'status' | 'expiresAt' | 'reservedFor'>, now: Date): RequestStatus {
  return request.reservedFor === null ? statusAt(request, now) : request.status
}
