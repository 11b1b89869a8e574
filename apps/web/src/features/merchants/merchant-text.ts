import { acceptedAssetName, formatAddress, distanceKm, formatLocation, type MerchantSearchResult } from '@nikau/contract'
import { formatDistance } from '../../lib/formatting.ts'
import type { Origin } from './useGeolocation.ts'

/** The names of the accepted assets. */
export function acceptedNames(merchant: MerchantSearchResult): string {
  return [...new Set(merchant.acceptedAssets.map(({ assetType }) => acceptedAssetName(assetType)).filter((name) => name !== undefined))].join(', ')
}

/** The street address when the person's location is known, otherwise suburb and city. */
export function placeText({ location }: MerchantSearchResult, origin: Origin | undefined): string | undefined {
  return location && (origin ? formatAddress(location) : formatLocation(location))
}

export function distanceLabel({ location }: MerchantSearchResult, origin: Origin | undefined): string | undefined {
  return origin && location && formatDistance(distanceKm(origin, location))
}
