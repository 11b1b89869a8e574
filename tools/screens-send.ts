import type { Page } from 'playwright'
import { withStubs } from './screens-safety.ts'

/** The send screens, with stubbed answers wherever a call would change or depend on the seeded data. */

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const as = 'mia' as const
const config = { showSendAsset: true }

const payee = (id: string, alias: string, name: string | undefined, more: object = {}) => ({
  id,
  alias,
  ...(name && { name }),
  lastSentAt: hours(-300),
  ...more,
})
const payees = {
  '**/api/accounts/*/payees': {
    json: {
      items: [
        payee('1', '+64215550119', 'Sione Tuipulotu', { lastValue: '2000', lastMessage: 'Touch subs' }),
        payee('2', '+64215550142', 'Te Aroha Whaanga-Henderson', { lastValue: '6435', lastMessage: 'Half the power bill' }),
        payee('3', '+64225550108', 'Tāmati Hōhepa', { lastValue: '1100', lastMessage: 'Coffee run' }),
        payee('4', '+64275550108', undefined),
        payee('5', '+64225550133', 'Li Wei Chen'),
      ],
    },
  },
}
const nobody = { '**/api/accounts/*/payees': { json: { items: [] } } }
const check = (answer: object) => ({ '**/api/asset-transfers/check': { json: { known: false, brake: 'confirm', reasons: [], ...answer } } })
const trusted = (id: string, name: string, more: object = {}) => ({ id, name, status: 'accepted', role: 'trusts', since: hours(-300), ...more })
const people = { '**/api/me/trusted-people': { json: { items: [trusted('1', 'Tāmati H.')] } } }

const held = (more: object = {}) => ({
  id: 'held',
  status: 'waiting',
  assetId: 'wallet',
  recipientAlias: '+64225550171',
  recipientName: 'Dean M.',
  firstTime: true,
  value: '45000',
  purpose: 'met-online',
  createdAt: hours(0),
  decideAt: hours(24),
  forgottenAt: hours(96),
  opinions: [],
  ...more,
})
const asked = (more: object = {}) => ({ id: '1', trustedName: 'Tāmati H.', askedAt: hours(0), ...more })
const request = {
  id: '1',
  askedBy: 'Mia T.',
  askedAt: hours(0),
  value: '45000',
  recipientName: 'Dean M.',
  firstTime: true,
  purpose: 'met-online',
  open: true,
}

const transfer = (more: object = {}) => ({
  '**/api/asset-transfers': {
    json: {
      id: 'transfer',
      status: 'claimed',
      assetId: 'wallet',
      senderName: 'Mia T.',
      createdAt: hours(0),
      url: 'https://nikau.example/deimos/transfer/transfer',
      asset: { category: 'money', description: 'NZD', liveness: 'main' },
      expiresAt: hours(14 * 24),
      direction: 'sent',
      value: '800',
      recipient: '021 ••• ••42',
      recipientName: 'Aroha N.',
      message: 'Half the concert',
      reference: 'NK 52D0 77A4',
      timeline: [],
      cancellable: false,
      reminders: { left: 0 },
      ...more,
    },
  },
})
const waits = { status: 'created', recipient: '+64275550108', recipientName: undefined, message: undefined, cancellable: true, reminders: { left: 3 } }

const proceed = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
const write = async (page: Page, to: string, dollars: string) => {
  await page.getByLabel('Phone number').fill(to)
  await proceed(page)
  await page.getByLabel('Amount', { exact: true }).fill(dollars)
  await page.getByLabel('Message').fill('Half the concert')
}
const send = (to: string, dollars: string) => (page: Page) => write(page, to, dollars).then(() => proceed(page))

/** Up to the purpose of a first send. */
const purpose = async (page: Page) => {
  await send('22 555 0171', '8')(page)
  await page.getByRole('button', { name: 'Yes, that’s Dean M.' }).click()
  await page.getByText('Someone I’ve only met online').click()
}

export const sendScreens = [
  { name: 'send-who', path: '/send', as, config, act: withStubs(payees), until: 'Everyone', like: 'send-1-who', full: true as const },
  {
    name: 'send-who-wrong',
    path: '/send',
    as,
    config,
    act: withStubs(nobody, (page) => page.getByLabel('Phone number').fill('21 55a')),
    press: ['Continue'],
    until: 'must be numeric',
  },
  { name: 'send-people-edit', path: '/send', as, config, act: withStubs(payees), press: ['Edit', 'Rename Li Wei Chen'], until: 'Only you see' },
  {
    name: 'send-amount',
    path: '/send',
    as,
    config,
    act: withStubs(nobody, (page) => write(page, '21 555 0142', '8')),
    until: 'left',
    like: 'send-2-amount',
  },
  { name: 'send-amount-over', path: '/send', as, config, act: withStubs(nobody, send('21 555 0142', '99999.99')), until: 'cannot exceed your balance' },
  {
    name: 'send-first-time',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({ name: 'Aroha N.' }) }, send('21 555 0142', '8')),
    until: 'Is this who you mean?',
    like: 'send-first-time',
  },
  {
    name: 'send-no-account',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({}) }, send('27 555 0108', '8')),
    until: 'Not on Nikau yet',
    like: 'send-no-account',
  },
  {
    name: 'send-why',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({ name: 'Dean M.', brake: 'ask' }) }, purpose),
    until: 'Something else',
    like: 'send-why',
  },
  {
    name: 'send-stop',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...people, ...check({ name: 'Dean M.', brake: 'ask' }) }, (page) => purpose(page).then(() => proceed(page))),
    until: 'Ask Tāmati H.',
    like: 'send-stop',
  },
  {
    name: 'send-check',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({ known: true, name: 'Aroha N.', brake: 'none' }) }, send('21 555 0142', '8')),
    until: 'Straight away',
    like: 'send-3-check',
  },
  {
    name: 'send-refused',
    path: '/send',
    as,
    config,
    act: withStubs(
      {
        ...nobody,
        ...check({ known: true, brake: 'none' }),
        '**/api/asset-transfers': { status: 403, json: { message: 'INSUFFICIENT_WALLET_BALANCE', available: '100' } },
      },
      send('21 555 0142', '8'),
    ),
    press: ['Send $8.00'],
    until: 'Insufficient Funds',
  },
  {
    name: 'sent',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({ known: true, name: 'Aroha N.', brake: 'none' }), ...transfer() }, send('21 555 0142', '8')),
    press: ['Send $8.00'],
    until: 'has it now',
    like: 'sent',
  },
  {
    name: 'sent-link',
    path: '/send',
    as,
    config,
    act: withStubs({ ...nobody, ...check({ known: true, brake: 'none' }), ...transfer(waits) }, send('27 555 0108', '8')),
    press: ['Send $8.00'],
    until: 'comes back on',
    like: 'sent-link',
  },
  { name: 'send-assets-select', path: '/send/assets-select', as: 'tama' as const, config, until: 'Select Asset' },
  {
    name: 'gift-wrap',
    path: '/',
    as: 'tama' as const,
    config,
    act: withStubs({ ...nobody, ...check({ known: true, name: 'Jack S.', brake: 'none' }) }, async (page) => {
      await page.getByRole('link', { name: 'Coca-Cola' }).click()
      await page.getByRole('link', { name: 'Send it' }).click()
      await page.getByLabel('Phone number').fill('27 555 0108')
      await proceed(page)
      await page.getByLabel('Message').fill('Thanks for the lift. The next one’s on me.')
    }),
    until: 'Paper',
    like: 'gift-wrap',
    full: true as const,
  },
  {
    name: 'send-cooling',
    path: '/send/held/held',
    as,
    act: withStubs({ ...people, '**/api/held-sends/held': { json: held() } }),
    until: 'Cancel this send',
    like: 'send-cooling',
  },
  {
    name: 'send-trusted',
    path: '/send/held/held',
    as,
    act: withStubs({ ...people, '**/api/held-sends/held': { json: held({ opinions: [asked()] }) } }),
    until: 'No answer yet',
    like: 'send-trusted',
    full: true as const,
  },
  {
    name: 'send-due',
    path: '/send/held/held',
    as,
    act: withStubs({ ...people, '**/api/held-sends/held': { json: held({ status: 'due', opinions: [asked({ opinion: 'stop', answeredAt: hours(0) })] }) } }),
    until: 'says: stop',
    full: true as const,
  },
  {
    name: 'trusted-asked',
    path: '/opinions/1',
    as,
    act: withStubs({ '**/api/opinion-requests/1': { json: request } }),
    until: 'asks what you think',
    like: 'trusted-asked',
  },
  {
    name: 'trusted-people',
    path: '/safety/trusted',
    as,
    act: withStubs({
      '**/api/me/opinion-requests': { json: { items: [request] } },
      '**/api/me/trusted-people': {
        json: {
          items: [
            trusted('1', 'Tāmati H.'),
            trusted('2', '021 ••• ••19', { status: 'asked' }),
            trusted('3', 'Sione T.', { role: 'trusted-by', status: 'asked' }),
          ],
        },
      },
    }),
    until: 'Add someone',
    full: true as const,
  },
]
