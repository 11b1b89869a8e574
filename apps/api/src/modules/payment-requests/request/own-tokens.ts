import type { NewAccount, Operation } from '@nikau/ledger'
import { bringsMoney } from './brings-money.ts'
import type { RequestRow, Tender } from './types.ts'

type SettlingRequest = Pick<RequestRow, 'settlementWalletId' | 'merchantAccountId' | 'test'>

/** Cents, and no money: it never mixes with the unit of wallets. */
const unitOf = ({ test }: SettlingRequest) => (test ? 'own-token.test' : 'own-token.main')
const salesAccountId = ({ settlementWalletId }: SettlingRequest) => `own-token-sales:${settlementWalletId}`
const redeemedAccountId = ({ settlementWalletId }: SettlingRequest) => `own-tokens:${settlementWalletId}`

/** Count what a merchant sold for its own tokens, so that a payout covers it by version, as it covers fees. */
export function ownTokenAccounts(request: SettlingRequest, tenders: readonly Tender[]): NewAccount[] {
  if (!tenders.some((tender) => isOwnToken(request, tender))) return []
  const common = { unit: unitOf(request), kind: 'own tokens', owner: request.merchantAccountId }
  return [salesAccountId(request), redeemedAccountId(request)].map((id) => ({ id, ...common }))
}

/** Counts own tokens when the request is complete. No money moves. */
export function redeemOwnTokens(request: SettlingRequest, tenders: readonly Tender[]): Operation[] {
  const amount = ownTokenAmount(request, tenders)
  return amount > 0n ? [{ op: 'transfer', from: salesAccountId(request), to: redeemedAccountId(request), amount }] : []
}

/** The reverse, for own tokens that go back to their owners, or wait again with a request that is no longer complete. */
export function unredeemOwnTokens(request: SettlingRequest, tenders: readonly Tender[]): Operation[] {
  const amount = ownTokenAmount(request, tenders)
  return amount > 0n ? [{ op: 'transfer', from: redeemedAccountId(request), to: salesAccountId(request), amount }] : []
}

function ownTokenAmount(request: SettlingRequest, tenders: readonly Tender[]): bigint {
  return tenders.filter((tender) => isOwnToken(request, tender)).reduce((sum, tender) => sum + BigInt(tender.amount), 0n)
}

const isOwnToken = (request: SettlingRequest, tender: Tender) => tender.method === 'token' && !bringsMoney(request, tender)
