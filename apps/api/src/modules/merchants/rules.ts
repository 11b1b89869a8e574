import { defaultDistanceKm } from '@nikau/contract'
import { decodeCursor } from '../../http/pagination.ts'

export interface Search {
  origin?: { lat: number; lng: number }
  distance?: number
  asset?: { type: string; id?: string }[]
  name?: string
  test: boolean
  limit: number
  /** The sort columns of the last row of the page before. */
  after?: { rank: number; name: string; id: string } | undefined
}

const kmPerDegree = 111.195

/** The bounding box of the circle around the origin, for the index. */
export function boxAround(origin: { lat: number; lng: number }, km: number) {
  const dLat = km / kmPerDegree
  const dLng = km / (kmPerDegree * Math.max(0.01, Math.cos((origin.lat * Math.PI) / 180)))
  return { south: origin.lat - dLat, north: origin.lat + dLat, west: origin.lng - dLng, east: origin.lng + dLng }
}

export function searchDistance(search: Search): number {
  return search.distance ?? defaultDistanceKm
}

export function decodeMerchantCursor(pageKey: string | undefined): Search['after'] {
  const [rank, name, id] = decodeCursor(pageKey)
  return typeof rank === 'number' && typeof name === 'string' && typeof id === 'string' ? { rank, name, id } : undefined
}
