import type { Liveness } from './amounts.ts'
import type { Asset } from './assets.ts'
import { longDate } from '@nikau/nz/nz-time'

/** How assets are displayed. Free of zod, so that pages which only display assets need not load it. */

/** An asset type without its liveness: `nikau.nzd` for `nikau.nzd.test`. */
export function familyOf(type: string): string {
  return type.replace(/\.(main|test)$/, '')
}

/** Whether assets of this type are redeemed for an item instead of spent as dollars. */
export function isTokenType(type: string): boolean {
  return familyOf(type) === 'nikau.token' || type.startsWith('cca.coke')
}

/** Our own NZD ledger. */
export function defaultWalletType(mode: Liveness): `nikau.nzd.${Liveness}` {
  return `nikau.nzd.${mode}`
}

const hiddenFamilies: ReadonlySet<string> = new Set(['kete.nzd', 'quartz.nzd', 'epay.nzd', 'epay'])

/** Asset types that no list shows. */
export const hiddenTypes: readonly string[] = [...hiddenFamilies].flatMap((family) => [`${family}.main`, `${family}.test`])

/** The assets that lists show in this mode. */
export function shownAssets<A extends Pick<Asset, 'type' | 'status' | 'liveness'>>(assets: readonly A[], mode: Liveness): A[] {
  return assets.filter((asset) => asset.status === 'active' && asset.liveness === mode && !hiddenFamilies.has(familyOf(asset.type)))
}

/** The wallet a person pays from: the first active NZD wallet of this mode that is not a settlement wallet. */
export function defaultWallet<A extends Pick<Asset, 'type' | 'status' | 'settlement'>>(assets: readonly A[], mode: Liveness): A | undefined {
  return assets.find((asset) => asset.type === defaultWalletType(mode) && asset.status === 'active' && !asset.settlement)
}

/** A settlement wallet only receives payments and pays refunds, so lists label it. */
export function walletLabel(wallet: Pick<Asset, 'settlement'>): 'Settlement' | undefined {
  return wallet.settlement ? 'Settlement' : undefined
}

export const unverifiedIssuer = 'Unverified Issuer'

export function issuerOf(asset: Pick<Asset, 'issuer'>): string {
  return asset.issuer?.trim() || unverifiedIssuer
}

/** A grey rounded square, visible in the light and the dark theme. */
export const placeholderImage =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 48'%3E%3Crect width='48' height='48' rx='10' fill='%23868e96'/%3E%3C/svg%3E"

export interface AssetDisplay {
  paymentMethodTitle: string
  displayImage: string
  /** The conditions of a token, or its issuer if there are none. Undefined for money. */
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

/** Whether it can be sent to another person: NZD outside settlement wallets, and tokens. */
export function isTransferable(asset: Pick<Asset, 'status' | 'category' | 'type' | 'settlement'>): boolean {
  if (asset.status !== 'active') return false
  if (asset.category === 'money') return familyOf(asset.type) === 'nikau.nzd' && !asset.settlement
  return isTokenType(asset.type)
}

/** Lower case with hyphens. Macrons and other marks are dropped to keep the URL typeable. */
export function slugOf(name: string): string {
  const ascii = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return ascii.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'issuer'
}
