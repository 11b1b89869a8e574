import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Accepted = { assetType: string; products: { id: string }[] }
type Location = { lat: number; lng: number; street: string; suburb: string; city: string; postCode: string; country: string; state: string }
type Merchant = {
  id: string
  name: string
  type: 'physical' | 'e-commerce'
  categoryCode: string
  gstNumber: string
  test: boolean
  acceptedAssets: Accepted[]
  location?: Location
}
type Wallet = Record<string, unknown> & { id: string; test: boolean; assetTypes: { id: string; collectionId?: string }[] }

const seed = (name: string): unknown => JSON.parse(readFileSync(new URL(`../db/seeds/${name}.json`, import.meta.url), 'utf8'))
const merchants = seed('merchants') as Merchant[]
const wallets = seed('wallets') as Wallet[]

const opaqueId = /^[1-9A-HJ-NP-Za-km-z]{22}$/
const nameOf = (merchant: Merchant) => merchant.name
const wrong = (isWrong: (merchant: Merchant) => boolean) => merchants.filter(isWrong).map(nameOf)

/** The check digit of a GST number. When the first set of weights gives ten, Inland Revenue uses a second set. */
function hasValidCheckDigit(taxNumber: string): boolean {
  const digits = Array.from(taxNumber.padStart(9, '0'), Number)
  const expected = (weights: number[]) => {
    const rest = weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0) % 11
    return rest === 0 ? 0 : 11 - rest
  }
  const first = expected([3, 2, 7, 6, 5, 4, 3, 2])
  const check = first === 10 ? expected([7, 4, 3, 2, 5, 2, 7, 6]) : first
  return check !== 10 && check === digits[8]
}

test('the check-digit rule accepts a valid number and rejects the next one', () => {
  expect(hasValidCheckDigit('49091850')).toBe(true)
  expect(hasValidCheckDigit('136410132')).toBe(true)
  expect(hasValidCheckDigit('136410133')).toBe(false)
})

test('every seeded merchant has its own opaque id, name and valid tax number', () => {
  expect(wrong((merchant) => !opaqueId.test(merchant.id))).toEqual([])
  for (const field of ['id', 'name', 'gstNumber'] as const) expect(new Set(merchants.map((merchant) => merchant[field])).size).toBe(merchants.length)
  expect(wrong((merchant) => !hasValidCheckDigit(merchant.gstNumber))).toEqual([])
  expect(wrong((merchant) => !/^\d{4}$/.test(merchant.categoryCode))).toEqual([])
})

test('at least sixty live shops are in New Zealand, and exactly the physical ones have a location', () => {
  expect(merchants.filter((merchant) => merchant.location && !merchant.test).length).toBeGreaterThanOrEqual(60)
  expect(wrong((merchant) => (merchant.location !== undefined) !== (merchant.type === 'physical'))).toEqual([])
  expect(
    wrong(({ location }) => location !== undefined && !(location.lat > -47.4 && location.lat < -34.3 && location.lng > 166.3 && location.lng < 178.7)),
  ).toEqual([])
  expect(wrong(({ location }) => location !== undefined && !/^\d{4}$/.test(location.postCode))).toEqual([])
  expect(wrong(({ location }) => location !== undefined && (location.country !== 'NZ' || !location.street || !location.suburb || !location.city))).toEqual([])
})

test('merchants accept only assets of their own liveness, and each asset type once', () => {
  const suffix = (merchant: Merchant) => (merchant.test ? '.test' : '.main')
  expect(merchants.filter((merchant) => merchant.test)).toHaveLength(8)
  expect(wrong((merchant) => merchant.acceptedAssets.length === 0)).toEqual([])
  expect(wrong((merchant) => merchant.acceptedAssets.some(({ assetType }) => !assetType.endsWith(suffix(merchant))))).toEqual([])
  expect(wrong(({ acceptedAssets }) => new Set(acceptedAssets.map(({ assetType }) => assetType)).size !== acceptedAssets.length)).toEqual([])
  expect(wrong(({ acceptedAssets }) => acceptedAssets.some(({ products }) => products.some(({ id }) => !opaqueId.test(id))))).toEqual([])
})

test('each seeded wallet has every field of a supported wallet and matches a merchant of the same liveness', () => {
  const fields = [
    'id',
    'name',
    'accountId',
    'connectUrl',
    'payUrl',
    'logoMediaUploadId',
    'logoImg',
    'primaryColorHex',
    'status',
    'assetTypes',
    'createdAt',
    'createdBy',
    'test',
  ]
  expect(wallets.length).toBeGreaterThanOrEqual(4)
  for (const wallet of wallets) {
    expect(Object.keys(wallet).sort()).toEqual([...fields].sort())
    const types = new Set(wallet.assetTypes.map(({ id }) => id))
    expect(merchants.some((merchant) => merchant.test === wallet.test && merchant.acceptedAssets.some(({ assetType }) => types.has(assetType)))).toBe(true)
  }
})
