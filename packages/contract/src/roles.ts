import * as z from 'zod/mini'

/** What a member of a business may be. An individual account has its owner only. */
export const orgRoles = ['account-owner', 'manager', 'cashier', 'accountant', 'developer'] as const
export const orgRole = z.enum(orgRoles)
export type OrgRole = z.output<typeof orgRole>

/**
 * How far a role reaches with a permission. `own-till`: payments of the last 7 days that they took at a till themselves. `test`: test money
 * only. `to-limit`: up to the refund limit of the member. `cashiers`: members of that role only, of their own shops.
 */
export type Reach = 'all' | 'own-till' | 'test' | 'to-limit' | 'cashiers'

/** What each role may do, and how far. A role without an entry is refused with FORBIDDEN. */
export const permissions = {
  /** The account itself: its wallets, bank accounts, limits and integrators. The only permission of a person in their own account. */
  'account:own': { 'account-owner': 'all' },
  'payments:read': { 'account-owner': 'all', manager: 'all', accountant: 'all', cashier: 'own-till', developer: 'test' },
  'payments:write': { 'account-owner': 'all', manager: 'all', cashier: 'own-till' },
  /** Of payments that the member may read. */
  'refunds:write': { 'account-owner': 'all', manager: 'to-limit', cashier: 'to-limit' },
  /** To make a code with which somebody else refunds above their limit, up to one's own. */
  'refunds:approve': { 'account-owner': 'all', manager: 'to-limit' },
  'payouts:read': { 'account-owner': 'all', manager: 'all', accountant: 'all' },
  /** Where payouts go, and when. */
  'payouts:write': { 'account-owner': 'all' },
  'fees:read': { 'account-owner': 'all', manager: 'all', accountant: 'all' },
  'links:write': { 'account-owner': 'all', manager: 'all' },
  'tokens:write': { 'account-owner': 'all', manager: 'all' },
  /** Names, addresses and accepted methods of shops, which every member sees. */
  'settings:read': { 'account-owner': 'all', manager: 'all', cashier: 'all', accountant: 'all', developer: 'all' },
  'settings:write': { 'account-owner': 'all', manager: 'all' },
  /** The legal entity, and going live. */
  'business:write': { 'account-owner': 'all' },
  'members:write': { 'account-owner': 'all', manager: 'cashiers' },
  'audit:read': { 'account-owner': 'all', accountant: 'all' },
  'keys:write': { 'account-owner': 'all', developer: 'test' },
  'webhooks:write': { 'account-owner': 'all', developer: 'test' },
  'requests:read': { 'account-owner': 'all', developer: 'test' },
} as const satisfies Readonly<Record<string, Partial<Readonly<Record<OrgRole, Reach>>>>>
export type Permission = keyof typeof permissions

export function reachOfRole(role: string, permission: Permission): Reach | undefined {
  return (permissions[permission] as Partial<Record<string, Reach>>)[role]
}

/** In cents of one payment, until an account sets others. An owner has no limit. */
export const defaultRefundLimits = { cashier: 5_000n, manager: 50_000n } as const

/** What an API key can be limited to. */
export const keyScopes = [
  'payments:read',
  'payments:write',
  'refunds:write',
  'payouts:read',
  'links:write',
  'tokens:write',
  'settings:write',
  'webhooks:write',
] as const satisfies readonly Permission[]
export type KeyScope = (typeof keyScopes)[number]
/** Those that a call of keys needs, which new keys are offered. Tokens are given out by people. */
export const offeredKeyScopes = keyScopes.filter((scope) => scope !== 'tokens:write')

export type KeyRole = 'merchant-terminal' | 'account-owner'

/** The roles of keys as sets of scopes. */
export const scopesOfKeyRole: Readonly<Record<KeyRole, readonly KeyScope[]>> = {
  'merchant-terminal': ['payments:read', 'payments:write', 'refunds:write'],
  'account-owner': keyScopes,
}

/** What comes with a scope: the names of shops with any, the fees that payouts are made of. */
const implied: Partial<Readonly<Record<Permission, readonly KeyScope[]>>> = { 'settings:read': keyScopes, 'fees:read': ['payouts:read'] }

/** What an API key may do. The role `account-owner` has everything that is allowed to keys, keys and the request log included. */
export function keyMayUse(rights: KeyRole | readonly KeyScope[], permission: Permission): boolean {
  if (rights === 'account-owner') return true
  const scopes = typeof rights === 'string' ? scopesOfKeyRole[rights] : rights
  return scopesFor(permission).some((scope) => scopes.includes(scope))
}

/** The scopes of which a key needs one for a permission. None: only a key with all rights has it. */
export function scopesFor(permission: Permission): readonly KeyScope[] {
  return implied[permission] ?? keyScopes.filter((scope) => scope === permission)
}

/**
 * The permission that each endpoint asks for, by its name; every endpoint that is not public has a row. `self`: acts on the caller
 * alone, or on what others have shared with them.
 */
export const endpointPermissions: Readonly<Record<string, Permission | 'self'>> = {
  createAccount: 'self',
  listAccountMemberships: 'self',
  listMembers: 'members:write',
  updateMember: 'members:write',
  removeMember: 'members:write',
  createInvitation: 'members:write',
  listInvitations: 'members:write',
  resendInvitation: 'members:write',
  removeInvitation: 'members:write',
  getInvitation: 'self',
  acceptInvitation: 'self',
  getRefundLimits: 'members:write',
  updateRefundLimits: 'members:write',
  createRefundApproval: 'refunds:approve',
  listAudit: 'audit:read',
  createTill: 'settings:write',
  listTills: 'settings:write',
  renameTill: 'settings:write',
  createPairingCode: 'settings:write',
  switchOffTill: 'settings:write',
  getTillLimits: 'settings:write',
  updateTillLimits: 'settings:write',
  getTillCode: 'payments:write',
  setTillCode: 'payments:write',
  getTill: 'payments:write',
  listTillPeople: 'payments:write',
  listTillPayments: 'payments:write',
  getTillPayment: 'payments:write',
  getTillDay: 'payments:write',
  signOn: 'payments:write',
  signOff: 'payments:write',
  findTillSale: 'payments:write',
  abandonTillSale: 'payments:write',
  createBusiness: 'self',
  lookUpNzbn: 'self',
  getBusiness: 'settings:read',
  updateBusiness: 'business:write',
  getChecklist: 'settings:read',
  createTestPayment: 'payments:write',
  goLive: 'business:write',
  updateProfile: 'self',
  createWallet: 'account:own',
  getWalletTransaction: 'account:own',
  listWalletTransactions: 'account:own',
  topUpTestWallet: 'account:own',
  getStatement: 'account:own',
  getAsset: 'account:own',
  listAssets: 'account:own',
  listTokenActivities: 'account:own',
  listQuotas: 'account:own',
  acknowledgeTransfer: 'account:own',
  cancelAssetTransfer: 'account:own',
  claimAssetTransfer: 'account:own',
  claimAssetTransferByLink: 'account:own',
  createAssetTransfer: 'account:own',
  declineAssetTransfer: 'account:own',
  getAssetTransfer: 'account:own',
  listAssetTransfers: 'account:own',
  listClaimedTransfers: 'self',
  remindAssetTransfer: 'account:own',
  reportAssetTransfer: 'account:own',
  resolveClaimableAssets: 'self',
  checkRecipient: 'self',
  getShownName: 'self',
  listPayees: 'account:own',
  removePayee: 'account:own',
  renamePayee: 'account:own',
  updateShownName: 'self',
  acceptTrust: 'self',
  addTrustedPerson: 'self',
  answerOpinionRequest: 'self',
  cancelHeldSend: 'account:own',
  createHeldSend: 'account:own',
  getHeldSend: 'account:own',
  getOpinionRequest: 'self',
  listHeldSends: 'self',
  listOpinionRequests: 'self',
  listTrustedPeople: 'self',
  removeTrustedPerson: 'self',
  requestOpinion: 'account:own',
  getOwnLimits: 'account:own',
  updateOwnLimits: 'account:own',
  freezeAccount: 'account:own',
  getAccountSafety: 'account:own',
  listSecurityEvents: 'self',
  unfreezeAccount: 'account:own',
  authorizeDirectDebit: 'account:own',
  linkBankAccount: 'account:own',
  listBankAccounts: 'account:own',
  showBankAccountNumber: 'account:own',
  unlinkBankAccount: 'account:own',
  verifyBankAccount: 'account:own',
  abortFundsTransfer: 'account:own',
  createTopUp: 'account:own',
  createWithdrawal: 'account:own',
  getFundsTransfer: 'account:own',
  listAccountTopUps: 'account:own',
  listAccountWithdrawals: 'account:own',
  listTopUps: 'self',
  cancelBankTopUp: 'account:own',
  completeBankTopUp: 'account:own',
  createBankTopUp: 'account:own',
  getBankTopUp: 'account:own',
  createApiKey: 'keys:write',
  listApiKeys: 'keys:write',
  rollApiKey: 'keys:write',
  updateApiKey: 'keys:write',
  createMerchant: 'settings:write',
  createMerchantConfig: 'settings:write',
  getMerchant: 'settings:read',
  getMerchantConfig: 'settings:read',
  listMerchantConfigs: 'settings:read',
  listMerchants: 'settings:read',
  updateMerchant: 'settings:write',
  createMediaUpload: 'settings:write',
  updateMerchantConfig: 'settings:write',
  listIntegratorGrants: 'account:own',
  revokeIntegratorGrant: 'account:own',
  saveIntegratorGrant: 'account:own',
  getMerchantFees: 'fees:read',
  cancelPayoutAccount: 'payouts:write',
  choosePayoutAccount: 'payouts:write',
  confirmPayoutAccount: 'payouts:write',
  exportPayout: 'payouts:read',
  getFeeInvoice: 'payouts:read',
  getPayout: 'payouts:read',
  getPayoutAccount: 'payouts:read',
  getPayoutSchedule: 'payouts:read',
  listNextPayouts: 'payouts:read',
  listPayoutLines: 'payouts:read',
  listPayouts: 'payouts:read',
  updatePayoutSchedule: 'payouts:write',
  closeCollection: 'tokens:write',
  createCollection: 'tokens:write',
  createRedemptionCondition: 'tokens:write',
  getCollection: 'tokens:write',
  getCollectionSummary: 'tokens:write',
  issueTokens: 'tokens:write',
  listCollections: 'tokens:write',
  listRedemptions: 'tokens:write',
  listTokenIssues: 'tokens:write',
  exportMerchantPayments: 'payments:read',
  getMerchantPayment: 'payments:read',
  getMerchantPaymentTotals: 'payments:read',
  getTakings: 'payments:read',
  listMerchantPayments: 'payments:read',
  listAccountTasks: 'payments:read',
  watchPortalEvents: 'payments:read',
  archivePaymentLink: 'links:write',
  createPaymentLink: 'links:write',
  listPaymentLinks: 'links:write',
  printPaymentLink: 'links:write',
  createPaymentRequest: 'payments:write',
  getPaymentRequest: 'payments:read',
  listPaymentRequests: 'payments:read',
  acceptCondition: 'payments:write',
  cancelPaymentRequest: 'payments:write',
  offerRest: 'payments:write',
  confirmPaymentRequest: 'payments:write',
  declineCondition: 'payments:write',
  payPaymentRequest: 'payments:write',
  getRefundOptions: 'refunds:write',
  refundPaymentRequest: 'refunds:write',
  releasePaymentRequest: 'payments:write',
  voidPaymentRequest: 'refunds:write',
  listMerchantActivities: 'payments:read',
  listPaymentRequestActivities: 'payments:read',
  createOfflineCodes: 'self',
  createPatronCode: 'self',
  getPatronCodePaymentRequest: 'self',
  getTillSettings: 'account:own',
  reportCodePayment: 'self',
  updateTillSettings: 'account:own',
  watchPatronCodePaymentRequest: 'self',
  listFixedCodes: 'payments:write',
  registerFixedCode: 'payments:write',
  removeFixedCode: 'payments:write',
  verifyFixedCode: 'payments:write',
  authorizeConnection: 'account:own',
  createConnection: 'payments:write',
  getLatestPaymentRequest: 'account:own',
  endPermission: 'account:own',
  getPermission: 'account:own',
  listPermissions: 'account:own',
  pausePermission: 'account:own',
  resumePermission: 'account:own',
  updatePermission: 'account:own',
  createWebhook: 'webhooks:write',
  getRequest: 'requests:read',
  getWebhookDelivery: 'webhooks:write',
  listRequests: 'requests:read',
  listWebhookDeliveries: 'webhooks:write',
  replayWebhook: 'webhooks:write',
  sendTestEvent: 'webhooks:write',
  listWebhooks: 'webhooks:write',
  resendWebhookDelivery: 'webhooks:write',
  rotateWebhook: 'webhooks:write',
  updateWebhook: 'webhooks:write',
}
