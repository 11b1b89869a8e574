import type { MerchantFound } from '@nikau/contract'

/** A shop that stands somewhere. */
export type Shop = MerchantFound & { location: NonNullable<MerchantFound['location']> }

export const isPlaced = (merchant: MerchantFound): merchant is Shop => merchant.location !== undefined

export interface Point {
  lat: number
  lng: number
}

/** Shops that would cover each other at this zoom, as one pin between them. */
export interface Cluster {
  key: string
  at: Point
  shops: Shop[]
}

/** A pin and its target are this wide, in pixels: closer than that, a finger cannot choose. */
const apart = 52

/** Where a point lies on a world of 512 pixels at zoom 0, as web maps draw it. */
export function onWorld({ lat, lng }: Point): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * 512, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 512 }
}

/**
 * The first shop that belongs to no pin yet takes in all its neighbours. Moving the map changes nothing, as no edge of the
 * screen plays a part; zooming does.
 */
export function clustersAt(shops: readonly Shop[], zoom: number): Cluster[] {
  const reach = apart / 2 ** zoom
  const left = shops.map((shop) => ({ shop, ...onWorld(shop.location) }))
  const clusters: Cluster[] = []
  for (let first = left.shift(); first; first = left.shift()) {
    const { x, y } = first
    const near = left.filter((other) => Math.hypot(other.x - x, other.y - y) < reach)
    for (const other of near) left.splice(left.indexOf(other), 1)
    const members = [first, ...near].map(({ shop }) => shop)
    clusters.push({ key: first.shop.id, at: middleOf(members), shops: members })
  }
  return clusters
}

function middleOf(shops: readonly Shop[]): Point {
  const mean = (part: (shop: Shop) => number) => shops.reduce((sum, shop) => sum + part(shop), 0) / shops.length
  return { lat: mean(({ location }) => location.lat), lng: mean(({ location }) => location.lng) }
}

/** South-west and north-east of everything, as the map wants it. */
export function boundsOf(points: readonly Point[]): [[number, number], [number, number]] | undefined {
  if (points.length === 0) return undefined
  const lats = points.map(({ lat }) => lat)
  const lngs = points.map(({ lng }) => lng)
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ]
}
