import { familyOf } from '@nikau/contract/asset-display'
import type { OneOffBank } from '@nikau/contract/one-off-payments'
import type { WebConfig } from '@nikau/contract/web-config'
import type { Flags } from '../../lib/flags.ts'
import type { PublicRequest } from './request.ts'

/** The banks that a request can be paid from straight away, in the order of their buttons, with the option that says so. */
export const banks: readonly { id: OneOffBank; name: string; mark: string; family: string }[] = [
  { id: 'bnz', name: 'BNZ', mark: 'BNZ', family: 'quartz-one-off.nzd' },
  { id: 'asb', name: 'ASB', mark: 'ASB', family: 'asb-payap-one-off.nzd' },
  { id: 'westpac', name: 'Westpac', mark: 'WP', family: 'westpac-payap-one-off.nzd' },
]

const walletFamilies = ['nikau.nzd', 'nikau.token', 'cca.coke']
const farmFamily = 'farmlands.nzd'

/** Whether a request can be paid with the farm-supplies card. */
export const takesFarmCard = ({ types }: Pick<PublicRequest, 'types'>) => types.some((type) => familyOf(type) === farmFamily)

export interface Methods {
  wallet: boolean
  banks: (typeof banks)[number][]
  /** The farm card's app: opened at once by its address, or explained in three steps. */
  farmApp: { kind: 'link'; address: string } | { kind: 'steps' } | undefined
  farmCard: boolean
  cardApp: { name: string; address: string } | undefined
}

export interface Circumstances {
  config: Pick<WebConfig, 'cardApps'>
  flags: Pick<Flags, 'showPayScreenForFarmlands'>
  /** A device on which an address can open an app. */
  handheld: boolean
}

/** What the request can be paid with here and now: a button for each, and none once it is no longer new. */
export function methodsFor(request: Pick<PublicRequest, 'id' | 'status' | 'types' | 'liveness'>, here: Circumstances): Methods {
  const open = request.status === 'new'
  const takes = (...families: string[]) => open && request.types.some((type) => families.includes(familyOf(type)))
  const farm = open && takesFarmCard(request)
  const addressAt = (hosts: { main?: string | undefined; test?: string | undefined } | undefined) => {
    const host = hosts?.[request.liveness]
    return here.handheld && host !== undefined ? `https://${host}/pay/${encodeURIComponent(request.id)}` : undefined
  }
  const { farmlands, card } = here.config.cardApps
  const farmAddress = addressAt(farmlands)
  const cardAddress = card && takes(...card.pays) ? addressAt(card) : undefined
  const farmLink = farmAddress === undefined ? undefined : ({ kind: 'link', address: farmAddress } as const)
  return {
    wallet: takes(...walletFamilies),
    banks: banks.filter(({ family }) => takes(family)),
    farmApp: !farm ? undefined : here.flags.showPayScreenForFarmlands ? { kind: 'steps' } : farmLink,
    farmCard: farm,
    cardApp: card && cardAddress !== undefined ? { name: card.name, address: cardAddress } : undefined,
  }
}

export interface Provider {
  name: string
  logo?: string | undefined
}

interface WalletWire {
  name: string
  logoImg?: string | undefined
  status: string
  test: boolean
  assetTypes: { id: string }[]
}

/** Every wallet and bank that can pay with something the request takes. */
export function providersFor(request: Pick<PublicRequest, 'types' | 'liveness' | 'status'>, wallets: readonly WalletWire[]): Provider[] {
  const fitting = wallets.filter(
    (wallet) => wallet.status === 'active' && wallet.test === (request.liveness === 'test') && wallet.assetTypes.some(({ id }) => request.types.includes(id)),
  )
  return [
    ...fitting.map(({ name, logoImg }) => ({ name, logo: logoImg })),
    ...banks.filter(({ family }) => request.types.some((type) => familyOf(type) === family)).map(({ name }) => ({ name })),
  ]
}
