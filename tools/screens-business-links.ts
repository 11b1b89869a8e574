import { cornerLoaf } from '../apps/web/src/testing/corner-loaf.ts'
import type { Page } from 'playwright'
import type { Where } from './screens-checkout.ts'
import { withStubs } from './screens-safety.ts'

const at = '2026-11-14T03:00:00.000Z'
const shop = {
  id: 'shop',
  accountId: 'org',
  name: 'Corner Loaf',
  country: 'NZ',
  type: 'physical',
  test: false,
  status: 'active',
  categoryCode: '5462',
  gstNumber: '140107697',
  branding: {},
  location: { lat: -36.85, lng: 174.74, street: '14 Brown Street', suburb: 'Ponsonby', city: 'Auckland', country: 'NZ' },
  createdAt: at,
}
const link = (id: string, name: string, fields: object) => ({
  id: `pl_${id}`,
  merchantId: 'shop',
  liveness: 'main',
  name,
  kind: 'fixed',
  amount: '6400',
  partialAllowed: false,
  asksNote: false,
  uses: 'many',
  status: 'open',
  url: `https://pay.nikau.example/l/pl_${id}`,
  createdAt: at,
  ...fields,
})
const typed = { kind: 'typed', amount: undefined }
const links = [
  link('4nTq8ZbWcK2mVxRj7LdYpH', 'Cake deposit', { count: 3, paid: '19200', lastDay: '2026-11-28', partialAllowed: true }),
  link('8sHv3QkRmD9wXzNc2TbFgJ', 'Till 1 sticker', { kind: 'till', amount: undefined, count: 412, paid: '620470' }),
  link('2yLp6MdKqB5rWvGt9ZcXnS', 'School bread order', { ...typed, count: 27, paid: '58300' }),
  link('7fJx1NbTzC4kHqLm8RdVwP', 'Market stall', { ...typed, status: 'closed', closedAt: at, count: 9, paid: '14150' }),
]

/** The stubs come first: without a business the portal leads elsewhere, before a reload. */
const portal = (path: string, isTest = false, items = links) => ({ path, as: 'mia' as const, open: openWith(path, stubsOf(isTest, items)) })
const openWith = (path: string, addStubs: (page: Page) => Promise<void>) => async (page: Page, where: Where) => {
  await addStubs(page)
  await page.goto(`${where.web}/deimos${path}`)
}
const stubsOf = (isTest: boolean, items: typeof links) =>
  withStubs({
    '**/api/account-memberships': { json: [{ accountId: 'org', accountName: 'Corner Loaf Ltd', accountType: 'org', role: 'account-owner' }] },
    '**/api/merchants?**': { json: { items: [{ ...shop, test: isTest }] } },
    // Without a live shop the frame says what is missing for one.
    '**/api/accounts/*/checklist': { json: cornerLoaf['GET /api/accounts/org/checklist'] },
    '**/api/accounts/*/tills': { json: cornerLoaf['GET /api/accounts/org/tills'] },
    '**/api/payment-links?**': { json: { items: items.map((one) => ({ ...one, liveness: isTest ? 'test' : 'main' })) } },
  })

const summary = (fields: object) =>
  withStubs({
    '**/api/payment-links/*/summary': {
      json: {
        id: 'pl_1',
        merchantName: 'Corner Loaf',
        place: 'Ponsonby',
        name: 'Cake deposit',
        kind: 'fixed',
        partialAllowed: false,
        asksNote: false,
        liveness: 'main',
        ...fields,
      },
    },
  })
const refused = (message: string) => withStubs({ '**/api/payment-links/*/summary': { status: 403, json: { message } } })

/** Payment links in the portal, on paper, and as customers open them. */
export const businessLinkScreens = [
  { name: 'business-take', ...portal('/business/take'), until: 'School bread order', like: 'take-payment', full: true as const },
  { name: 'business-take-empty', ...portal('/business/take', true, []), until: 'No links yet' },
  { name: 'business-poster', ...portal('/business/take/poster'), until: 'Scan to pay', like: 'poster', full: true as const },
  { name: 'business-poster-test', ...portal('/business/take/poster', true), until: 'Scan to pay' },
  { name: 'link-fixed', path: '/l/pl_1', act: summary({ amount: '6400', lastDay: '2026-11-28', asksNote: true, partialAllowed: true }), until: 'Cake deposit' },
  {
    name: 'link-typed',
    path: '/l/pl_1',
    act: summary({ kind: 'typed', name: 'School bread order', least: '500', most: '5000', liveness: 'test' }),
    until: 'School bread',
  },
  { name: 'link-till', path: '/l/pl_1', act: summary({ kind: 'till', name: 'Till 1' }), until: 'Ask at the till' },
  { name: 'link-closed', path: '/l/pl_1', act: refused('PAYMENT_LINK_CLOSED'), until: 'No longer used', refused: /payment-links/ },
  { name: 'link-used', path: '/l/pl_1', act: refused('PAYMENT_LINK_USED'), until: 'Already paid', refused: /payment-links/ },
]
