import type { paymentActivityTypes } from '@nikau/contract/payment-activities'
import type { assetTotal, lineItem, MerchantCondition, paymentOption } from '@nikau/contract/payment-requests'
import { type RequestStatus, statusAt } from '@nikau/contract/payment-request-states'
import type * as z from 'zod/mini'

/** In the form of the wire, as it is kept. */
type WireLine = z.input<typeof lineItem>

/** A payment that was made on a request. Amounts are cents as text, because this is kept as JSON. */
export interface Leg {
  /** Id of the activity. */
  payment: string
  assetType: string
  description: string
  amount: string
  refunded: string
  /** The ledger's posting; none where no money of ours moved. */
  posting?: string
  assetId?: string
  payerAccountId?: string
  /** For a token: what it covers, in the form of the wire, and who owes the money for it. */
  lineItems?: WireLine[]
  collectionId?: string
  issuerAccountId?: string
  external?: true
  /** Straight from a bank: which one-off payment. */
  oneOffId?: string
  /** Charged to a farm-supplies card: which card payment. */
  cardPaymentId?: string
  /** A part payment: it ended the request although something remained. */
  last?: true
}

/** What was asked and never changes, in the form of the wire. */
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
  barcode?: string
  barcodeType?: string
  collectionId?: string
  patronNotPresent?: boolean
  conditionsEnabled?: boolean
  gstNumber?: string
}

export interface RequestRow {
  id: string
  /** How many activities there are. */
  version: number
  status: RequestStatus
  test: boolean
  amount: bigint
  remaining: bigint
  refunded: bigint
  confirmed: bigint
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
  legs: Leg[]
  conditions: MerchantCondition[]
  cancellationReason: string | null
  preAuth: boolean
  preAuthStatus: 'pending' | 'authorized' | 'released' | null
  preAuthExpiresAt: Date | null
  /** The bank or card payment that is being decided for all that remains. */
  heldBy: string | null
}

/** What an activity says beyond its columns, in the form of the wire. */
export interface ActivityDetail {
  assetType?: string
  external?: true
  externalRef?: string
  invoiceRef?: string
  cancellationReason?: string
  conditionId?: string
  preAuth?: true
  paidBy?: { assetTotals: z.input<typeof assetTotal>[] }
  strategy?: { refunds: { assetId?: string; assetType: string; completedPaymentId: string; amount: string; collectionId?: string }[] }
  /** Of a refund: which confirmation it is of. */
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
  asked: Buffer | null
  detail: ActivityDetail
}

/** The status as of now. While a bank decides about a payment that was begun in time, a request does not run out. */
export function statusOf(request: Pick<RequestRow, 'status' | 'expiresAt' | 'heldBy'>, now: Date): RequestStatus {
  return request.heldBy === null ? statusAt(request, now) : request.status
}

/** The accounts of a request in the ledger: what may still be paid, and what waits until it is complete. */
export const dueOf = (requestId: string) => `due:${requestId}`
export const waitingOf = (requestId: string) => `request:${requestId}`
/** What has been given back of what was paid: never more than that. */
export const refundableOf = (requestId: string) => `refundable:${requestId}`
export const authorisationOf = (requestId: string) => `pre-auth:${requestId}`
/** Money that has to go back to a bank by an operator's hand: it stands there until it does, listed as an exception. */
export const surplusOf = (unit: string) => ({ id: `surplus:${unit}`, unit, kind: 'surplus', floor: 0n })
/** Money that has to go back to cards: it stands there until the card company has taken it. */
export const cardRefundsOf = (unit: string) => ({ id: `card-refunds:${unit}`, unit, kind: 'card refunds', floor: 0n })
/** What issuers owe for tokens that were used. Never above zero, as deep as it must be. */
export const owedBy = (issuerAccountId: string, unit: string) => `owed:${issuerAccountId}:${unit}`
