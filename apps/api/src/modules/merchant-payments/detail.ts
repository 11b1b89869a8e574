import type { MerchantPaymentDetail, PaymentLeg, PaymentPayout } from '@nikau/contract/merchant-payments'
import { lineItem } from '@nikau/contract/payment-requests'
import type { TillPayment } from '@nikau/contract/till-payments'
import { cents, gstWithin } from '@nikau/money'
import * as z from 'zod/mini'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { reachesRequest } from '../payment-requests/index.ts'
import { payoutOfPosting } from '../payouts/index.ts'
import { readableMerchant } from './access.ts'
import { capturesOf } from './captures.ts'
import { type ReadDeps, withBank } from './list.ts'
import { type PlaceNames, readPlaceNames } from './names.ts'
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
  if (!row || !reachesRequest(merchant.reach, actor, { ...row, terms: row }, now)) return refuse('FORBIDDEN')
  const legs = (await selectLegs(deps.db, row.id)).filter(({ amount }) => amount > 0n)
  const names = await readPlaceNames(deps.db, merchant.accountId, [row])
  const detail = presentDetail(row, legs, names)
  const payouts = await payoutsOf(deps, row, legs)
  return {
    ...detail,
    legs: detail.legs.map((leg) => ({ ...leg, ...(payouts.ofCapture.has(leg.id) && { payout: payouts.ofCapture.get(leg.id) }) })),
    ...(legs.length > 0 && { whatYouGet: sumsOf(legs) }),
    ...(payouts.last && { payout: payouts.last }),
  }
}

/** The payment itself: what a till shows of it too. */
export function presentDetail(row: DetailRow, legs: readonly LegRow[], names: PlaceNames): TillPayment {
  return {
    ...presentPayment(row, names),
    merchantAccountId: row.merchantAccountId,
    liveness: row.test ? 'test' : 'main',
    expiresAt: row.expiresAt,
    remaining: cents(row.remaining),
    ...(row.isRestKept && row.status !== 'expired' && { restUntil: row.expiresAt }),
    lineItems: z.decode(z.array(lineItem), row.lineItems).map((line) => ({ ...line, gst: row.gstNumber === null ? cents(0n) : gstOf(line.price) })),
    legs: legs.filter(({ amount }) => amount > 0n).flatMap(presentLeg),
    ...(row.gstNumber !== null && { gstNumber: row.gstNumber }),
    ...(row.invoiceRef !== null && { invoiceRef: row.invoiceRef }),
    ...(row.purchaseOrderRef !== null && { purchaseOrderRef: row.purchaseOrderRef }),
  }
}

/** Of a discount as well, which has a price below zero. */
const gstOf = (price: bigint) => (price < 0n ? cents(-gstWithin(cents(-price))) : gstWithin(cents(price)))

/** A hold is no payment: its captures are. */
function presentLeg({ id, method, description, amount, refunded, paidAt, covers, tender, captures }: LegRow): PaymentLeg[] {
  const parts = captures ? capturesOf(captures) : [{ id, amount, refunded, at: paidAt }]
  return parts.map((part) => ({
    id: part.id,
    method,
    amount: cents(part.amount),
    refunded: cents(part.refunded),
    paidAt: part.at,
    // Of a wallet, its holder may have chosen it.
    ...(method !== 'wallet' && { description }),
    ...(covers.length > 0 && { covers }),
    ...(tender && { tender }),
  }))
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
async function payoutsOf(
  deps: ReadDeps,
  row: DetailRow,
  legs: readonly LegRow[],
): Promise<{ last?: PaymentPayout | undefined; ofCapture: Map<string, PaymentPayout> }> {
  const ofCapture = new Map<string, PaymentPayout>()
  const bringsMoney = legs.some(({ method }) => method !== 'own-token' && method !== 'external')
  if (row.test || row.requestStatus !== 'paid' || row.lastPosting === null || !bringsMoney) return { ofCapture }
  for (const { id, posting } of legs.flatMap(({ captures }) => (captures ? capturesOf(captures) : []))) {
    const payout = posting === null ? undefined : await payoutOf(deps, row, posting)
    if (payout) ofCapture.set(id, payout)
  }
  return { last: await payoutOf(deps, row, row.lastPosting), ofCapture }
}

async function payoutOf(deps: ReadDeps, { merchantAccountId: accountId, walletId }: DetailRow, posting: bigint): Promise<PaymentPayout | undefined> {
  const found = await payoutOfPosting(deps, { accountId, walletId, posting })
  return found && { day: found.day, ...(found.payout && { id: found.payout.id, status: found.payout.status }) }
}
