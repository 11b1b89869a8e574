/** Endpoints stand here as `METHOD /path/:/part`: what a parameter is called does not matter. */
export const plainEndpoint = (method: unknown, path: unknown) => `${String(method)} ${String(path).replaceAll(/:\w+/g, ':')}`

/** The names under which failed loads are known to those who watch; every other call is `callFailed`. */
export const failureNames: Readonly<Record<string, string>> = {
  'GET /api/account-memberships': 'getAccountMembershipsFailure',
  'GET /api/accounts/:/bank-accounts': 'listBankAuthoritiesFailed',
  'POST /api/wallet-assets': 'createWalletFailed',
  'GET /api/accounts/:/assets': 'listAssetsFailed',
  'GET /api/assets/:': 'getAssetFailed',
  'GET /api/merchants/search': 'getMerchantsFailed',
}

const linkAndVerify = [
  'BANK_AUTHORITY_LIMIT_EXCEEDED',
  'BANK_ACCOUNT_LIMIT_EXCEEDED',
  'DIRECT_DEBIT_LIMIT_EXCEEDED',
  'BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED',
  'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED',
  'DUPLICATE_BANK_ACCOUNT',
  'VERIFICATION_CODE_INVALID',
]
const notEnough = ['QUOTA_EXCEEDED', 'INSUFFICIENT_WALLET_BALANCE']

/** Refusals that are part of ordinary use, by endpoint: a screen answers each of them, so nobody needs to be woken. */
const ordinary: Readonly<Record<string, readonly string[]>> = {
  'POST /api/bank-accounts': linkAndVerify,
  'POST /api/bank-accounts/:/direct-debit-authorities': linkAndVerify,
  'POST /api/bank-accounts/:/verify': linkAndVerify,
  'POST /api/asset-transfers': notEnough,
  'POST /api/withdrawals': notEnough,
  'POST /api/patron-codes': ['RATE_LIMIT_EXCEEDED'],
  'POST /payments/cca': ['UNKNOWN_CODE'],
}

export function expected(endpoint: string, code: string): boolean {
  if (code === 'REQUEST_NOT_FOUND') return true
  if (code === 'FORBIDDEN' && /^GET .*\/summary$/.test(endpoint)) return true
  return ordinary[endpoint]?.includes(code) ?? false
}
