import { familyOf } from '@nikau/contract/asset-display'
import type { OneOffBank } from '@nikau/contract/one-off-payments'
import type { WebConfig } from '@nikau/contract/web-config'
import type { Flags } from '../../lib/flags.ts'
import type { PublicRequest } from './request.ts'

/** The banks to pay from, in the order of their buttons, each with the asset family of its payment option. */
export const banks: readonly { id: OneOffBank; name: string; monogram: string; family: string }[] = [
  { id: 'bnz', name: 'BNZ', monogram: 'BNZ', family: 'quartz-one-off.nzd' },
  { id: 'asb', name: 'ASB', monogram: 'ASB', family: 'asb-payap-one-off.nzd' },
  { id: 'westpac', name: 'Westpac', monogram: 'WP', family: 'westpac-payap-one-off.nzd' },
]

const walletFamilies = ['nikau.nzd', 'nikau.token', 'cca.coke']
const farmCardFamily = 'farmlands.nzd'

export const acceptsFarmCard = ({ assetTypes }: Pick<PublicRequest, 'assetTypes'>) => assetTypes.some((type) => familyOf(type) === farmCardFamily)

export interface Methods {
  wallet: boolean
  banks: (typeof banks)[number][]
  /** The Farmlands app: a link on a phone, or three steps for another device. */
  farmApp: { kind: 'link'; url: string } | { kind: 'steps' } | undefined
  farmCard: boolean
  cardApp: { name: string; url: string } | undefined
}

export interface CheckoutContext {
  config: Pick<WebConfig, 'cardApps'>
  flags: Pick<Flags, 'showPayScreenForFarmlands'>
  /** A phone or tablet, on which a URL can open an app. */
  handheld: boolean
}

/** The payment methods that a request accepts on this device; none once it is closed. */
export function methodsFor(request: Pick<PublicRequest, 'id' | 'status' | 'assetTypes' | 'liveness'>, context: CheckoutContext): Methods {
  const isNew = request.status === 'new'
  const accepts = (...families: string[]) => isNew && request.assetTypes.some((type) => families.includes(familyOf(type)))
  const farmCard = isNew && acceptsFarmCard(request)
  const appUrl = (hosts: { main?: string | undefined; test?: string | undefined } | undefined) => {
    const host = hosts?.[request.liveness]
    return context.handheld && host !== undefined ? `${schemeOf(host)}://${host}/pay/${encodeURIComponent(request.id)}` : undefined
  }
  const { farmlands, card } = context.config.cardApps
  const farmUrl = appUrl(farmlands)
  const cardUrl = card && accepts(...card.pays) ? appUrl(card) : undefined
  const farmLink = farmUrl === undefined ? undefined : ({ kind: 'link', url: farmUrl } as const)
  return {
    wallet: accepts(...walletFamilies),
    banks: banks.filter(({ family }) => accepts(family)),
    farmApp: !farmCard ? undefined : context.flags.showPayScreenForFarmlands ? { kind: 'steps' } : farmLink,
    farmCard,
    cardApp: card && cardUrl !== undefined ? { name: card.name, url: cardUrl } : undefined,
  }
}

/** A sandbox on the developer's machine has no certificate. */
function schemeOf(host: string): 'http' | 'https' {
  return /^localhost(:|$)/.test(host) ? 'http' : 'https'
}

export interface Provider {
  name: string
  logo?: string | undefined
}

interface SupportedWallet {
  name: string
  logoImg?: string | undefined
  status: string
  test: boolean
  assetTypes: { id: string }[]
}

/** The wallets that can pay at least one asset type of the request. The banks that can are not repeated: each has its button. */
export function providersFor(request: Pick<PublicRequest, 'assetTypes' | 'liveness'>, wallets: readonly SupportedWallet[]): Provider[] {
  return wallets
    .filter(
      (wallet) =>
        wallet.status === 'active' && wallet.test === (request.liveness === 'test') && wallet.assetTypes.some(({ id }) => request.assetTypes.includes(id)),
    )
    .map(({ name, logoImg }) => ({ name, logo: logoImg }))
}
