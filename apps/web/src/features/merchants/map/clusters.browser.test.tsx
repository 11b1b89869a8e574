import type { MerchantSearchResult } from '@nikau/contract'
import { expect, test } from 'vitest'
import { intervalBounds, clustersAt, hasLocation, projectToWorld, type Shop } from './clusters.ts'

const shop = (id: string, lat: number, lng: number): Shop => ({
  id,
  name: id,
  categoryCode: '5814',
  acceptedAssets: [],
  location: { lat, lng, street: '', suburb: '', city: '', postCode: '', state: '', country: 'NZ' },
})
const ponsonby = shop('ponsonby', -36.8485, 174.7433)
const parnell = shop('parnell', -36.857, 174.778)
const dunedin = shop('dunedin', -45.8742, 170.5036)
const keys = (shops: Shop[], zoom: number) => clustersAt(shops, zoom).map((cluster) => cluster.shops.map(({ id }) => id))

test('coordinates are projected like web maps (Web Mercator)', () => {
  expect(projectToWorld({ lat: 0, lng: 0 })).toEqual({ x: 256, y: 256 })
  expect(projectToWorld({ lat: 85.051_128_8, lng: -180 }).y).toBeCloseTo(0, 4)
  expect(projectToWorld({ lat: -85.051_128_8, lng: 180 })).toMatchObject({ x: 512 })
})

test('shops that would overlap share one pin, which splits when zooming in [MERCH-01]', () => {
  expect(keys([ponsonby, parnell, dunedin], 5)).toEqual([['ponsonby', 'parnell'], ['dunedin']])
  expect(keys([ponsonby, parnell, dunedin], 12)).toEqual([['ponsonby'], ['parnell'], ['dunedin']])
})

test('every shop is in exactly one pin at every zoom', () => {
  const many = Array.from({ length: 200 }, (_, index) => shop(String(index), -47 + ((index * 7) % 130) / 10, 167 + ((index * 13) % 110) / 10))
  for (const zoom of [3, 5.5, 8, 14]) expect(keys(many, zoom).flat().toSorted()).toEqual(many.map(({ id }) => id).toSorted())
})

test('a pin is placed at the centre of its shops', () => {
  const [cluster] = clustersAt([ponsonby, parnell], 5)
  expect(cluster?.at.lng).toBeCloseTo((174.7433 + 174.778) / 2)
  expect(cluster?.at.lat).toBeCloseTo((-36.8485 - 36.857) / 2)
})

test('the bounds contain every point, and no points have no bounds', () => {
  expect(intervalBounds([ponsonby.location, dunedin.location])).toEqual([
    [170.5036, -45.8742],
    [174.7433, -36.8485],
  ])
  expect(intervalBounds([])).toBeUndefined()
})

test('a shop without a location is not on the map', () => {
  const { location: _, ...online } = ponsonby
  expect([ponsonby, online as MerchantSearchResult].filter(hasLocation)).toEqual([ponsonby])
})
