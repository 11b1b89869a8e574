/** Identifies an endpoint as `METHOD /path/:/part`, without the names of its parameters. */
export const endpointKey = (method: unknown, path: unknown) => `${String(method)} ${String(path).replaceAll(/:\w+/g, ':')}`

/** Names under which monitoring knows failed loads, besides `getAssetFailed` of the asset screen; all other failed calls are `callFailed`. */
export const failureNames: Readonly<Record<string, string>> = {
  'GET /api/account-memberships': 'getAccountMembershipsFailure',
  'GET /api/accounts/:/bank-accounts': 'listBankAuthoritiesFailed',
  'POST /api/wallet-assets': 'createWalletFailed',
  'GET /api/accounts/:/assets': 'listAssetsFailed',
  'GET /api/merchants/search': 'getMerchantsFailed',
}

const linkAndVerify = [
  'BANK_AUTHORITY_LIMIT_EXCEEDED',
  'BANK_ACCOUNT_LIMIT_EXCEEDED',
  'DIRECT_DEBIT_LIMIT_EXCEEDED',
  'BANK_AUTHORITIES_FOR_BANK_ACCOUNT_EXCEEDED',
  'BANK_ACCOUNT_HOLDER_LIMIT_EXCEEDED',
  'BANK_ACCOUNT_LINK_LIMIT_EXCEEDED',
  'DUPLICATE_BANK_ACCOUNT',
  'VERIFICATION_CODE_INVALID',
]
const overLimit = ['QUOTA_EXCEEDED', 'INSUFFICIENT_WALLET_BALANCE', 'ACCOUNT_FROZEN', 'PAUSED']
const sendRefusals = ['RECIPIENT_UNAVAILABLE', 'RECIPIENT_IS_SENDER', 'PURPOSE_REQUIRED', 'COOLING_OFF', 'FIRST_SEND_LIMIT_REACHED']
const overPayeeLimit = ['WITHDRAWAL_MINIMUM_UNVERIFIED', 'WITHDRAWAL_LIMIT_UNVERIFIED', 'NEW_PAYEE_LIMIT_EXCEEDED']

/** Refusals of ordinary use, by endpoint: a screen handles each of them, so monitoring does not report them. */
export const expectedRefusals: Readonly<Record<string, readonly string[]>> = {
  'POST /api/bank-accounts': linkAndVerify,
  'POST /api/bank-accounts/:/direct-debit-authorities': linkAndVerify,
  'POST /api/bank-accounts/:/verify': linkAndVerify,
  'POST /api/asset-transfers': [...overLimit, ...sendRefusals],
  'POST /api/asset-transfers/check': ['FIRST_SEND_LIMIT_REACHED'],
  'GET /api/asset-transfers/:': ['FORBIDDEN'],
  'POST /api/asset-transfers/:/claim': ['INVALID_ASSET_TRANSFER_STATUS', 'ASSET_TRANSFER_INVALID_RECIPIENT', 'ALIAS_NOT_CONFIRMED'],
  'POST /api/asset-transfers/:/cancel': ['INVALID_ASSET_TRANSFER_STATUS'],
  'POST /api/asset-transfers/:/remind': ['INVALID_ASSET_TRANSFER_STATUS', 'REMINDER_LIMIT_REACHED'],
  'POST /api/asset-transfers/:/decline': ['INVALID_ASSET_TRANSFER_STATUS'],
  'POST /api/asset-transfers/:/report': ['INVALID_ASSET_TRANSFER_STATUS'],
  'POST /api/withdrawals': [...overLimit, ...overPayeeLimit],
  'POST /api/patron-codes': ['RATE_LIMIT_EXCEEDED', 'ACCOUNT_FROZEN'],
  'GET /api/payment-links/:/summary': ['PAYMENT_LINK_CLOSED', 'PAYMENT_LINK_USED'],
  'POST /api/payment-links/:/payment-request': ['PAYMENT_LINK_CLOSED', 'PAYMENT_LINK_USED', 'MERCHANT_LIMIT_EXCEEDED'],
  'POST /payments/cca': ['UNKNOWN_CODE'],
}

export function isExpectedFailure(endpoint: string, code: string): boolean {
  if (code === 'REQUEST_NOT_FOUND' || code === 'STEP_UP_CANCELLED') return true
  if (code === 'FORBIDDEN' && /^GET .*\/summary$/.test(endpoint)) return true
  return expectedRefusals[endpoint]?.includes(code) ?? false
}
