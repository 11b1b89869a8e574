import type { MerchantSearchResult } from '@nikau/contract'

/** A merchant with a physical location. */
export type Shop = MerchantSearchResult & { location: NonNullable<MerchantSearchResult['location']> }

export const hasLocation = (merchant: MerchantSearchResult): merchant is Shop => merchant.location !== undefined

export interface Point {
  lat: number
  lng: number
}

/** Shops that would overlap at this zoom, shown as one pin. */
export interface Cluster {
  key: string
  at: Point
  shops: Shop[]
}

/** The width of a pin's touch target: closer pins cannot be told apart by touch. */
const clusterDistancePx = 52

/** Web Mercator: a point's pixel position on a 512 px world at zoom 0. */
export function projectToWorld({ lat, lng }: Point): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * 512, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 512 }
}

/**
 * Greedy clustering: each unclustered shop absorbs its neighbours. Independent of the viewport, so clusters change on zoom but
 * not when the map is moved.
 */
export function clustersAt(shops: readonly Shop[], zoom: number): Cluster[] {
  const reach = clusterDistancePx / 2 ** zoom
  const left = shops.map((shop) => ({ shop, ...projectToWorld(shop.location) }))
  const clusters: Cluster[] = []
  for (let first = left.shift(); first; first = left.shift()) {
    const { x, y } = first
    const near = left.filter((other) => Math.hypot(other.x - x, other.y - y) < reach)
    for (const other of near) left.splice(left.indexOf(other), 1)
    const members = [first, ...near].map(({ shop }) => shop)
    clusters.push({ key: first.shop.id, at: centreOf(members), shops: members })
  }
  return clusters
}

function centreOf(shops: readonly Shop[]): Point {
  const mean = (coordinate: (shop: Shop) => number) => shops.reduce((sum, shop) => sum + coordinate(shop), 0) / shops.length
  return { lat: mean(({ location }) => location.lat), lng: mean(({ location }) => location.lng) }
}

/** South-west and north-east corners around the points, in MapLibre's format. */
export function intervalBounds(points: readonly Point[]): [[number, number], [number, number]] | undefined {
  if (points.length === 0) return undefined
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}
