import type { Liveness } from './amounts.ts'
import type { Asset } from './assets.ts'
import { longDate } from './nz-time.ts'

/** How an asset is shown and which of them are. No schema is needed for it: a page that only shows pays nothing for zod. */

/** The type of a ledger without its liveness: `nikau.nzd` of `nikau.nzd.test`. */
export function familyOf(type: string): string {
  return type.replace(/\.(main|test)$/, '')
}

/** Types of which one piece stands for one thing to be had, rather than for dollars. */
export function isTokenType(type: string): boolean {
  return familyOf(type) === 'nikau.token' || type.startsWith('cca.coke')
}

/** The provider's NZD ledger of the mode. */
export function defaultWalletType(mode: Liveness): `nikau.nzd.${Liveness}` {
  return `nikau.nzd.${mode}`
}

const hiddenFamilies: ReadonlySet<string> = new Set(['kete.nzd', 'quartz.nzd', 'epay.nzd', 'epay'])

/** The ids of ledgers whose assets no list shows. */
export const hiddenTypes: readonly string[] = [...hiddenFamilies].flatMap((family) => [`${family}.main`, `${family}.test`])

/** The assets that the mode's lists show. */
export function shownAssets<A extends Pick<Asset, 'type' | 'status' | 'liveness'>>(assets: readonly A[], mode: Liveness): A[] {
  return assets.filter((asset) => asset.status === 'active' && asset.liveness === mode && !hiddenFamilies.has(familyOf(asset.type)))
}

/** The wallet a person spends from: the first active one on the mode's NZD ledger that is not for settlement. */
export function defaultWallet<A extends Pick<Asset, 'type' | 'status' | 'settlement'>>(assets: readonly A[], mode: Liveness): A | undefined {
  return assets.find((asset) => asset.type === defaultWalletType(mode) && asset.status === 'active' && !asset.settlement)
}

/** A settlement wallet only takes payments and gives refunds, so it is told apart from the one a person spends from. */
export function walletLabel(wallet: Pick<Asset, 'settlement'>): 'Settlement' | undefined {
  return wallet.settlement ? 'Settlement' : undefined
}

export const unverifiedIssuer = 'Unverified Issuer'

export function issuerOf(asset: Pick<Asset, 'issuer'>): string {
  return asset.issuer?.trim() || unverifiedIssuer
}

/** A plain rounded square in the middle grey, readable on light and dark ground. */
export const placeholderImage =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' rx='10' fill='%23868e96'/%3E%3C/svg%3E"

export interface AssetDisplay {
  paymentMethodTitle: string
  displayImage: string
  /** What there is to know about using it: its conditions, else who issued it. Money needs no explanation. */
  usageInfo: string | undefined
  transferable: boolean
  /** `31 December 2026` */
  longExpiryDate: string | undefined
}

export function displayOf(asset: Asset): AssetDisplay {
  return {
    paymentMethodTitle: asset.description || asset.brandName || asset.type,
    displayImage: asset.img || asset.brandImg || asset.issuerImg || placeholderImage,
    usageInfo: asset.category === 'money' ? undefined : asset.conditions?.length ? asset.conditions.join(' ') : issuerOf(asset),
    transferable: isTransferable(asset),
    longExpiryDate: asset.expiresAt && longDate(asset.expiresAt),
  }
}

/** May be sent to someone: NZD that is not for settlement, and the tokens of issuers and of the cola brand. */
export function isTransferable(asset: Pick<Asset, 'status' | 'category' | 'type' | 'settlement'>): boolean {
  if (asset.status !== 'active') return false
  if (asset.category === 'money') return familyOf(asset.type) === 'nikau.nzd' && !asset.settlement
  return isTokenType(asset.type)
}
