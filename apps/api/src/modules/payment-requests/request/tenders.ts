import type { FeeReturn } from './fees.ts'
import type { Tender } from './types.ts'

/** The part of a refund that goes back to one tender. */
export interface RefundShare {
  tender: Tender
  amount: bigint
}

/** With what of the tender's fee goes back to the merchant. */
export interface RefundWithFee extends RefundShare {
  feeReturn: FeeReturn
}

export const refundableAmount = (tender: Tender) => BigInt(tender.amount) - BigInt(tender.refunded)
export const totalRefundable = (tenders: readonly Tender[]) => tenders.reduce((sum, tender) => sum + refundableAmount(tender), 0n)

/** What cash was rounded by in all: the payments and this are what was paid of the request. */
export const totalRounding = (tenders: readonly Tender[]) => tenders.reduce((sum, { rounding = '0' }) => sum + BigInt(rounding), 0n)

/** The shares as a refund activity reports them, in wire format. */
export function refundStrategy(shares: readonly RefundShare[]) {
  return {
    refunds: shares.map(({ tender, amount }) => ({
      assetType: tender.assetType,
      completedPaymentId: tender.activityId,
      amount: amount.toString(),
      ...(tender.assetId !== undefined && { assetId: tender.assetId }),
      ...(tender.collectionId !== undefined && { collectionId: tender.collectionId }),
    })),
  }
}

/** A tender as an entry of `paidBy`, in wire format. */
export function toWireTotal(tender: Tender, withPayer: boolean) {
  return {
    type: tender.assetType,
    description: tender.description,
    total: { amount: tender.amount, currency: 'NZD' as const },
    ...(tender.tender && { tender: tender.tender }),
    ...(tender.lineItems && { lineItems: tender.lineItems }),
    // As jsonb writes it, or as we do: one form in the answer, its replay and the webhook.
    ...(tender.expiresAt !== undefined && { expiresAt: new Date(tender.expiresAt).toISOString() }),
    ...(withPayer && tender.payerAccountId !== undefined && { payerAccountId: tender.payerAccountId }),
  }
}
