import type { RequestRow, Tender } from './types.ts'

/** False for what the till took itself, and for a token that its own issuer redeems: the merchant is not paid, and nobody owes for it. */
export function bringsMoney(
  { merchantAccountId }: Pick<RequestRow, 'merchantAccountId'>,
  { method, issuerAccountId }: Pick<Tender, 'method' | 'issuerAccountId'>,
): boolean {
  return method !== 'external' && !(method === 'token' && issuerAccountId === merchantAccountId)
}
