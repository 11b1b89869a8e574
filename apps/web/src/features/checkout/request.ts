import type { getPaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type RequestStatus, returnAddress } from '@nikau/contract/payment-request-states'
import { type Cents, cents, subtract } from '@nikau/money'
import type { Wire } from './wire.ts'

/** What the page knows of the request that it is about. */
export interface PublicRequest {
  id: string
  url: string
  merchantId: string
  merchantName: string
  /** All that is asked for. */
  amount: Cents
  paid: Cents
  due: Cents
  /** What it can be paid with. */
  types: string[]
  status: RequestStatus
  liveness: 'main' | 'test'
  expiresAt: Date
  /** Where the shopper goes back to, as things stand. */
  back: string | undefined
}

const statuses: readonly RequestStatus[] = ['new', 'paid', 'expired', 'cancelled']

/** Undefined when it is no summary at all: some box on the way may answer with a page of its own. */
export function readSummary(body: unknown): PublicRequest | undefined {
  const wire = body as Partial<Wire<typeof getPaymentRequestSummary>> | null
  if (!wire?.id || !wire.value || wire.remainingAmount === undefined || !wire.status || !statuses.includes(wire.status)) return undefined
  const amount = cents(wire.value.amount)
  const due = cents(wire.remainingAmount)
  return {
    id: wire.id,
    url: wire.url ?? '',
    merchantId: wire.merchantId ?? '',
    merchantName: wire.merchantName ?? '',
    amount,
    due,
    paid: subtract(amount, due),
    types: (wire.paymentOptions ?? []).map((option) => option.assetType),
    status: wire.status,
    liveness: wire.liveness ?? 'main',
    expiresAt: new Date(wire.expiresAt ?? 0),
    back: webAddress(returnAddress(wire as Wire<typeof getPaymentRequestSummary>)),
  }
}

/** The server has checked it; that it can be no script is checked here once more, where it would be run. */
function webAddress(address: string | undefined): string | undefined {
  return address !== undefined && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
