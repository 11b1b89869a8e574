import { type PaymentActivity, paymentActivity } from '@nikau/contract/payment-activities'
import { assetTotal, lineItem, type PaymentRequest, paymentOption, type PaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type RequestStatus, returnAddress } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import * as z from 'zod/mini'
import { allowedRedirect } from '../merchants/index.ts'
import { type ActivityRow, type Leg, type RequestRow, statusOf, type Terms } from './rows.ts'
import { activityCode } from './short-code.ts'

/** What of a request depends on when and where it is looked at. */
export interface View {
  now: Date
  webOrigin: string
  /** The addresses that the merchant has registered now: one that was taken off the list since is no longer shown. */
  allowedRedirectUrls?: readonly string[]
}

const optionsOf = (terms: Terms) => z.decode(z.array(paymentOption), terms.paymentOptions)

export function toSummary(row: RequestRow, view: View): PaymentRequestSummary {
  const status = statusOf(row, view.now)
  const { terms } = row
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
    ...(terms.basketAmount !== undefined && { basketAmount: cents(terms.basketAmount) }),
    ...(terms.lineItems && { lineItems: z.decode(z.array(lineItem), terms.lineItems) }),
    ...redirects(row, status, view),
    ...(row.legs.length > 0 && {
      paidBy: { assetTotals: row.legs.map((leg) => ({ type: leg.assetType, total: { amount: cents(leg.amount), currency: 'NZD' as const } })) },
    }),
  }
}

/** For those with a part in it. Who paid is told to the merchant and to the payer alone. */
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
    paidBy: row.legs.length > 0 ? { assetTotals: row.legs.map((leg) => totalOf(leg, view.mayKnowPayer)) } : undefined,
    cancellationReason: (row.cancellationReason as PaymentRequest['cancellationReason'] | null) ?? undefined,
    externalRef: row.externalRef ?? undefined,
    ...(row.conditions.length > 0 && { merchantConditions: row.conditions }),
    ...(row.preAuth && { preAuth: true, preAuthStatus: row.preAuthStatus!, preAuthExpiresAt: row.preAuthExpiresAt ?? undefined }),
    ...(terms.gstNumber !== undefined && { taxNumber: { type: 'nz-gst' as const, value: terms.gstNumber } }),
    ...pick(terms, ['invoiceRef', 'purchaseOrderRef', 'terminalId', 'deviceId', 'operatorId', 'barcode', 'barcodeType', 'collectionId']),
    ...pick(terms, ['patronNotPresent', 'conditionsEnabled']),
  }
}

/** A leg as a paid-by total in the form of the wire. */
export function wireTotal(leg: Leg, withPayer: boolean) {
  return {
    type: leg.assetType,
    description: leg.description,
    total: { amount: leg.amount, currency: 'NZD' as const },
    ...(leg.lineItems && { lineItems: leg.lineItems }),
    ...(withPayer && leg.payerAccountId !== undefined && { payerAccountId: leg.payerAccountId }),
  }
}

function totalOf(leg: Leg, mayKnowPayer: (accountId: string) => boolean) {
  return z.decode(assetTotal, wireTotal(leg, leg.payerAccountId !== undefined && mayKnowPayer(leg.payerAccountId)))
}

function redirects(row: RequestRow, status: RequestStatus, view: View) {
  const { redirectUrl, redirectPaidUrl, redirectCancelUrl } = row.terms
  if (redirectUrl === undefined && redirectPaidUrl === undefined && redirectCancelUrl === undefined) return {}
  const still = (url: string | undefined) =>
    url === undefined || (view.allowedRedirectUrls && allowedRedirect(url, view.allowedRedirectUrls, row.test) === undefined) ? undefined : url
  const pair = { redirectPaidUrl: still(redirectPaidUrl), redirectCancelUrl: still(redirectCancelUrl) }
  return { ...pair, redirectUrl: returnAddress({ id: row.id, status, redirectUrl: still(redirectUrl), ...pair }) }
}

type Described = Pick<RequestRow, 'shortCode' | 'configId' | 'merchantAccountId' | 'merchantName' | 'createdBy'>

export function toActivity(row: ActivityRow, request: Described): PaymentActivity {
  return z.decode(paymentActivity, wireActivity(row, request) as never)
}

/** An activity in the form of the wire: the same words in an answer, in its repetition and in a webhook. */
export function wireActivity(row: ActivityRow, request: Described) {
  const { confirmation: _, invoiceRef: __, ...detail } = row.detail
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
