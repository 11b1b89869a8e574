import { defaultWalletType, familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { LineItem } from '@nikau/contract/payment-requests'
import { afterPayment, refusalOfStatus, type RequestEvent } from '@nikau/contract/payment-request-states'
import { type Cents, cents, min, roundCash, subtract } from '@nikau/money'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { livenessOf } from '../../assets/index.ts'
import { isPending } from '../request/conditions.ts'
import { restKeptUntil } from '../request/rest.ts'
import { nextStatus } from '../request/rules.ts'
import { type PayBody, type PayRefused, type RequestRow, statusOf } from '../request/types.ts'
import type { PayAsset, PayContext } from './store.ts'
import { coverableLines, isSameLine, mostExpensive, openLines } from './token-lines.ts'

/** A payment that may be posted; the ledger decides whether it is. */
export interface Decision {
  amount: Cents
  remaining: Cents
  event: RequestEvent
  /** The request is paid by this payment; otherwise the money stays in suspense. */
  completes: boolean
  /** A partial payment: it closes the request although an amount remains. */
  endsRequest: boolean
  asset: PayAsset | undefined
  /** The line that a token covers. */
  line: LineItem | undefined
  /** What cash is rounded by: it takes that much less than `amount`. */
  rounding: Cents
  /** The rest of the request is kept until then. */
  restUntil: Date | undefined
}

/**
 * Decides whether a request can be paid with the offered asset. The checks are in the order in which the payer should see their
 * refusals: request, asset type, asset, amount, token. The ledger then checks quota and balance.
 */
export function decidePayment(
  context: PayContext & { request: RequestRow; mayRecordPayment: boolean; isStaffTill: boolean },
  body: PayBody,
  now: Date,
): Decision | Refusal<PayRefused> {
  const { request, asset } = context
  const status = statusOf(request, now)
  if (status !== 'new') return refuse(refusalOfStatus[status])
  // Reserved for an external payment whose outcome is not known yet.
  if (request.reservedFor !== null) return refuse('PAYMENT_UNCONFIRMED')
  const option = optionOf(context, body)
  if (!option) return refuse('INVALID_ASSET_TYPE')
  const unusable = familyOf(body.assetType) === 'external' ? refusalOfTillPayment(context.mayRecordPayment, body) : refusalOfAsset(request, asset, body, now)
  if (unusable) return unusable
  if (body.mode === 'partial-payment' && !request.terms.partialAllowed) return refuse('INVALID_AMOUNT')
  if (body.mode !== undefined && request.preAuth) return refuse('INVALID_AMOUNT')

  const line = isTokenType(body.assetType) ? lineFor(request, asset!, option, body) : undefined
  if (isTokenType(body.assetType) && !line) return refuse('ASSET_REDEMPTION_DENIED')
  const remaining = cents(request.remaining)
  const amount = line ? min(line.price, remaining) : (body.amount ?? remaining)
  const keepsRest = request.terms.keepsRest === true && body.mode === 'partial-payment' && amount < remaining
  const after = afterPayment(remaining, { amount, mode: keepsRest ? 'multi-asset-payment' : body.mode })
  if (!after || (body.amount !== undefined && body.amount !== amount)) return refuse('INVALID_AMOUNT')
  // Cash in part is what the customer gave, not what a price was rounded to.
  const taken = body.tender === 'cash' && amount === remaining ? roundCash(amount) : amount
  if (taken === 0n) return refuse('INVALID_AMOUNT')
  const isConditional = request.conditions.some(isPending)
  // A hold cannot wait for a condition as well.
  if (isConditional && request.preAuth) return refuse('PAYMENT_DECLINED')
  const event = isConditional ? 'paid-conditionally' : after.event
  const completes = nextStatus(request, event) === 'paid'
  return {
    amount,
    remaining: after.remaining,
    event,
    completes,
    endsRequest: after.event === 'paid-in-part',
    asset,
    line,
    rounding: subtract(amount, taken),
    restUntil: keepsRest ? restKeptUntil(request) : undefined,
  }
}

/** A staff till records what it took itself whatever the shop's payment options are: the money is in its drawer. */
function optionOf(
  { request, mayRecordPayment, isStaffTill }: { request: RequestRow; mayRecordPayment: boolean; isStaffTill: boolean },
  { assetType }: PayBody,
) {
  const option = request.terms.paymentOptions.find((candidate) => candidate.assetType === assetType)
  if (option || !mayRecordPayment || !isStaffTill) return option
  return assetType === `external.${request.test ? 'test' : 'main'}` ? { assetType, amount: request.amount.toString() } : undefined
}

/** An asset of another account is refused like one that does not exist. */
function refusalOfAsset(request: RequestRow, asset: PayAsset | undefined, body: PayBody, now: Date): Refusal<PayRefused> | undefined {
  // Payments by transaction id or authorisation are not offered yet.
  if (body.assetId === undefined) return refuse('PAYMENT_DECLINED')
  if (!asset?.owned) return refuse('FORBIDDEN')
  // A patron code or a connection has bound the request to its customer.
  if (request.patronAccountId !== null && request.patronAccountId !== asset.accountId) return refuse('FORBIDDEN')
  if (asset.frozen) return refuse('ACCOUNT_FROZEN')
  if (asset.type !== body.assetType || asset.settlement) return refuse('INVALID_ASSET_TYPE')
  const hasExpired = asset.expiresAt !== null && asset.expiresAt <= now
  const notYetActive = asset.activeFrom !== null && asset.activeFrom > now
  const isOtherLiveness = livenessOf(asset.type) !== (request.test ? 'test' : 'main')
  return asset.status !== 'active' || hasExpired || notYetActive || isOtherLiveness ? refuse('INACTIVE_ASSET') : undefined
}

/** What is spent on credit counts on the same day's own limit as what is spent from the wallet. */
export function ownLimitTypeOf({ type, creditLine }: Pick<PayAsset, 'type' | 'creditLine'>): string {
  return creditLine ? defaultWalletType(livenessOf(type)) : type
}

/** Cash or a terminal payment: the till records what it has taken itself, for the merchant. */
function refusalOfTillPayment(mayRecordPayment: boolean, body: PayBody): Refusal<PayRefused> | undefined {
  if (!mayRecordPayment) return refuse('FORBIDDEN')
  return body.transactionId === undefined ? refuse('INVALID_ASSET_TYPE') : undefined
}

/** The line that a token covers, among those not covered yet: the requested one, otherwise the most expensive. */
function lineFor(request: RequestRow, asset: PayAsset, option: RequestRow['terms']['paymentOptions'][number], body: PayBody): LineItem | undefined {
  const coverable = coverableLines(option, asset.collectionId, openLines(request))
  const requested = body.lineItems?.[0]
  if (body.lineItems && body.lineItems.length !== 1) return undefined
  return requested ? coverable.find(isSameLine(requested)) : mostExpensive(coverable)
}
