import { defaultDistanceKm } from '@nikau/contract'

export interface Search {
  origin?: { lat: number; lng: number }
  distance?: number
  asset?: { type: string; id?: string }[]
  name?: string
  test: boolean
  limit: number
  after?: { rank: number; name: string; id: string }
}

const kmPerDegree = 111.195

/** A square that holds the circle around the origin, so that an index can find it. */
export function boxAround(origin: { lat: number; lng: number }, km: number) {
  const dLat = km / kmPerDegree
  const dLng = km / (kmPerDegree * Math.max(0.01, Math.cos((origin.lat * Math.PI) / 180)))
  return { south: origin.lat - dLat, north: origin.lat + dLat, west: origin.lng - dLng, east: origin.lng + dLng }
}

export function searchDistance(search: Search): number {
  return search.distance ?? defaultDistanceKm
}

/** The place in the list after which the next page starts. Opaque to callers; one that we did not give out starts the list anew. */
export function encodePageKey(last: { rank: number; name: string; id: string }): string {
  return Buffer.from(JSON.stringify([last.rank, last.name, last.id])).toString('base64url')
}

export function decodePageKey(key: string): { rank: number; name: string; id: string } | undefined {
  try {
    const [rank, name, id] = JSON.parse(Buffer.from(key, 'base64url').toString()) as unknown[]
    if (typeof rank === 'number' && typeof name === 'string' && typeof id === 'string') return { rank, name, id }
  } catch {
    return undefined
  }
  return undefined
}
