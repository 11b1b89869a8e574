import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import type { PaymentTokenBearer } from '../../../http/bind.ts'
import type { Refusal } from '../../../http/refusal.ts'
import type { PayBody, PaymentMethod, PayRefused, RequestRow } from '../request/types.ts'
import type { RequestDeps } from '../request/with-request.ts'

/**
 * A payment method whose money is not in a wallet. Its module reserves a request, talks to its provider, then settles or releases
 * the reservation (reserve.ts, settle.ts, reverse.ts). Everything that payment requests need to know about it is here.
 */
export interface ExternalPaymentMethod {
  /** Stored on the tenders that it paid. */
  name: Extract<PaymentMethod, 'pay-by-bank' | 'farm-card'>
  /** The start of the reference and of the subject of its postings: `<reference>:<payment id>`. */
  reference: string
  subject: string
  /** The creator of its activities. */
  createdBy: string
  /** The payer's name on the merchant's statement. */
  payerLabel: string
  /** Asset families that may be offered for a pre-authorised request. */
  preAuthFamilies?: readonly string[]
  /** Holds money that has to go back to the payer until the provider has taken it. */
  returnsAccount(unit: string): NewAccount
  /** Starts the return of money that has just been posted to the returns account, in the same transaction. */
  startReturn(tx: Tx, due: ReturnDue): Promise<void>
  /** For a method that issues tokens which read and pay one request. */
  paymentTokens?: PaymentTokens
  /** For a method whose barcodes a till scans. */
  quickPay?: QuickPay
}

export interface ReturnDue {
  /** Unique and permanent; a provider may use it as its idempotency key. */
  id: string
  paymentId: string
  /** `unapplied`: the provider took the money, but the request no longer accepts it. */
  reason: 'refund' | 'unapplied'
  unit: string
  amount: bigint
  at: Date
}

/** What the provider answered about a scanned barcode. */
export interface ScannedCard {
  token: string
  lastFour: string
}

/** Pays a request by a barcode that the till scanned, without approval. The charge starts with the merchant's first poll. */
export interface QuickPay {
  isBarcode(barcode: string): boolean
  /** What the merchant must accept. */
  assetTypeOf(test: boolean): string
  /** A keyed hash: a barcode has so few digits that a plain one gives it away. */
  fingerprintOf(barcode: string): string
  /** Asks the provider, with no transaction open. */
  find(scan: {
    barcode: string
    accountId: string
    test: boolean
  }): Promise<ScannedCard | 'unavailable' | Refusal<'PATRON_CODE_INVALID' | 'NO_AVAILABLE_PAYMENT_OPTIONS' | 'RATE_LIMIT_EXCEEDED' | 'PAUSED'>>
  /** Stores the card for a request that the same transaction has created. */
  attach(tx: Tx, card: ScannedCard, request: RequestRow): Promise<void>
  /** Does nothing when the charge has started. */
  start(requestId: string): Promise<void>
}

export interface PaymentTokens {
  /** Undefined for a token that this method did not issue, or that has expired. */
  bearerOf(token: string): Promise<PaymentTokenBearer | undefined>
  pay(bearer: PaymentTokenBearer, requestId: string, body: PayBody): Promise<PaymentActivity | Refusal<PayRefused>>
}

/** The dependencies of everything that may return money to its source. */
export interface ReturnDeps extends RequestDeps {
  externalMethods: readonly ExternalPaymentMethod[]
}

export function findMethod(methods: readonly ExternalPaymentMethod[], name: string): ExternalPaymentMethod {
  const method = methods.find((candidate) => candidate.name === name)
  if (!method) throw new Error(`external payment method not registered: ${name}`)
  return method
}

/** A payment as its method reports it. */
export interface ExternalPayment {
  id: string
  amount: bigint
  assetType: string
  /** On receipts. */
  description: string
  /** What the provider owes us. */
  clearing: NewAccount
}

/** Checks a payment token with each method that issues them. */
export function paymentTokenCheck(methods: readonly ExternalPaymentMethod[]): Pick<PaymentTokens, 'bearerOf'> {
  return {
    async bearerOf(token) {
      for (const { paymentTokens } of methods) {
        const bearer = await paymentTokens?.bearerOf(token)
        if (bearer) return bearer
      }
      return undefined
    },
  }
}

/** Pays with the method that issued the token. */
export async function payWithToken(
  methods: readonly ExternalPaymentMethod[],
  bearer: PaymentTokenBearer,
  requestId: string,
  body: PayBody,
): Promise<PaymentActivity | Refusal<PayRefused>> {
  return await findMethod(methods, bearer.method).paymentTokens!.pay(bearer, requestId, body)
}
