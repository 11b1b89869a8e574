import { acceptedAssetName, address, distanceKm, formattedLocation, type MerchantFound } from '@nikau/contract'
import { distanceText } from '../../lib/formatting.ts'
import type { Origin } from './useOrigin.ts'

/** What can be spent there, by the names that are listed. */
export function acceptedNames(merchant: MerchantFound): string {
  return [...new Set(merchant.acceptedAssets.map(({ assetType }) => acceptedAssetName(assetType)).filter((name) => name !== undefined))].join(', ')
}

/** The street for whoever stands nearby, suburb and city from afar. */
export function placeText({ location }: MerchantFound, origin: Origin | undefined): string | undefined {
  return location && (origin ? address(location) : formattedLocation(location))
}

export function awayText({ location }: MerchantFound, origin: Origin | undefined): string | undefined {
  return origin && location && distanceText(distanceKm(origin, location))
}
