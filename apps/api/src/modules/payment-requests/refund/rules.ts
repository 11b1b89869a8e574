import type { BodyOf } from '@nikau/contract'
import { isTokenType } from '@nikau/contract/asset-display'
import type { refundPaymentRequest } from '@nikau/contract/payment-request-actions'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { feeReturnOf } from '../request/fees.ts'
import { refundableAmount, type RefundShare, type RefundWithFee, totalRefundable } from '../request/tenders.ts'
import type { ActivityRow, RequestRow, Tender } from '../request/types.ts'

export type RefundBody = BodyOf<typeof refundPaymentRequest>
export type RefundRefused = keyof typeof refundPaymentRequest.refusals

interface Refundable {
  amount: bigint
  paidAt: Date
}

/** The refund that was made under the same reference before. */
export function earlierRefund(activities: readonly ActivityRow[], { externalRef }: Pick<RefundBody, 'externalRef'>): ActivityRow | undefined {
  return activities.find(({ type, detail }) => type === 'refund' && detail.externalRef === externalRef)
}

/** From the payment, or from the capture of a pre-authorised amount, which may come months after the request. */
export const refundableUntil = (paidAt: Date, windowDays: number) => new Date(paidAt.getTime() + windowDays * 86_400_000)

export function refusalOfRefund(
  request: RequestRow,
  body: RefundBody,
  activities: readonly ActivityRow[],
  { now, windowDays }: { now: Date; windowDays: number },
): Refusal<RefundRefused> | undefined {
  if (request.status !== 'paid') return refuse('NOT_PAID')
  const refundable = request.preAuth ? refundableOfCapture(request, body, activities) : refundableOfPayment(request)
  if (refundable instanceof Refusal) return refundable
  if (now > refundableUntil(refundable.paidAt, windowDays)) return refuse('REFUND_WINDOW_EXCEEDED')
  if (refundable.amount === 0n) return refuse('ALREADY_REFUNDED')
  return body.value.amount > refundable.amount ? refuse('INVALID_AMOUNT') : undefined
}

function refundableOfPayment(request: RequestRow): Refundable {
  return { amount: totalRefundable(request.tenders), paidAt: request.paidAt ?? request.createdAt }
}

/** Of a pre-authorised amount only captures can be refunded, each up to its own amount. */
function refundableOfCapture(request: RequestRow, body: RefundBody, activities: readonly ActivityRow[]): Refundable | Refusal<RefundRefused> {
  if (request.captured === 0n) return refuse('PRE_AUTH_PENDING')
  const capture = capturesOf(activities).find(({ key }) => key === body.confirmationIdempotencyKey)
  return capture ? { amount: capture.refundable, paidAt: capture.capturedAt } : refuse('CONFIRMATION_NOT_FOUND')
}

interface Capture {
  /** Its idempotency key, which a refund names it by. */
  key: string
  amount: bigint
  refundable: bigint
  capturedAt: Date
}

/** The captures of a pre-authorised payment, oldest first. */
export function capturesOf(activities: readonly ActivityRow[]): Capture[] {
  return activities
    .filter(({ type }) => type === 'confirmation')
    .toSorted((a, b) => a.number - b.number)
    .map(({ idempotencyKey, amount, createdAt }) => {
      const key = idempotencyKey!
      const refunds = activities.filter(({ type, detail }) => type === 'refund' && detail.confirmation === key)
      return { key, amount, refundable: refunds.reduce((left, refund) => left - refund.amount, amount), capturedAt: createdAt }
    })
}

/**
 * Splits a refund over the tenders: money first, because it can be refunded in parts; tokens only for the amount that money does not
 * cover, each whole. Undefined when the amount would split a token.
 */
export function allocateRefund(tenders: readonly Tender[], amount: bigint): RefundShare[] | undefined {
  const open = tenders.filter((tender) => refundableAmount(tender) > 0n)
  const money = open.filter((tender) => !isTokenType(tender.assetType))
  const tokens = open.filter((tender) => isTokenType(tender.assetType))
  const chosen = chooseTokens(tokens, { min: amount - totalRefundable(money), max: amount })
  if (!chosen) return undefined
  let rest = amount - totalRefundable(chosen)
  const shares: RefundShare[] = []
  for (const tender of money) {
    const share = rest < refundableAmount(tender) ? rest : refundableAmount(tender)
    if (share > 0n) shares.push({ tender, amount: share })
    rest -= share
  }
  return [...shares, ...chosen.map((tender) => ({ tender, amount: refundableAmount(tender) }))]
}

/** What goes back to each payment, where the caller says so. */
export function sharesOfLegs(
  tenders: readonly Tender[],
  legs: NonNullable<RefundBody['legs']>,
): RefundShare[] | Refusal<'INVALID_AMOUNT' | 'PARTIAL_REFUNDS_NOT_ALLOWED'> {
  const shares: RefundShare[] = []
  for (const { completedPaymentId, amount } of legs) {
    const tender = tenders.find(({ activityId }) => activityId === completedPaymentId)
    const isRepeated = shares.some((share) => share.tender === tender)
    if (!tender || isRepeated || amount > refundableAmount(tender)) return refuse('INVALID_AMOUNT')
    if (isTokenType(tender.assetType) && amount !== refundableAmount(tender)) return refuse('PARTIAL_REFUNDS_NOT_ALLOWED')
    shares.push({ tender, amount })
  }
  return shares
}

/** More would make the number of sums too large. */
const maxTokens = 15

/** The tokens with the smallest sum between `min` and `max`. */
function chooseTokens(tokens: readonly Tender[], { min, max }: { min: bigint; max: bigint }): Tender[] | undefined {
  let sums = new Map<bigint, Tender[]>([[0n, []]])
  for (const token of tokens.slice(0, maxTokens)) {
    const extended = [...sums].map(([sum, list]): [bigint, Tender[]] => [sum + refundableAmount(token), [...list, token]])
    sums = new Map([...extended.filter(([sum]) => sum <= max), ...sums])
  }
  const fitting = [...sums].filter(([sum]) => sum >= min).sort(([a], [b]) => (a < b ? -1 : 1))
  return fitting[0]?.[1]
}

/**
 * Adds to each share what of its fee goes back: the part of the rate in proportion, without the fixed cents; with a void everything.
 * The fee of a pre-authorised payment was charged on what was captured.
 */
export function withFeeReturns(request: RequestRow, shares: readonly RefundShare[], isVoid: boolean): RefundWithFee[] {
  return shares.map(({ tender, amount }) => {
    const base = request.preAuth ? request.captured : BigInt(tender.amount)
    return { tender, amount, feeReturn: feeReturnOf(tender, isVoid ? 'everything' : { amount, base }) }
  })
}
