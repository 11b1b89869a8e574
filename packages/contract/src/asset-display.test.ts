import { describe, expect, test } from 'vitest'
import { defaultWallet, defaultWalletType, displayOf, isTransferable, issuerOf, placeholderImage, shownAssets, slugOf, walletLabel } from './asset-display.ts'
import type { Asset } from './assets.ts'

const token: Asset = {
  id: 'as1',
  accountId: 'ac1',
  category: 'token',
  type: 'nikau.token.main',
  liveness: 'main',
  status: 'active',
  createdAt: new Date('2026-10-01T00:00:00Z'),
}
const money: Asset = { ...token, id: 'w1', category: 'money', type: 'nikau.nzd.main' }

describe('display fields', () => {
  test('the title is the description, the brand or the type, in this order [ENT-11]', () => {
    expect(displayOf({ ...token, description: 'Flat white', brandName: 'Kererū' }).paymentMethodTitle).toBe('Flat white')
    expect(displayOf({ ...token, brandName: 'Kererū' }).paymentMethodTitle).toBe('Kererū')
    expect(displayOf(token).paymentMethodTitle).toBe('nikau.token.main')
  })

  test('the image is the asset’s, the brand’s, the issuer’s or a placeholder, in this order [ENT-11]', () => {
    expect(displayOf({ ...token, img: 'a', brandImg: 'b', issuerImg: 'c' }).displayImage).toBe('a')
    expect(displayOf({ ...token, brandImg: 'b', issuerImg: 'c' }).displayImage).toBe('b')
    expect(displayOf({ ...token, issuerImg: 'c' }).displayImage).toBe('c')
    expect(displayOf(token).displayImage).toBe(placeholderImage)
  })

  test('the expiry is the date in New Zealand [ENT-11]', () => {
    expect(displayOf({ ...token, expiresAt: new Date('2026-12-31T10:59:59Z') }).longExpiryDate).toBe('31 December 2026')
    expect(displayOf(token).longExpiryDate).toBeUndefined()
  })

  test('usage info is for tokens, not for money [ENT-11]', () => {
    expect(displayOf({ ...token, conditions: ['One per visit.', 'Not on Sundays.'] }).usageInfo).toBe('One per visit. Not on Sundays.')
    expect(displayOf({ ...token, issuer: 'Kererū Coffee Ltd' }).usageInfo).toBe('Kererū Coffee Ltd')
    expect(displayOf({ ...money, conditions: ['x'] }).usageInfo).toBeUndefined()
  })

  test.each([
    [{ ...money }, true],
    [{ ...money, type: 'nikau.nzd.test' }, true],
    [{ ...money, settlement: true }, false],
    [{ ...money, type: 'farmlands.nzd.main' }, false],
    [{ ...token }, true],
    [{ ...token, type: 'cca.coke.test' }, true],
    [{ ...token, type: 'epay.main' }, false],
    [{ ...token, status: 'spent' as const }, false],
  ])('transferable %# [ENT-11]', (asset, expected) => {
    expect(isTransferable(asset)).toBe(expected)
    expect(displayOf(asset).transferable).toBe(expected)
  })

  test('an asset without an issuer has an unverified issuer [ENT-10]', () => {
    expect(issuerOf({})).toBe('Unverified Issuer')
    expect(issuerOf({ issuer: '  ' })).toBe('Unverified Issuer')
    expect(issuerOf({ issuer: 'Kererū' })).toBe('Kererū')
  })

  test('only a settlement wallet is labelled', () => {
    expect(walletLabel({ ...money, settlement: true })).toBe('Settlement')
    expect(walletLabel(money)).toBeUndefined()
  })
})

describe('shown assets', () => {
  test('the default wallet is on the provider’s NZD ledger of the mode, and never a settlement wallet [CONST-04]', () => {
    expect(defaultWalletType('test')).toBe('nikau.nzd.test')
    expect(defaultWalletType('main')).toBe('nikau.nzd.main')
    const assets = [
      { ...money, id: 'settlement', settlement: true },
      { ...money, id: 'archived', status: 'archived' as const },
      { ...money, id: 'play', type: 'nikau.nzd.test', liveness: 'test' as const },
      { ...money, id: 'real' },
    ]
    expect(defaultWallet(assets, 'main')?.id).toBe('real')
    expect(defaultWallet(assets, 'test')?.id).toBe('play')
    expect(defaultWallet(assets.slice(0, 2), 'main')).toBeUndefined()
  })

  test.each(['kete.nzd.main', 'kete.nzd.test', 'quartz.nzd.main', 'quartz.nzd.test', 'epay.nzd.main', 'epay.nzd.test', 'epay.main', 'epay.test'])(
    '%s is hidden [CONST-05]',
    (type) => {
      const mode = type.endsWith('test') ? 'test' : 'main'
      expect(shownAssets([{ ...token, type, liveness: mode }], mode)).toEqual([])
    },
  )

  test('only active assets of the mode are shown [CONST-06]', () => {
    const list = (['active', 'disabled', 'expired', 'spent', 'archived'] as const).map((status) => ({ ...token, id: status, status }))
    expect(shownAssets([...list, { ...token, id: 'play', liveness: 'test' }], 'main').map((asset) => asset.id)).toEqual(['active'])
    expect(shownAssets([{ ...token, type: 'kete.nzd.extra.main' }], 'main')).toHaveLength(1)
  })
})

test.each([
  ['Kererū & Co. Ltd', 'kereru-co-ltd'],
  ['  Te Ao  ', 'te-ao'],
  ['!!!', 'issuer'],
])('the slug of "%s" is %s [ISS-06]', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
