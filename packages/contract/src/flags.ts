/** Every feature flag. They choose what the web shows and nothing else: no server decides anything by them. */
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
