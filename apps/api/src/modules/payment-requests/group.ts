import { isTokenType } from '@nikau/contract/asset-display'
import type { NewAccount, Operation } from '@nikau/ledger'
import { issuedOf, ledgerAccountOf, unitOf } from '../assets/index.ts'
import type { Decision } from './decide.ts'
import { authorisationOf, dueOf, owedBy, refundableOf, type RequestRow, waitingOf } from './rows.ts'

/** The counter of what is due: what nobody can overpay or pay late. */
export function dueAccount({ id, amount, expiresAt }: Pick<RequestRow, 'id' | 'amount' | 'expiresAt'>): NewAccount {
  return { id: dueOf(id), unit: 'allowance', kind: 'request', counter: true, owner: id, floor: 0n, ceiling: amount, closesAt: expiresAt }
}

/** The counter of what is given back: never more than was paid. */
export function refundableAccount(requestId: string, paid: bigint): NewAccount {
  return { id: refundableOf(requestId), unit: 'allowance', kind: 'refundable', counter: true, owner: requestId, floor: 0n, ceiling: paid }
}

export const dueUsed = (requestId: string, amount: bigint): Operation => ({ op: 'use', account: dueOf(requestId), amount })
export const refundUsed = (requestId: string, amount: bigint): Operation => ({ op: 'use', account: refundableOf(requestId), amount })

/** What waits with a request until it is complete; nothing does once it is paid. */
export function waitingSum(request: Pick<RequestRow, 'status' | 'legs' | 'preAuth'>): bigint {
  if (request.status !== 'new' || request.preAuth) return 0n
  return request.legs.filter((leg) => !leg.external).reduce((sum, leg) => sum + BigInt(leg.amount), 0n)
}

export const unitOfRequest = (request: Pick<RequestRow, 'test'>) => (request.test ? 'nzd.test' : 'nzd.main')
export const settlementOf = (request: Pick<RequestRow, 'settlementWalletId'>) => ledgerAccountOf(request.settlementWalletId)

/**
 * A payment as the ledger sees it. The order is that of the refusals: the request, then the quotas, then the asset; what comes
 * after them was made to succeed. docs/money/pay.md and tokens.md show the same as tables.
 */
export function paymentOperations(request: RequestRow, decision: Decision, quotas: readonly Operation[], authorisedUntil: Date): Operation[] {
  const { amount, asset, status, event } = decision
  const to = status === 'paid' ? settlementOf(request) : waitingOf(request.id)
  const operations: Operation[] = [dueUsed(request.id, amount), ...quotas]
  if (asset && isTokenType(asset.type)) {
    operations.push({ op: 'transfer', from: ledgerAccountOf(asset.id), to: issuedOf(asset.collectionId!).id, amount: 1n })
    operations.push({ op: 'transfer', from: owedBy(asset.issuerAccountId!, unitOf(asset.type)), to, amount })
  } else if (asset && request.preAuth) {
    operations.push({
      op: 'hold',
      hold: authorisationOf(request.id),
      from: ledgerAccountOf(asset.id),
      to: settlementOf(request),
      amount,
      expiresAt: authorisedUntil,
    })
  } else if (asset) {
    operations.push({ op: 'transfer', from: ledgerAccountOf(asset.id), to, amount })
  }
  const waiting = waitingSum(request)
  if (status === 'paid' && waiting > 0n) operations.push({ op: 'transfer', from: waitingOf(request.id), to: settlementOf(request), amount: waiting })
  // A part payment ends the request although something remains: the counter takes nothing more.
  if (event === 'paid-in-part') operations.push({ op: 'close', account: dueOf(request.id), at: request.amount - decision.remaining })
  return operations
}
