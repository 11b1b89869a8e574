import { createAccount, listAccountMemberships } from './accounts.ts'
import { getAsset, getAssetSummary, listAssets, listTokenActivities } from './assets.ts'
import type { Endpoint } from './endpoint.ts'
import { getMerchantSummary, listSupportedWallets, searchMerchants } from './merchants.ts'
import { confirmEmail, updateProfile } from './profile.ts'
import { listQuotas } from './quotas.ts'
import { createWallet, listWalletTransactions, topUpTestWallet } from './wallets.ts'

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
  topUpTestWallet,
  listAssets,
  getAsset,
  getAssetSummary,
  listTokenActivities,
  listQuotas,
}
