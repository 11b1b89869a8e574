import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { asset, at, button, mockServerPerTest, server, wallet } from '../../testing/fixtures.tsx'

/** For tests of the send screens. */

export const create = 'POST /api/asset-transfers'
export const check = 'POST /api/asset-transfers/check'
export const assets = 'GET /api/accounts/mine/assets'
export const payees = 'GET /api/accounts/mine/payees'

export const cola = asset('cola', 'cca.coke.main', { description: 'Coke' })
export const coffee = asset('coffee', 'nikau.token.main', { description: 'Flat white', issuer: 'Daily Bread', expiresAt: '2026-11-30T10:59:59.000Z' })

export const assetTransfer = (more: object = {}) => ({
  id: 'transfer',
  status: 'claimed',
  assetId: 'wallet',
  senderName: 'Mia T.',
  createdAt: at,
  url: 'https://nikau.example/deimos/transfer/transfer#key',
  asset: { category: 'money', description: 'NZD', liveness: 'main' },
  expiresAt: '2026-11-29T03:00:00.000Z',
  direction: 'sent',
  value: '2000',
  recipient: '021 ••• ••42',
  reference: 'NK 52D0 77A4',
  timeline: [{ key: 'asked', at }],
  cancellable: false,
  reminders: { left: 0 },
  ...more,
})

export const waiting = (more: object = {}) =>
  assetTransfer({ status: 'created', recipient: '+64215550142', cancellable: true, reminders: { left: 3 }, ...more })

export const heldSend = (more: object = {}) => ({
  id: 'held',
  status: 'waiting',
  assetId: 'wallet',
  recipientAlias: '+64225550171',
  recipientName: 'Dean M.',
  firstTime: true,
  value: '4500',
  purpose: 'told-to',
  createdAt: new Date().toISOString(),
  decideAt: new Date(Date.now() + 86_400_000).toISOString(),
  forgottenAt: new Date(Date.now() + 4 * 86_400_000).toISOString(),
  opinions: [],
  ...more,
})

/** A signed-in person with a wallet and two tokens, in a deployment with these areas. */
export function sendTests(areas: { guard?: boolean; claim?: boolean } = {}): void {
  mockServerPerTest()
  beforeEach(() => {
    Object.assign(deployed.people, { guard: false, claim: false, ...areas })
    server.answers[assets] = { items: [wallet(), cola, coffee] }
    server.answers[create] = assetTransfer()
    server.answers[payees] = { items: [] }
    server.answers['GET /api/accounts/mine/safety'] = { frozen: null }
    server.answers['GET /api/me/trusted-people'] = { items: [] }
    server.answers['GET /api/held-sends'] = { items: [] }
  })
  afterEach(() => void Object.assign(deployed.people, { guard: false, claim: false }))
}

export const number = () => page.getByRole('textbox', { name: 'Phone number' })
export const amount = () => page.getByRole('textbox', { name: 'Amount' })
export const message = () => page.getByRole('textbox', { name: /^Message/ })
export const next = () => button('Continue').click()

/** From /send to the step after the amount. */
export async function write({ to = '21 555 0142', dollars = '20', text = '' }: { to?: string; dollars?: string; text?: string } = {}): Promise<void> {
  await number().fill(to)
  await next()
  await amount().fill(dollars)
  if (text !== '') await message().fill(text)
  await next()
}
