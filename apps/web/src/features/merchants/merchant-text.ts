import { acceptedAssetName, formatAddress, distanceKm, formatLocation, type MerchantSearchResult } from '@nikau/contract'
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

/** `350 m`, `4.2 km`, `128 km`. */
function formatDistance(km: number): string {
  if (km < 0.995) return `${Math.max(10, Math.round(km * 100) * 10)} m`
  return `${km < 9.95 ? km.toFixed(1) : Math.round(km)} km`
}
