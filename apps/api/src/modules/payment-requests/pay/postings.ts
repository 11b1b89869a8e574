import { isTokenType } from '@nikau/contract/asset-display'
import type { NewAccount, Operation } from '@nikau/ledger'
import { issuerLiabilityOf, ledgerAccountOf, unitOf } from '../../assets/index.ts'
import {
  authorisationHoldId,
  dueCounterId,
  issuerDebtAccount,
  issuerDebtAccountId,
  settlementAccountId,
  suspenseAccount,
  suspenseAccountId,
  suspenseBalance,
  useDue,
} from '../request/accounts.ts'
import { type ChargedTender, feeOperations } from '../request/fees.ts'
import { bringsMoney } from '../request/brings-money.ts'
import type { RequestRow } from '../request/types.ts'
import type { Decision } from './rules.ts'
import type { PayAsset } from './store.ts'

/**
 * The operations of a payment. Their order is the order of the refusals: request, permission, own limits, quotas, asset. The operations
 * after the asset cannot fail for a reason that concerns the payer.
 */
export function paymentOperations(
  request: RequestRow,
  decision: Decision,
  limits: readonly Operation[],
  charged: readonly ChargedTender[],
  authorisedUntil: Date,
): Operation[] {
  const { amount, asset, completes } = decision
  const to = completes ? settlementAccountId(request) : suspenseAccountId(request.id)
  const operations: Operation[] = [useDue(request.id, amount), ...limits]
  if (asset && isTokenType(asset.type)) {
    operations.push({ op: 'transfer', from: ledgerAccountOf(asset.id), to: issuerLiabilityOf(asset.collectionId!).id, amount: 1n })
    if (!isOwnToken(request, asset)) operations.push({ op: 'transfer', from: issuerDebtAccountId(asset.issuerAccountId!, unitOf(asset.type)), to, amount })
  } else if (asset && request.preAuth) {
    operations.push({
      op: 'hold',
      hold: authorisationHoldId(request.id),
      from: ledgerAccountOf(asset.id),
      to: settlementAccountId(request),
      amount,
      expiresAt: authorisedUntil,
    })
  } else if (asset) {
    operations.push({ op: 'transfer', from: ledgerAccountOf(asset.id), to, amount })
  }
  const inSuspense = suspenseBalance(request)
  if (completes && inSuspense > 0n)
    operations.push({ op: 'transfer', from: suspenseAccountId(request.id), to: settlementAccountId(request), amount: inSuspense })
  operations.push(...feeOperations(request, charged.map(({ charge }) => charge))) // prettier-ignore
  // A partial payment ends the request: the due counter accepts nothing more.
  if (decision.endsRequest) operations.push({ op: 'close', account: dueCounterId(request.id), at: request.amount - decision.remaining })
  return operations
}

/** Whether a payment moves money to the merchant: that of the asset, or what waits with the request. */
export function movesMoney(request: RequestRow, { asset, completes }: Decision): boolean {
  return (asset !== undefined && !isOwnToken(request, asset)) || (completes && suspenseBalance(request) > 0n)
}

function isOwnToken(request: RequestRow, { type, issuerAccountId }: PayAsset): boolean {
  return isTokenType(type) && !bringsMoney(request, { method: 'token', issuerAccountId: issuerAccountId! })
}

/** The accounts that only some payments need; they are opened on demand. */
export function accountsToOpen(request: RequestRow, { asset, completes }: Decision): NewAccount[] {
  const accounts: NewAccount[] = []
  if (!asset || isOwnToken(request, asset)) return accounts
  if (!completes) accounts.push(suspenseAccount(request))
  if (isTokenType(asset.type)) accounts.push(issuerDebtAccount(asset.issuerAccountId!, unitOf(asset.type)))
  return accounts
}
