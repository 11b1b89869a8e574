import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StopName } from '@nikau/contract/desk/controls'
import type { FlagName } from '@nikau/contract/flags'

interface StopText {
  name: MessageDescriptor
  /** What is refused while it is stopped. */
  effect: MessageDescriptor
}

export const stopTexts: Readonly<Record<StopName, StopText>> = {
  'top-ups': { name: msg`Top-ups`, effect: msg`stopped: new top-ups are refused` },
  withdrawals: { name: msg`Withdrawals`, effect: msg`stopped: new ones are refused, waiting ones stay` },
  windows: { name: msg`Bank windows`, effect: msg`stopped: no file is built or sent` },
  'bank-bnz': { name: msg`Pay by bank, BNZ`, effect: msg`stopped: new payments and top-ups are refused` },
  'bank-asb': { name: msg`Pay by bank, ASB`, effect: msg`stopped: new payments and top-ups are refused` },
  'bank-westpac': { name: msg`Pay by bank, Westpac`, effect: msg`stopped: new payments and top-ups are refused` },
  'farm-card': { name: msg`Farm card`, effect: msg`stopped: no card is verified or scanned` },
  'sends-to-new-people': { name: msg`Sends to new people`, effect: msg`stopped: sends to known people go on` },
}

export const flagTexts: Readonly<Record<FlagName, MessageDescriptor>> = {
  v2GetPaymentRequestEnabled: msg`Payment requests read in full`,
  dashboardNoticesEnabled: msg`Notices on the dashboard`,
  showWithdraw: msg`Withdraw in the menu`,
  showBankAccounts: msg`Bank accounts in the menu`,
  showSendAsset: msg`Send`,
  showBarcode: msg`Barcode at the till`,
  showPayScreenForFarmlands: msg`Farm card page and steps`,
  sendAssetsToEmailEnabled: msg`Send to an email address`,
  tokenRevocationEnabled: msg`Tokens end with the sign-out`,
  testAssetsEnabled: msg`Test money in live`,
  testUplinkEnabled: msg`Test asset for developers`,
  devModeEnabled: msg`Developer screens`,
  mockQrScannerEnabled: msg`Typed QR codes`,
}

/** The name of a control in words: `stop:top-ups` is "Top-ups". */
export function controlName(control: string): MessageDescriptor | undefined {
  const [kind, name] = [control.slice(0, control.indexOf(':')), control.slice(control.indexOf(':') + 1)]
  if (kind === 'stop' && Object.hasOwn(stopTexts, name)) return stopTexts[name as StopName].name
  return kind === 'flag' && Object.hasOwn(flagTexts, name) ? flagTexts[name as FlagName] : undefined
}
