import type { BrandColour } from '@nikau/contract/branding'
import type { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type RequestStatus, returnAddress } from '@nikau/contract/payment-request-states'
import { type Cents, cents, subtract } from '@nikau/money'
import type { OrderLine } from '../../lib/OrderSummary.tsx'
import type { JsonOf } from './checkout-api.ts'
import { gstIn } from './gst.ts'

/** The payment request as the public checkout shows it. */
export interface PublicRequest {
  id: string
  url: string
  merchantId: string
  merchantName: string
  /** What the shop has chosen. */
  colour: BrandColour | undefined
  logo: string | undefined
  amount: Cents
  paid: Cents
  due: Cents
  /** Empty when the merchant has sent none. */
  lines: OrderLine[]
  /** Included in the lines; undefined unless every line says its tax. */
  gst: Cents | undefined
  /** What people quote; the id when there is none. */
  reference: string
  /** Asset types that it can be paid with. */
  assetTypes: string[]
  status: RequestStatus
  /** Of a paid request. */
  paidAt: Date | undefined
  liveness: 'main' | 'test'
  expiresAt: Date
  /** The merchant's redirect URL for the current status. */
  returnUrl: string | undefined
}

const statuses: readonly RequestStatus[] = ['new', 'paid', 'expired', 'cancelled']

/** Returns undefined when the body is not a summary: a proxy may respond with a page of its own. */
export function parseSummary(body: unknown): PublicRequest | undefined {
  const json = body as Partial<JsonOf<typeof getPaymentRequestSummary>> | null
  if (!json?.id || !json.value || json.remainingAmount === undefined || !json.status || !statuses.includes(json.status)) return undefined
  const amount = cents(json.value.amount)
  const due = cents(json.remainingAmount)
  return {
    id: json.id,
    url: json.url ?? '',
    merchantId: json.merchantId ?? '',
    merchantName: json.merchantName ?? '',
    colour: json.merchantBranding?.colour,
    logo: json.merchantBranding?.logo,
    amount,
    due,
    paid: subtract(amount, due),
    lines: (json.lineItems ?? []).map(({ name, qty, price }) => ({ name, qty: String(qty), price: cents(price) })),
    gst: gstIn(json.lineItems ?? []),
    reference: json.shortCode ?? json.id,
    assetTypes: (json.paymentOptions ?? []).map((option) => option.assetType),
    status: json.status,
    paidAt: json.paidAt === undefined ? undefined : new Date(json.paidAt),
    liveness: json.liveness ?? 'main',
    expiresAt: new Date(json.expiresAt ?? 0),
    returnUrl: onlyHttp(returnAddress(json as JsonOf<typeof getPaymentRequestSummary>)),
  }
}

/** The server has validated it; checked again here, where a `javascript:` URL would run. */
function onlyHttp(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:$/.test(new URL(url).protocol) ? url : undefined
}
