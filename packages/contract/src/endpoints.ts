import { createAccount, listAccountMemberships } from './accounts.ts'
import { createApiKey, listApiKeys, updateApiKey } from './api-keys.ts'
import { getAsset, getAssetSummary, listAssets, listTokenActivities } from './assets.ts'
import { authorizeDirectDebit, linkBankAccount, listBankAccounts, unlinkBankAccount, verifyBankAccount } from './bank-accounts.ts'
import { verifyFarmlandsCard } from './card-verification.ts'
import type { Endpoint } from './endpoint.ts'
import {
  abortFundsTransfer,
  createTopUp,
  createWithdrawal,
  getFundsTransfer,
  listAccountTopUps,
  listAccountWithdrawals,
  listTopUps,
} from './funds-transfers.ts'
import {
  createMerchant,
  createMerchantConfig,
  getMerchant,
  getMerchantConfig,
  listMerchantConfigs,
  listMerchants,
  updateMerchant,
  updateMerchantConfig,
} from './merchant-configs.ts'
import { getMerchantSummary, listSupportedWallets, searchMerchants } from './merchants.ts'
import { listMerchantActivities, listPaymentRequestActivities } from './payment-activities.ts'
import {
  acceptCondition,
  cancelPaymentRequest,
  confirmPaymentRequest,
  declineCondition,
  payPaymentRequest,
  refundPaymentRequest,
  releasePaymentRequest,
  voidPaymentRequest,
} from './payment-request-acts.ts'
import { createPaymentRequest, findPaymentByCode, getPaymentRequest, getPaymentRequestSummary, listPaymentRequests } from './payment-requests.ts'
import { cancelOneOffPayment, createOneOffPayment, getOneOffPayment, payOneOffPayment } from './one-off-payments.ts'
import { confirmEmail, updateProfile } from './profile.ts'
import { listQuotas } from './quotas.ts'
import { getStatement } from './statements.ts'
import { createWallet, getWalletTransaction, listWalletTransactions, topUpTestWallet } from './wallets.ts'

import { createWebhook, listWebhookDeliveries, listWebhooks, resendWebhookDelivery, rotateWebhook, updateWebhook } from './webhooks.ts'

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
  createApiKey,
  listApiKeys,
  updateApiKey,
  createMerchant,
  getMerchant,
  updateMerchant,
  listMerchants,
  createMerchantConfig,
  updateMerchantConfig,
  listMerchantConfigs,
  getMerchantConfig,
  createPaymentRequest,
  listPaymentRequests,
  getPaymentRequest,
  getPaymentRequestSummary,
  listPaymentRequestActivities,
  listMerchantActivities,
  payPaymentRequest,
  cancelPaymentRequest,
  voidPaymentRequest,
  refundPaymentRequest,
  confirmPaymentRequest,
  releasePaymentRequest,
  acceptCondition,
  declineCondition,
  findPaymentByCode,
  createOneOffPayment,
  getOneOffPayment,
  payOneOffPayment,
  cancelOneOffPayment,
  verifyFarmlandsCard,
  createWebhook,
  listWebhooks,
  updateWebhook,
  rotateWebhook,
  listWebhookDeliveries,
  resendWebhookDelivery,
  listBankAccounts,
  linkBankAccount,
  authorizeDirectDebit,
  verifyBankAccount,
  unlinkBankAccount,
  createTopUp,
  createWithdrawal,
  listTopUps,
  listAccountTopUps,
  listAccountWithdrawals,
  getFundsTransfer,
  abortFundsTransfer,
}
