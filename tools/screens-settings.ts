import { withStubs } from './screens-safety.ts'

/** Settings, help and the texts about them. */

const as = 'mia' as const
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const send = (id: string, more: object = {}) => ({
  id,
  status: 'sent',
  assetId: 'wallet',
  senderName: 'Mia T.',
  createdAt: hours(-30),
  url: `https://nikau.example/deimos/transfer/${id}`,
  asset: { category: 'money', description: 'NZD', liveness: 'main' },
  expiresAt: hours(300),
  direction: 'sent',
  value: '2400',
  recipient: '+64215550119',
  reference: 'NK 52D0 77A4',
  timeline: [{ key: 'asked', at: hours(-30) }],
  cancellable: true,
  reminders: { left: 3 },
  ...more,
})
const sends = {
  '**/api/accounts/*/asset-transfers*': { json: { items: [send('1'), send('2', { status: 'cancelled', recipient: '022 ••• ••08', value: '1100' })] } },
}

export const settingsScreens = [
  { name: 'settings', path: '/settings', as, until: 'Sign out everywhere', full: true as const },
  { name: 'settings-profile', path: '/settings/profile', as, until: 'Last name' },
  { name: 'settings-email', path: '/settings/email', as: 'aroha' as const, until: 'Save' },
  { name: 'settings-notices', path: '/settings/notices', as, until: 'Offers and news' },
  { name: 'settings-appearance', path: '/settings/appearance', as, until: 'Dark' },
  { name: 'settings-sign-out-everywhere', path: '/settings', as, press: ['Sign out everywhere'], until: 'On this device and every other' },
  { name: 'help', path: '/help', as: 'tama' as const, act: withStubs(sends), until: 'Waiting to be claimed', full: true as const },
  { name: 'help-nothing', path: '/help', as: 'aroha' as const, until: 'Nothing is on its way', full: true as const },
  {
    name: 'help-scam',
    path: '/help',
    as: 'aroha' as const,
    act: (page: import('playwright').Page) => page.getByText('I think I’ve been scammed').click(),
    until: '105',
    full: true as const,
  },
  { name: 'help-signed-out', path: '/help', until: 'Sign in, and', full: true as const },
  { name: 'terms', path: '/terms', until: 'If you’re not happy', full: true as const },
  { name: 'privacy', path: '/privacy', until: 'Privacy Commissioner', full: true as const },
]
