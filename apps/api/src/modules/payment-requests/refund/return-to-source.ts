import type { Group, Operation, Outcome } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { Refusal, refuse } from '../../../http/refusal.ts'
import { issuerLiabilityOf, ledgerAccountOf, restoreSpentToken } from '../../assets/index.ts'
import { restoreOwnLimits } from '../../own-limits/index.ts'
import { restore as restoreQuota } from '../../quotas/index.ts'
import { type Movement, recordMovements } from '../../wallets/index.ts'
import { findMethod, type ReturnDeps } from '../external/port.ts'
import {
  issuerDebtAccountId,
  openRefundCounter,
  settlementAccountId,
  suspenseAccountId,
  unitOfRequest,
  useRefund,
  walletPayerLabel,
} from '../request/accounts.ts'
import { type FeeReturn, feeReturnOperations } from '../request/fees.ts'
import { bringsMoney } from '../request/brings-money.ts'
import { ownTokenAccounts, unredeemOwnTokens } from '../request/own-tokens.ts'
import type { RequestRow, Tender } from '../request/types.ts'
import { assertUnchanged } from '../request/with-request.ts'

export type ReturnRefused = 'INACTIVE_ASSET' | 'REFUND_DECLINED' | 'SETTLEMENT_BALANCE_TOO_LOW'

/** `suspense` for a request that is not complete; `settlement` once the merchant has the money. */
type Origin = 'suspense' | 'settlement'

export interface Return {
  tender: Tender
  amount: bigint
  /** What of its fee goes back to the merchant first. */
  feeReturn?: FeeReturn
  /** Unique and permanent. */
  reference: string
}

interface ReturnContext {
  tx: Tx
  deps: ReturnDeps
  request: RequestRow
  origin: Origin
  /** The ledger account that the money comes from. */
  from: string
}

/**
 * Returns payments to where they came from, and the quota to the month that it was consumed in. All of them or none: the caller rolls
 * back on a refusal. Answers the last posting.
 */
export async function returnToSource(
  tx: Tx,
  deps: ReturnDeps,
  request: RequestRow,
  returns: readonly Return[],
  origin: Origin,
): Promise<bigint | undefined | Refusal<ReturnRefused>> {
  if (origin === 'settlement') await openRefundCounter(tx, deps, request)
  const context = { tx, deps, request, origin, from: origin === 'suspense' ? suspenseAccountId(request.id) : settlementAccountId(request) }
  let last: bigint | undefined
  for (const item of returns) {
    const { tender } = item
    if (tender.method === 'external') continue
    const outcome = await returnOne(context, item)
    if (!outcome) continue
    if (outcome.outcome !== 'accepted') await assertUnchanged(tx, request)
    if (outcome.outcome !== 'refused') last = outcome.posting
    else if (outcome.account === context.from) return refuse(outcome.code === 'insufficient' ? 'SETTLEMENT_BALANCE_TOO_LOW' : 'REFUND_DECLINED')
    else if (tender.assetId !== undefined && outcome.account === ledgerAccountOf(tender.assetId)) return refuse('INACTIVE_ASSET')
    else throw new Error(`unmapped ledger refusal: ${JSON.stringify(outcome)}`)
  }
  return last
}

/** Returns everything paid on a request that is not complete. */
export async function returnSuspense(tx: Tx, deps: ReturnDeps, request: RequestRow): Promise<bigint | undefined> {
  const returns = request.tenders.map((tender) => ({ tender, amount: BigInt(tender.amount), reference: `return:${tender.activityId}` }))
  const posting = await returnToSource(tx, deps, request, returns, 'suspense')
  if (posting instanceof Refusal) throw new Error(`payments of request ${request.id} not returned: ${posting.code}`)
  return posting
}

/** Undefined when there is nothing to return. */
async function returnOne(context: ReturnContext, item: Return): Promise<Outcome | undefined> {
  if (item.tender.externalPaymentId !== undefined) return await returnToExternal(context, item, item.tender.externalPaymentId)
  return item.tender.method === 'token' ? await returnToken(context, item) : await returnToWallet(context, item)
}

async function returnToWallet(context: ReturnContext, { tender, amount, feeReturn, reference }: Return): Promise<Outcome> {
  const { tx } = context
  const quota = await restoreQuota(tx, BigInt(tender.posting!), cents(amount))
  const ownLimits = await restoreOwnLimits(tx, BigInt(tender.posting!), cents(amount))
  const transfer: Operation = { op: 'transfer', from: context.from, to: ledgerAccountOf(tender.assetId!), amount }
  const outcome = await post(context, reference, [
    ...feesBack(context, feeReturn),
    transfer,
    ...refundCounted(context, amount),
    ...(quota?.operations ?? []),
    ...ownLimits,
  ])
  await recordReturn(context, outcome, {
    destWalletId: tender.assetId!,
    destParty: walletPayerLabel,
    ...(quota && { quota: quota.quota, counted: quota.counted }),
  })
  return outcome
}

/** The money is moved to the returns account of its method, which then returns it. */
async function returnToExternal(context: ReturnContext, { tender, amount, feeReturn, reference }: Return, paymentId: string): Promise<Outcome> {
  const { tx, deps } = context
  const unit = unitOfRequest(context.request)
  const method = findMethod(deps.externalMethods, tender.method)
  const returns = method.returnsAccount(unit)
  await deps.ledger.openAccount(tx, returns)
  const transfer: Operation = { op: 'transfer', from: context.from, to: returns.id, amount }
  const outcome = await post(context, reference, [...feesBack(context, feeReturn), transfer, ...refundCounted(context, amount)])
  if (outcome.outcome !== 'accepted') return outcome
  await recordReturn(context, outcome, { destParty: tender.description })
  await method.startReturn(tx, { id: reference, paymentId, reason: 'refund', unit, amount, at: deps.clock.now() })
  return outcome
}

/**
 * A token returns to its owner, and its issuer no longer owes the money; one that its own issuer redeemed has brought none. A token that
 * has expired meanwhile cannot return: a refund is then refused, while an incomplete payment is returned without it.
 */
async function returnToken(context: ReturnContext, { tender, amount, feeReturn, reference }: Return): Promise<Outcome | undefined> {
  const { tx, request, origin } = context
  const debt = issuerDebtAccountId(tender.issuerAccountId!, unitOfRequest(request))
  const money: Operation[] = bringsMoney(request, tender) ? [{ op: 'transfer', from: context.from, to: debt, amount }] : []
  const token: Operation = { op: 'transfer', from: issuerLiabilityOf(tender.collectionId!).id, to: ledgerAccountOf(tender.assetId!), amount: 1n }
  const own = origin === 'settlement' ? [tender] : []
  await context.deps.ledger.openAccounts(tx, ownTokenAccounts(request, own))
  const operations = [...feesBack(context, feeReturn), token, ...money, ...refundCounted(context, amount), ...unredeemOwnTokens(request, own)]
  let outcome = await post(context, reference, operations)
  const hasExpired = outcome.outcome === 'refused' && outcome.code === 'closed' && origin === 'suspense'
  if (hasExpired && money.length === 0) return undefined
  if (hasExpired) outcome = await post(context, reference, money)
  if (outcome.outcome !== 'accepted') return outcome
  const { posting, at } = outcome
  if (!hasExpired) await restoreSpentToken(tx, { assetId: tender.assetId!, accountId: tender.payerAccountId!, party: request.merchantName, posting, at })
  if (money.length > 0) await recordReturn(context, outcome, { destParty: tender.description })
  return outcome
}

const feesBack = ({ request }: ReturnContext, feeReturn: FeeReturn | undefined): Operation[] => (feeReturn ? feeReturnOperations(request, feeReturn) : [])

const refundCounted = ({ origin, request }: ReturnContext, amount: bigint): Operation[] => (origin === 'settlement' ? [useRefund(request.id, amount)] : [])

async function post({ tx, deps, request }: ReturnContext, reference: string, operations: Operation[]): Promise<Outcome> {
  const group: Group = { reference, kind: 'payment.return', subject: `payment-request:${request.id}`, operations }
  const [outcome] = await deps.ledger.postInTransaction(tx, [group])
  return outcome!
}

async function recordReturn({ tx, request }: ReturnContext, outcome: Outcome, destination: Movement): Promise<void> {
  if (outcome.outcome !== 'accepted') return
  const movement = { paymentRequestId: request.id, srcWalletId: request.settlementWalletId, srcParty: request.merchantName, ...destination }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
}
