import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedAssetName, formatAddress, distanceKm, formatLocation } from './merchants.ts'

const place = { lat: 0, lng: 0, street: '12 Cuba Street', suburb: 'Te Aro', city: 'Wellington', postCode: '6011', state: '', country: 'NZ' }

test('Nikau dollars are listed as "Nikau NZD" [MERCH-03]', () => {
  expect(acceptedAssetName('nikau.nzd.main')).toBe('Nikau NZD')
})

test('both ids of the gift-card type are listed as "GiftStation", other types have no name [MERCH-04]', () => {
  expect(acceptedAssetName('epay.main')).toBe('GiftStation')
  expect(acceptedAssetName('epay.nzd.main')).toBe('GiftStation')
  for (const type of ['nikau.nzd.test', 'nikau.token.main', 'farmlands.nzd.main', 'cca.coke.main']) expect(acceptedAssetName(type)).toBeUndefined()
})

test('a location is suburb, city; an address is the first two of street, suburb, city [MERCH-05]', () => {
  expect(formatLocation(place)).toBe('Te Aro, Wellington')
  expect(formatLocation({ ...place, suburb: '' })).toBe('Wellington')
  expect(formatLocation({ ...place, suburb: 'Ashburton', city: 'Ashburton' })).toBe('Ashburton')
  expect(formatAddress(place)).toBe('12 Cuba Street, Te Aro')
  expect(formatAddress({ ...place, suburb: '' })).toBe('12 Cuba Street, Wellington')
  expect(formatAddress({ ...place, street: '' })).toBe('Te Aro, Wellington')
})

test('distance is the great circle on a sphere of radius 6371 km [MERCH-06]', () => {
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 6371, 6)
  expect(distanceKm({ lat: 0, lng: 0 }, { lat: 1, lng: 0 })).toBeCloseTo((Math.PI * 6371) / 180, 6)
  const auckland = { lat: -36.8485, lng: 174.7633 }
  const wellington = { lat: -41.2866, lng: 174.7756 }
  expect(distanceKm(auckland, wellington)).toBeCloseTo(493.5, 0)
})

test('distance is symmetric, never negative, and zero to the same point [MERCH-06]', () => {
  const point = fc.record({ lat: fc.double({ min: -90, max: 90, noNaN: true }), lng: fc.double({ min: -180, max: 180, noNaN: true }) })
  fc.assert(fc.property(point, point, (a, b) => Math.abs(distanceKm(a, b) - distanceKm(b, a)) < 1e-6 && distanceKm(a, b) >= 0 && distanceKm(a, a) === 0))
})
