/** Feature flags of the web app. The server never reads them. */
export const flagNames = [
  'v2GetPaymentRequestEnabled',
  'dashboardNoticesEnabled',
  'showWithdraw',
  'showBankAccounts',
  'showSendAsset',
  'showBarcode',
  'showPayScreenForFarmlands',
  'sendAssetsToEmailEnabled',
  'tokenRevocationEnabled',
  'testAssetsEnabled',
  'testUplinkEnabled',
  'devModeEnabled',
  'mockQrScannerEnabled',
] as const

export type FlagName = (typeof flagNames)[number]
