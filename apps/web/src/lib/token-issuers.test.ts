import { describe, expect, test } from 'vitest'
import { placeholderImage } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { tokenIssuers } from './token-issuers.ts'

const token = (id: string, fields: Partial<Asset> = {}): Asset => ({
  id,
  accountId: 'ac1',
  category: 'token',
  type: 'nikau.token.main',
  liveness: 'main',
  status: 'active',
  createdAt: new Date('2026-10-01T00:00:00Z'),
  issuer: 'Kererū Coffee',
  ...fields,
})

describe('issuers of a person’s tokens', () => {
  test('active provider tokens of the mode are grouped by issuer, then by collection, conditions without repeats [ISS-06] [ENT-13]', () => {
    const issuers = tokenIssuers(
      [
        token('t1', { collectionId: 'c_1', description: 'Flat white', img: 'fw.png', conditions: ['One per visit'], expiresAt: new Date('2027-02-01') }),
        token('t2', { collectionId: 'c_1', description: 'Flat white', conditions: ['One per visit', 'Not on Sundays'], expiresAt: new Date('2027-01-01') }),
        token('t3', { collectionId: 'c_2', description: 'Muffin', issuerImg: 'logo.png', issuerWebsite: 'https://kereru.example' }),
        token('t4', { issuer: 'Aoraki Outdoors' }),
        token('spent', { status: 'spent' }),
        token('play', { liveness: 'test', type: 'nikau.token.test' }),
        token('coke', { type: 'cca.coke.main' }),
        token('wallet', { type: 'nikau.nzd.main', category: 'money' }),
      ],
      'main',
      { 'kereru-coffee': 'brand-kereru' },
    )
    expect(issuers.map((issuer) => [issuer.name, issuer.slug, issuer.totalTokens, issuer.brandColorClass, issuer.liveness])).toEqual([
      ['Aoraki Outdoors', 'aoraki-outdoors', 1, 'neutral', 'main'],
      ['Kererū Coffee', 'kereru-coffee', 3, 'brand-kereru', 'main'],
    ])
    const kereru = issuers[1]!
    expect(kereru.conditions).toEqual(['One per visit', 'Not on Sundays'])
    expect([kereru.img, kereru.website]).toEqual(['logo.png', 'https://kereru.example'])
    expect(kereru.collections.map(({ id, name, displayImage, tokens }) => [id, name, displayImage, tokens.map((token) => token.id)])).toEqual([
      ['c_1', 'Flat white', 'fw.png', ['t2', 't1']],
      ['c_2', 'Muffin', 'logo.png', ['t3']],
    ])
    expect(issuers[0]!.collections).toMatchObject([{ id: 't4', name: 'nikau.token.main', displayImage: placeholderImage }])
  })

  test('tokens without an issuer belong to the unverified issuer [ISS-06]', () => {
    expect(tokenIssuers([token('t1', { issuer: undefined })], 'main')).toMatchObject([{ name: 'Unverified Issuer', slug: 'unverified-issuer' }])
  })

  test('two names with the same slug get different slugs', () => {
    const issuers = tokenIssuers([token('t1', { issuer: 'Tūī' }), token('t2', { issuer: 'Tui' })], 'main')
    expect(issuers.map((issuer) => [issuer.name, issuer.slug])).toEqual([
      ['Tui', 'tui'],
      ['Tūī', 'tui-2'],
    ])
  })
})
