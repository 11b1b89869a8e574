import type { Page } from 'playwright'
import { cornerLoaf, cornerLoafNow } from '../apps/web/src/testing/corner-loaf.ts'
import type { Where } from './screens-checkout.ts'

/** The merchant portal. The seeded shopkeeper is a member of Corner Loaf, as the API would answer about it; nothing of it is stored. */

const as = 'rangi' as const
const aStream = ': \n\nid: 1\ndata: {"id":"1","kind":"reset"}\n\n'
const headers = { 'access-control-allow-origin': '*' }

/** Opens a page of the portal with the answers about Corner Loaf, and with others in place of some of them. */
export const withBusiness =
  (path: string, more: Readonly<Record<string, unknown>> = {}) =>
  async (page: Page, where: Where): Promise<void> => {
    const answers: Readonly<Record<string, unknown>> = { ...cornerLoaf, ...more }
    await page.clock.setFixedTime(cornerLoafNow)
    // The published keys too: an answer of the real server would set the page's clock to its own.
    await page.route(/\/(?:api|\.well-known\/webhooks)\//, async (route) => {
      const request = route.request()
      const call = `${request.method()} ${new URL(request.url()).pathname}`
      if (call === 'GET /api/accounts/org/events') return await route.fulfill({ contentType: 'text/event-stream', headers, body: aStream })
      return answers[call] === undefined ? await route.fallback() : await route.fulfill({ json: answers[call], headers })
    })
    await page.goto(`${where.web}/deimos${path}`)
  }

const screen = (
  name: string,
  path: string,
  until: string,
  more: { answers?: Readonly<Record<string, unknown>>; press?: readonly string[]; like?: string } = {},
) => ({
  name: `business-${name}`,
  path,
  as,
  // The clock stands still in its page for good.
  alone: true as const,
  full: true as const,
  open: withBusiness(path, more.answers),
  until,
  ...(more.press && { press: more.press }),
  ...(more.like !== undefined && { like: more.like }),
})

/** A desktop has the places in its rail. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (await menu.isVisible()) await menu.click()
}

const noBusiness = { 'GET /api/account-memberships': [] }
const asCashier = { 'GET /api/account-memberships': [{ accountId: 'org', accountName: 'Corner Loaf Ltd', accountType: 'org', role: 'cashier' }] }
const noPayments = {
  'GET /api/merchants/live/payments': { items: [] },
  'GET /api/merchants/live/payments/totals': {
    taken: '0',
    givenBack: '0',
    ownTokens: '0',
    takenAtTill: '0',
    fees: '0',
    gstOnFees: '0',
    toBank: '0',
    count: 0,
    paidCount: 0,
    gstInSales: '0',
  },
}
const live = cornerLoaf['GET /api/merchants/live'] as object
const tillWithCode = {
  'POST /api/accounts/org/tills/till_3/pairing-code': {
    till: (cornerLoaf['GET /api/accounts/org/tills'] as object[])[2],
    pairing: { code: 'K7QM4R2X', expiresAt: '2026-11-14T03:30:00.000Z' },
  },
}
const branded = { 'GET /api/merchants': { items: [{ ...live, branding: { colour: 'brick' } }] } }

const [, tillKey] = cornerLoaf['GET /api/accounts/org/api-keys'] as object[]
const madeKey = { ...tillKey, secret: `nk_test_${'a0F3mQ9vLx2RkT8bWc51HdYz6NpE7'.repeat(2).slice(0, 39)}91B2`, previousUntil: '2026-11-15T03:20:00.000Z' }

export const businessScreens = [
  screen('home', '/business', 'Latest payments', { like: 'home' }),
  { ...screen('home-menu', '/business', 'Kia ora', { like: 'menu' }), act: openMenu },
  screen('payments', '/business/payments', 'Flat white', { like: 'payments' }),
  screen('payments-empty', '/business/payments?q=Petine', 'Petine', { answers: noPayments, like: 'payments-empty' }),
  screen('payment', '/business/payments/pr_1', 'What you get', { like: 'payment' }),
  screen('payment-part', '/business/payments/pr_2', 'What you get', { like: 'payment-part' }),
  screen('refund', '/business/payments/pr_1', 'whole with Flat white or not at all', { press: ['Refund'], like: 'refund' }),
  screen('payouts', '/business/payouts', 'All payouts', { like: 'payouts' }),
  screen('payout', '/business/payouts/po_1', 'On your bank statement', { like: 'payout' }),
  screen('team', '/business/team', 'Sione Latu', { like: 'team' }),
  screen('team-invite', '/business/team', 'Send the invitation', { press: ['Invite someone'], like: 'team-invite' }),
  screen('till-add', '/business/team', 'Add and show its code', { press: ['Add a till'] }),
  screen('till-code', '/business/team', 'Good for', { answers: tillWithCode, press: ['Change Coffee cart', 'Pair a device'] }),
  screen('till-change', '/business/team', 'Save the name', { press: ['Change Till 1'] }),
  screen('till-off', '/business/team', 'It ends at its next call', { press: ['Change Till 1', 'Switch off'] }),
  screen('take-till', '/business/take/till', 'You set it on'),
  screen('take-till-cashier', '/business', 'You have no code yet', { answers: { ...asCashier, 'GET /api/accounts/org/till-code': {} } }),
  screen('settings-till-limits', '/business/settings', 'Save the limits', { press: ['Change till limits'] }),
  screen('invitation', '/business/invitations/inv_1', 'Your role'),
  screen('open', '/business/open', 'of 7 done', { like: 'onboarding' }),
  screen('open-new', '/business/open', 'Open a business', { answers: noBusiness }),
  screen('open-business', '/business/open/business', 'NZBN', { like: 'onboarding-business' }),
  screen('open-gst', '/business/open/gst', 'Save and go on'),
  screen('open-address', '/business/open/address', 'Save and go on'),
  screen('open-payout-account', '/business/open/payout-account', 'name matches', { like: 'onboarding-bank' }),
  screen('open-methods', '/business/open/methods', 'Save and go on'),
  screen('open-test-payment', '/business/open/test-payment', 'test request'),
  screen('settings', '/business/settings', 'Secured by Nikau', { like: 'settings' }),
  screen('settings-branded', '/business/settings', 'Secured by Nikau', { answers: branded, like: 'settings' }),
  screen('changes', '/business/settings/changes', 'Refund limits changed'),
  screen('keys', '/business/developers/keys?shop=test', 'First call', { like: 'developers-keys' }),
  screen('make-key', '/business/developers/keys?shop=test', 'This key may', { press: ['Make a key'] }),
  screen('key-made', '/business/developers/keys?shop=test', 'Copy the key of', {
    answers: { 'POST /api/accounts/org/api-keys/Till1/roll': madeKey },
    press: ['Change Till1', 'Make a new secret'],
    like: 'developers-key-made',
  }),
  screen('webhooks', '/business/developers/webhooks?shop=test', 'Deliveries', { like: 'developers-webhooks' }),
  screen('replay', '/business/developers/webhooks?shop=test', 'At most 1,000 at once', { press: ['Send events again'] }),
  screen('delivery', '/business/developers/webhooks/5b2f8c1e-0d3a-4f6b-9c7d-000000004182?shop=test', 'What we send', { like: 'developers-delivery' }),
  screen('requests', '/business/developers/requests?shop=test&call=req_01K9ZQ6H81', 'Copy as curl', { like: 'developers-requests' }),
  screen('requests-list', '/business/developers/requests?shop=test', 'Kept for 30 days', { like: 'developers-requests' }),
  screen('ask-an-owner', '/business/payouts', 'Ask an owner', { answers: asCashier }),
]
