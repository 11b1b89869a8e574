export { openCreditLine } from './credit-line.ts'
export { type AssetDeps, issueToken, issueTokenInTransaction } from './issue.ts'
export {
  allowRedemption,
  closeCollection,
  createCollection,
  createCollectionInTransaction,
  type NewCollection,
  openIssuer,
  saveIssuerProfile,
} from './issuers.ts'
export { assetJobs } from './jobs.ts'
export { presentAsset } from './read.ts'
export { redeemToken } from './redeem.ts'
export { assetRoutes } from './routes.ts'
export { issuerLiabilityOf, ledgerAccountOf, livenessOf, unitOf } from './rules.ts'
export { giveToken, moveTokenToEscrow, returnToken } from './store-transfer.ts'
export { restoreSpentToken, tokenSpent } from './store-spend.ts'
export { archiveWallets, insertAsset, selectSpendableTokens, selectSpendableTypes, selectSpendableWallet } from './store.ts'
