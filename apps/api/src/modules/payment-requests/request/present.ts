import { type PaymentActivity, paymentActivity } from '@nikau/contract/payment-activities'
import { assetTotal, lineItem, type PaymentRequest, paymentOption, type PaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type RequestStatus, returnAddress } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import * as z from 'zod/mini'
import { allowedRedirect } from '../../merchants/index.ts'
import { isRestKept } from './rest.ts'
import { totalRounding, toWireTotal } from './tenders.ts'
import { type ActivityRow, type RequestRow, statusOf, type Tender, type Terms } from './types.ts'
import { activityCode } from './short-code.ts'

/** The parts of a response that do not come from the request's row. */
export interface View {
  now: Date
  webOrigin: string
  /** The merchant's registered addresses now: on an old request one that was removed since is no longer shown. */
  allowedRedirectUrls?: readonly string[]
}

const optionsOf = (terms: Terms) => z.decode(z.array(paymentOption), terms.paymentOptions)

export function toSummary(row: RequestRow, view: View): PaymentRequestSummary {
  const status = statusOf(row, view.now)
  const { terms } = row
  const rounding = totalRounding(row.tenders)
  return {
    id: row.id,
    url: `${view.webOrigin}/deimos/pay/${row.id}`,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    value: { amount: cents(row.amount), currency: 'NZD' },
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    paymentOptions: optionsOf(terms),
    partialAllowed: terms.partialAllowed,
    remainingAmount: cents(row.remaining),
    status,
    liveness: row.test ? 'test' : 'main',
    shortCode: row.shortCode,
    ...(rounding !== 0n && { rounding: cents(rounding) }),
    ...(status === 'new' && isRestKept(row) && { restUntil: row.expiresAt }),
    ...(row.paidAt && { paidAt: row.paidAt }),
    ...(terms.basketAmount !== undefined && { basketAmount: cents(terms.basketAmount) }),
    ...(terms.lineItems && { lineItems: z.decode(z.array(lineItem), terms.lineItems) }),
    ...redirects(row, status, view),
    ...(row.tenders.length > 0 && {
      paidBy: {
        assetTotals: row.tenders.map((tender) => ({
          type: tender.assetType,
          total: { amount: cents(tender.amount), currency: 'NZD' as const },
          ...(tender.tender && { tender: tender.tender }),
        })),
      },
    }),
  }
}

/** For the parties of a request. Only the merchant and the payer see who paid. */
export function toRequest(row: RequestRow, view: View & { mayKnowPayer(accountId: string): boolean }): PaymentRequest {
  const { terms } = row
  return {
    ...toSummary(row, view),
    shortCode: row.shortCode,
    configId: row.configId,
    updatedAt: row.updatedAt,
    expirySeconds: terms.expirySeconds,
    createdByAccountId: row.createdByAccountId,
    createdByAccountName: row.createdByAccountName,
    paidBy: row.tenders.length > 0 ? { assetTotals: row.tenders.map((tender) => totalOf(tender, view.mayKnowPayer)) } : undefined,
    cancellationReason: (row.cancellationReason as PaymentRequest['cancellationReason'] | null) ?? undefined,
    externalRef: row.externalRef ?? undefined,
    ...(terms.notedAt !== undefined && { notedAt: new Date(terms.notedAt) }),
    ...(row.refunded > 0n && { refundedAmount: cents(row.refunded) }),
    ...(row.conditions.length > 0 && { merchantConditions: row.conditions }),
    ...(row.preAuth && { preAuth: true, preAuthStatus: row.preAuthStatus!, preAuthExpiresAt: row.preAuthExpiresAt ?? undefined }),
    ...(terms.gstNumber !== undefined && { taxNumber: { type: 'nz-gst' as const, value: terms.gstNumber } }),
    ...pick(terms, ['invoiceRef', 'purchaseOrderRef', 'terminalId', 'deviceId', 'operatorId', 'barcode', 'barcodeType', 'collectionId']),
    ...pick(terms, ['patronNotPresent', 'conditionsEnabled', 'patronCodeId', 'connectionId', 'paymentLinkId']),
  }
}

function totalOf(tender: Tender, mayKnowPayer: (accountId: string) => boolean) {
  return z.decode(assetTotal, toWireTotal(tender, tender.payerAccountId !== undefined && mayKnowPayer(tender.payerAccountId)))
}

const dayMs = 86_400_000

/**
 * Whether a request still leads to the addresses that it was made with, whatever the merchant has changed since: for as long as shoppers are
 * on their way. Later an address that the merchant has given up may be somebody else's.
 */
export function keepsAddresses({ expiresAt }: Pick<RequestRow, 'expiresAt'>, now: Date): boolean {
  return now.getTime() < expiresAt.getTime() + dayMs
}

function redirects(row: RequestRow, status: RequestStatus, view: View) {
  const { redirectUrl, redirectPaidUrl, redirectCancelUrl } = row.terms
  if (redirectUrl === undefined && redirectPaidUrl === undefined && redirectCancelUrl === undefined) return {}
  const registered = keepsAddresses(row, view.now) ? undefined : view.allowedRedirectUrls
  const ifAllowed = (url: string | undefined) =>
    url === undefined || (registered && allowedRedirect(url, registered, row.test) === undefined) ? undefined : url
  const pair = { redirectPaidUrl: ifAllowed(redirectPaidUrl), redirectCancelUrl: ifAllowed(redirectCancelUrl) }
  return { ...pair, redirectUrl: returnAddress({ id: row.id, status, redirectUrl: ifAllowed(redirectUrl), ...pair }) }
}

type Described = Pick<RequestRow, 'shortCode' | 'configId' | 'merchantAccountId' | 'merchantName' | 'createdBy'>

export function toActivity(row: ActivityRow, request: Described): PaymentActivity {
  return z.decode(paymentActivity, toWireActivity(row, request) as never)
}

/** An activity in wire format: identical in a response, in its idempotent replay and in a webhook. */
export function toWireActivity(row: ActivityRow, request: Described) {
  const { confirmation: _, invoiceRef: __, charged: ___, ...detail } = row.detail
  return {
    id: row.id,
    type: row.type,
    value: { amount: row.amount.toString(), currency: 'NZD' },
    paymentRequestId: row.paymentRequestId,
    activityNumber: row.number,
    shortCode: activityCode(request.shortCode, row.number),
    merchantId: row.merchantId,
    merchantConfigId: request.configId,
    merchantAccountId: request.merchantAccountId,
    merchantName: request.merchantName,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    paymentRequestCreatedBy: request.createdBy,
    ...detail,
    ...(row.idempotencyKey !== null && { idempotencyKey: row.idempotencyKey }),
  }
}

function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(names.filter((name) => from[name] !== undefined).map((name) => [name, from[name]])) as Partial<Pick<T, K>>
}
