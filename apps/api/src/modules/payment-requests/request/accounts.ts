import type { Ledger, NewAccount, Operation } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { ledgerAccountOf } from '../../assets/index.ts'
import { bringsMoney } from './brings-money.ts'
import type { RequestRow } from './types.ts'

export const dueCounterId = (requestId: string) => `due:${requestId}`
export const refundCounterId = (requestId: string) => `refundable:${requestId}`
export const suspenseAccountId = (requestId: string) => `request:${requestId}`
export const authorisationHoldId = (requestId: string) => `pre-auth:${requestId}`
export const issuerDebtAccountId = (issuerAccountId: string, unit: string) => `owed:${issuerAccountId}:${unit}`
export const settlementAccountId = (request: Pick<RequestRow, 'settlementWalletId'>) => ledgerAccountOf(request.settlementWalletId)
export const unitOfRequest = (request: Pick<RequestRow, 'test'>) => (request.test ? 'nzd.test' : 'nzd.main')

/** The counter of the amount due. The ledger enforces it: nobody can overpay a request or pay it after its expiry. */
export function dueCounter({ id, amount, expiresAt }: Pick<RequestRow, 'id' | 'amount' | 'expiresAt'>): NewAccount {
  return { id: dueCounterId(id), unit: 'allowance', kind: 'request', counter: true, owner: id, floor: 0n, ceiling: amount, closesAt: expiresAt }
}

/** The counter of refunds: never more than was paid. */
export function refundCounter(requestId: string, paid: bigint): NewAccount {
  return { id: refundCounterId(requestId), unit: 'allowance', kind: 'refundable', counter: true, owner: requestId, floor: 0n, ceiling: paid }
}

/** Holds what was paid on a request until the request is complete. */
export function suspenseAccount(request: Pick<RequestRow, 'id' | 'test' | 'amount'>): NewAccount {
  return { id: suspenseAccountId(request.id), unit: unitOfRequest(request), kind: 'request', owner: request.id, floor: 0n, ceiling: request.amount }
}

/** What an issuer owes for spent tokens. Above zero, a refund after its bill was paid has left it in credit. */
export function issuerDebtAccount(issuerAccountId: string, unit: string): NewAccount {
  return { id: issuerDebtAccountId(issuerAccountId, unit), unit, kind: 'issuer debt', owner: issuerAccountId }
}

export const useDue = (requestId: string, amount: bigint): Operation => ({ op: 'use', account: dueCounterId(requestId), amount })
export const useRefund = (requestId: string, amount: bigint): Operation => ({ op: 'use', account: refundCounterId(requestId), amount })

export async function openRefundCounter(tx: Tx, { ledger }: { ledger: Ledger }, request: Pick<RequestRow, 'id' | 'amount' | 'remaining'>): Promise<void> {
  await ledger.openAccount(tx, refundCounter(request.id, request.amount - request.remaining))
}

/** The balance of the suspense account. Zero once the request is paid, because the money has been settled. */
export function suspenseBalance(request: Pick<RequestRow, 'status' | 'tenders' | 'preAuth' | 'merchantAccountId'>): bigint {
  if (request.status !== 'new' || request.preAuth) return 0n
  return request.tenders.filter((tender) => bringsMoney(request, tender)).reduce((sum, tender) => sum + BigInt(tender.amount), 0n)
}

/** The payer's name on the merchant's statement: a merchant sees that a wallet paid, not whose. */
export const walletPayerLabel = 'Nikau customer'
