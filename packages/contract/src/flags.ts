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

/** All others are off until the deployment, an operator or a browser turns them on. */
export const flagsOnByDefault: readonly FlagName[] = ['v2GetPaymentRequestEnabled']
