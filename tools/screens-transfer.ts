import type { Page } from 'playwright'
import type { Where } from './screens-checkout.ts'

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
const linkKey = 'kQ7cB0-2mZr_v9x1Lh3YwA'

type Stub = { status?: number; json: unknown }

/** Answers calls with stubs, by URL pattern, so that the seeded data stays unchanged, and opens the path. */
const open =
  (path: string, stubs: Record<string, Stub>, act?: (page: Page) => Promise<unknown>) =>
  async (page: Page, { web }: Where): Promise<void> => {
    for (const [pattern, { status = 200, json }] of Object.entries(stubs))
      await page.route(pattern, (route) =>
        route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } }),
      )
    await page.goto(`${web}/deimos${path}`)
    await act?.(page)
  }

/** The same in a tab whose session has started: the page is public and does not sign in by itself. */
const openSignedIn =
  (stubs: Record<string, Stub>, act?: (page: Page) => Promise<unknown>) =>
  async (page: Page, where: Where): Promise<void> => {
    await page.goto(`${where.web}/deimos/auth`)
    await page.getByRole('heading', { level: 1, name: 'Auth test' }).waitFor()
    await open('/transfer/xfer', stubs, act)(page, where)
  }

const money = { category: 'money', description: 'NZD', liveness: 'main' }
const flatWhite = { category: 'token', description: 'Flat white', liveness: 'main', issuer: 'Aro Street Coffee', expiresAt: days(16) }
const common = {
  id: 'xfer',
  assetId: 'wallet',
  message: 'Happy birthday, Jack',
  senderName: 'Mia T.',
  createdAt: days(-1),
  url: 'https://nikau.example/deimos/transfer/xfer',
  asset: money,
  expiresAt: days(13),
}
const waiting = { ...common, status: 'sent', value: '5000', recipient: '027 ••• ••08' }
const gift = { ...common, status: 'sent', asset: flatWhite, recipient: '027 ••• ••08', message: 'Thanks for the lift. First coffee’s on me.', wrap: 'lilac' }
const summary = (json: object) => ({ '**/api/asset-transfers/xfer/summary': { json } })
const forbidden = { status: 403, json: { message: 'FORBIDDEN' } }

const delivered = [
  { key: 'asked', at: days(-1) },
  { key: 'sent', at: days(-1) },
  { key: 'delivered', at: days(-1) },
]
const transfer = (status: string, steps: object[], more: object = {}) => ({
  ...common,
  status,
  direction: 'sent',
  value: '5000',
  recipient: '027 ••• ••08',
  reference: 'NK 90C4 1E63',
  timeline: [...delivered, ...steps],
  cancellable: false,
  reminders: { left: 0 },
  ...more,
})
const back = { key: 'returned', at: days(0) }
const own = (json: object) => ({ '**/api/asset-transfers/xfer': { json } })
const waitingTransfer = transfer(
  'sent',
  [
    { key: 'reminded', due: days(6) },
    { key: 'returned', due: days(13) },
  ],
  {
    recipient: '+64275550108',
    cancellable: true,
    reminders: { left: 3 },
  },
)
const received = { ...transfer('claimed', [{ key: 'claimed', at: days(0) }]), direction: 'received' }

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const asMia = { as: 'mia' as const, path: '/transfer/xfer' }
const visitor = { path: '/transfer/xfer' }
const claimRefused = (code: string) => ({
  ...summary(waiting),
  '**/api/asset-transfers/xfer': forbidden,
  '**/api/asset-transfers/xfer/claim': { status: 403, json: { message: code, recipient: '027 ••• ••08', yours: '021 ••• ••17' } },
})
const final = (status: string, until: string) => ({
  name: `claim-${status}`,
  ...visitor,
  open: open('/transfer/xfer', summary({ ...common, status })),
  until,
})

export const transferScreens = [
  { name: 'claim', ...visitor, open: open(`/transfer/xfer#${linkKey}`, summary(waiting)), until: 'Waits for you until' },
  {
    name: 'claim-real',
    ...visitor,
    open: open(`/transfer/xfer#${linkKey}`, summary(waiting), (page) => page.getByText('Is this real?').click()),
    until: 'bank password',
  },
  { name: 'claim-decline', ...visitor, open: open(`/transfer/xfer#${linkKey}`, summary(waiting), press('Decline')), until: 'Report instead' },
  { name: 'claim-report', ...visitor, open: open(`/transfer/xfer#${linkKey}`, summary(waiting), press('Report')), until: 'Report and decline' },
  final('claimed', 'Already Claimed'),
  final('cancelled', 'Transfer Cancelled'),
  final('expired', 'Transfer Expired'),
  final('returned', 'Transfer Returned'),
  final('declined', 'Transfer Unavailable'),
  {
    name: 'claim-just-declined',
    ...visitor,
    open: open(`/transfer/xfer#${linkKey}`, { ...summary(waiting), '**/api/asset-transfers/xfer/decline': { json: {} } }, async (page) => {
      await press('Decline')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    }),
    until: 'You don’t need to do anything',
  },
  { name: 'claim-unknown', ...visitor, open: open('/transfer/xfer', { '**/api/asset-transfers/xfer/summary': forbidden }), until: 'Transfer not found' },
  {
    name: 'claim-wrong-number',
    ...asMia,
    open: openSignedIn(claimRefused('ASSET_TRANSFER_INVALID_RECIPIENT'), press('Claim')),
    until: 'Sent to another number',
  },
  { name: 'claim-confirm', ...asMia, open: openSignedIn(claimRefused('ALIAS_NOT_CONFIRMED'), press('Claim')), until: 'Is it still yours?' },
  {
    name: 'claim-done',
    as: 'mia' as const,
    path: '/',
    open: open('/', {
      '**/api/me/claimed-transfers': { json: { items: [received] } },
      '**/api/asset-transfers/xfer/acknowledge': { json: {} },
    }),
    until: 'Open my wallet',
  },
  { name: 'claim-token', ...visitor, open: open('/transfer/xfer', summary({ ...gift, wrap: undefined })), until: 'Aro Street Coffee' },
  { name: 'gift-wrapped', ...visitor, open: open(`/transfer/xfer#${linkKey}`, summary(gift)), until: 'Unwrap' },
  { name: 'gift-open', ...visitor, open: open('/transfer/xfer', summary(gift), press('Unwrap')), until: 'First coffee' },
  { name: 'sent-waiting', ...asMia, open: openSignedIn(own(waitingTransfer)), until: 'Recall $50.00', full: true as const },
  { name: 'sent-recall', ...asMia, open: openSignedIn(own(waitingTransfer), press('Recall $50.00')), until: 'Leave it' },
  {
    name: 'sent-text-limit',
    ...asMia,
    open: openSignedIn(own({ ...waitingTransfer, reminders: { left: 2, nextAt: days(1) } })),
    until: '2 times left',
    full: true as const,
  },
  {
    name: 'sent-claimed',
    ...asMia,
    open: openSignedIn(own(transfer('claimed', [{ key: 'claimed', at: days(0) }], { recipientName: 'Jack S.' }))),
    until: 'claimed it',
  },
  {
    name: 'sent-recalled',
    ...asMia,
    open: openSignedIn(own(transfer('cancelled', [{ key: 'cancelled', at: days(0) }, back]))),
    until: 'Recalled',
    full: true as const,
  },
  {
    name: 'sent-returned',
    ...asMia,
    open: openSignedIn(own(transfer('returned', [{ key: 'reminded', at: days(-7) }, { key: 'expired', at: days(0) }, back]))),
    until: 'Nobody claimed it',
    full: true as const,
  },
  {
    name: 'sent-declined',
    ...asMia,
    open: openSignedIn(own(transfer('declined', [{ key: 'declined', at: days(0) }, back]))),
    until: 'declined it',
    full: true as const,
  },
  {
    name: 'sent-failed',
    ...asMia,
    open: openSignedIn(
      own({ ...transfer('failed', []), timeline: [...delivered.slice(0, 2), { key: 'failed', at: days(-1) }, { key: 'returned', at: days(-1) }] }),
    ),
    until: 'You have not been charged',
  },
  { name: 'received', ...asMia, open: openSignedIn(own(received)), until: 'From Mia T.' },
]
