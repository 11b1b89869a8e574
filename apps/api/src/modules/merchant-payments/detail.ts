import type { MerchantPaymentDetail, PaymentLeg } from '@nikau/contract/merchant-payments'
import { lineItem } from '@nikau/contract/payment-requests'
import type { TillPayment } from '@nikau/contract/till-payments'
import { cents, gstWithin } from '@nikau/money'
import * as z from 'zod/mini'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { reachesRequest } from '../payment-requests/index.ts'
import { payoutOfPosting } from '../payouts/index.ts'
import { readableMerchant } from './access.ts'
import { type ReadDeps, withBank } from './list.ts'
import { presentPayment } from './present.ts'
import { type DetailRow, selectDetail } from './store-detail.ts'
import { type LegRow, selectLegs } from './store-legs.ts'

/** A payment as its merchant sees it. Unknown ids and those of other merchants are refused alike. */
export async function readPayment(
  deps: ReadDeps,
  actor: Actor,
  { merchantId, paymentRequestId }: { merchantId: string; paymentRequestId: string },
): Promise<MerchantPaymentDetail | Refusal<'FORBIDDEN'>> {
  const now = deps.clock.now()
  const merchant = await readableMerchant(deps.db, actor, merchantId)
  const row = merchant && (await selectDetail(deps.db, merchantId, paymentRequestId, now))
  if (!row || !reachesRequest(merchant.reach, row, now)) return refuse('FORBIDDEN')
  const legs = (await selectLegs(deps.db, row.id)).filter(({ amount }) => amount > 0n)
  return {
    ...presentDetail(row, legs),
    ...(legs.length > 0 && { whatYouGet: sumsOf(legs) }),
    ...(await payoutOf(deps, row, legs)),
  }
}

/** The payment itself: what a till shows of it too. */
export function presentDetail(row: DetailRow, legs: readonly LegRow[]): TillPayment {
  return {
    ...presentPayment(row),
    merchantAccountId: row.merchantAccountId,
    liveness: row.test ? 'test' : 'main',
    expiresAt: row.expiresAt,
    remaining: cents(row.remaining),
    ...(row.isRestKept && row.status !== 'expired' && { restUntil: row.expiresAt }),
    lineItems: z.decode(z.array(lineItem), row.lineItems).map((line) => ({ ...line, gst: row.gstNumber === null ? cents(0n) : gstOf(line.price) })),
    legs: legs.filter(({ amount }) => amount > 0n).map(presentLeg),
    ...(row.gstNumber !== null && { gstNumber: row.gstNumber }),
    ...(row.invoiceRef !== null && { invoiceRef: row.invoiceRef }),
    ...(row.purchaseOrderRef !== null && { purchaseOrderRef: row.purchaseOrderRef }),
  }
}

/** Of a discount as well, which has a price below zero. */
const gstOf = (price: bigint) => (price < 0n ? cents(-gstWithin(cents(-price))) : gstWithin(cents(price)))

function presentLeg({ id, method, description, amount, refunded, paidAt, covers, tender }: LegRow): PaymentLeg {
  return {
    id,
    method,
    amount: cents(amount),
    refunded: cents(refunded),
    paidAt,
    // Of a wallet, its holder may have chosen it.
    ...(method !== 'wallet' && { description }),
    ...(covers.length > 0 && { covers }),
    ...(tender && { tender }),
  }
}

function sumsOf(legs: readonly LegRow[]) {
  const sum = (read: (leg: LegRow) => bigint, of = legs) => of.reduce((total, leg) => total + read(leg), 0n)
  const left = ({ amount, refunded }: LegRow) => amount - refunded
  return withBank({
    taken: sum(({ amount }) => amount),
    givenBack: sum(({ refunded }) => refunded),
    ownTokens: sum(left, legs.filter(({ method }) => method === 'own-token')), // prettier-ignore
    takenAtTill: sum(left, legs.filter(({ method }) => method === 'external')), // prettier-ignore
    fees: sum(({ fee, feeReturned }) => fee - feeReturned),
    gstOnFees: sum(({ gst, gstReturned }) => gst - gstReturned),
  })
}

/** Only money of a payment that is complete reaches a payout, and only live money does. */
async function payoutOf(deps: ReadDeps, row: DetailRow, legs: readonly LegRow[]): Promise<Pick<MerchantPaymentDetail, 'payout'>> {
  const bringsMoney = legs.some(({ method }) => method !== 'own-token' && method !== 'external')
  if (row.test || row.requestStatus !== 'paid' || row.lastPosting === null || !bringsMoney) return {}
  const found = await payoutOfPosting(deps, { accountId: row.merchantAccountId, walletId: row.walletId, posting: row.lastPosting })
  return found ? { payout: { day: found.day, ...(found.payout && { id: found.payout.id, status: found.payout.status }) } } : {}
}
