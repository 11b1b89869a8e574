import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { asset, assetSummary, getAsset, getAssetSummary, listAssets } from './assets.ts'

const everyField = {
  id: 'as1',
  accountId: 'ac1',
  currency: 'NZD',
  type: 'nikau.token.main',
  balance: '1250',
  availableBalance: '1000',
  category: 'token',
  liveness: 'main',
  externalId: 'x1',
  initialBalance: '2000',
  balanceUpdatedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-12-31T10:59:59.000Z',
  createdAt: '2026-10-01T00:00:00.000Z',
  description: 'One flat white',
  activeFrom: '2026-10-02T00:00:00.000Z',
  status: 'active',
  value: [{ currency: 'NZD', amount: '650' }],
  img: 'https://img.example/1.png',
  brandName: 'Kererū Coffee',
  brandImg: 'https://img.example/2.png',
  brandWebsite: 'https://kereru.example',
  issuerWebsite: 'https://kereru.example',
  issuerImg: 'https://img.example/3.png',
  issuer: 'Kererū Coffee Ltd',
  conditions: ['One per visit'],
  productCode: 'FW1',
  settlement: false,
  limit: '500000',
  collectionId: 'c_1',
}

describe('an asset on the wire', () => {
  test('has every field of the entity and round-trips [ENT-08]', () => {
    const decoded = z.decode(asset, everyField as never)
    expect(decoded.balance).toBe(cents(1250n))
    expect(decoded.value).toEqual([{ currency: 'NZD', amount: 650n }])
    expect(decoded.expiresAt).toEqual(new Date('2026-12-31T10:59:59.000Z'))
    expect(z.encode(asset, decoded)).toEqual(everyField)
    expect(Object.keys(everyField).filter((field) => !(field in asset.shape))).toEqual([])
  })

  test('has the category money or token; the older value wallet means money [ENT-09]', () => {
    expect(z.decode(asset, { ...everyField, category: 'wallet' } as never).category).toBe('money')
    expect(z.decode(asset, { ...everyField, category: 'money' } as never).category).toBe('money')
    expect(z.decode(asset, everyField as never).category).toBe('token')
    expect(z.safeDecode(asset, { ...everyField, category: 'share' } as never).success).toBe(false)
  })

  test('one list holds wallets, tokens and a credit line with limit and balance [ENT-12]', () => {
    const base = { accountId: 'ac1', liveness: 'main', status: 'active', createdAt: everyField.createdAt }
    const wire = {
      items: [
        { ...base, id: 'w', category: 'money', type: 'nikau.nzd.main', currency: 'NZD', balance: '2500' },
        { ...base, id: 'c', category: 'token', type: 'cca.coke.main' },
        { ...base, id: 't', category: 'token', type: 'nikau.token.main', issuer: 'Kererū Coffee Ltd' },
        { ...base, id: 'f', category: 'money', type: 'farmlands.nzd.main', balance: '-12000', limit: '500000' },
      ],
    }
    const page = z.decode(listAssets.answer, wire as never)
    expect(page.items.map((item) => [item.id, item.balance, item.limit])).toEqual([
      ['w', 2500n, undefined],
      ['c', undefined, undefined],
      ['t', undefined, undefined],
      ['f', -12000n, 500000n],
    ])
  })
})

describe('endpoints', () => {
  test('the list of an account is paged, for its members', () => {
    expect(listAssets).toMatchObject({ method: 'GET', path: '/api/accounts/:accountId/assets', access: 'person', paged: true, refusals: { FORBIDDEN: 403 } })
  })

  test('an asset is for its owner', () => {
    expect(getAsset).toMatchObject({ method: 'GET', path: '/api/assets/:id', access: 'person', refusals: { FORBIDDEN: 403 } })
  })

  test('the public summary never contains owner or balance, even if a use case returns them', () => {
    expect(getAssetSummary).toMatchObject({ method: 'GET', path: '/api/assets/:id/summary', access: 'public' })
    const answer = z.encode(getAssetSummary.answer, z.decode(asset, everyField as never))
    expect(answer).toEqual({
      id: 'as1',
      issuer: 'Kererū Coffee Ltd',
      description: 'One flat white',
      expiresAt: '2026-12-31T10:59:59.000Z',
      img: 'https://img.example/1.png',
      liveness: 'main',
    })
    expect(Object.keys(assetSummary.shape)).not.toContain('balance')
  })
})
