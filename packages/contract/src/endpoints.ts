import { createAccount, listAccountMemberships } from './accounts.ts'
import { getAsset, getAssetSummary, listAssets, listTokenActivities } from './assets.ts'
import type { Endpoint } from './endpoint.ts'
import { getMerchantSummary, listSupportedWallets, searchMerchants } from './merchants.ts'
import { confirmEmail, updateProfile } from './profile.ts'
import { listQuotas } from './quotas.ts'
import { getStatement } from './statements.ts'
import { createWallet, getWalletTransaction, listWalletTransactions, topUpTestWallet } from './wallets.ts'

/** Every endpoint there is, for the OpenAPI document and for the tests that sweep them all. */
export const endpoints: Record<string, Endpoint> = {
  searchMerchants,
  getMerchantSummary,
  listSupportedWallets,
  listAccountMemberships,
  createAccount,
  updateProfile,
  confirmEmail,
  createWallet,
  listWalletTransactions,
  getWalletTransaction,
  topUpTestWallet,
  getStatement,
  listAssets,
  getAsset,
  getAssetSummary,
  listTokenActivities,
  listQuotas,
}
