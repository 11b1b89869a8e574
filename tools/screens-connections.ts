import { withStubs } from './screens-safety.ts'

const now = new Date()
const month = now.toISOString().slice(0, 7)
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

const summary = (status: string) => ({
  '**/api/connections/*/summary': {
    json: {
      id: 'con1',
      createdAt: now.toISOString(),
      createdByAccountName: 'Corner Loaf Ltd',
      status,
      url: 'https://nikau.example/deimos/connect/con1',
      merchantId: 'loaf',
      test: false,
      formattedCreatedAt: 'Thu 12 Nov 2026, 8:12 am',
      redirectHref: 'https://nikau.example/deimos/connect/con1',
    },
  },
  '**/api/merchants/loaf/summary': {
    json: {
      id: 'loaf',
      name: 'Corner Loaf',
      test: false,
      location: { lat: -36.85, lng: 174.74, street: '12 Ponsonby Road', suburb: 'Ponsonby', city: 'Auckland', postCode: '1011', state: '', country: 'NZ' },
    },
  },
})

const wallet = (id: string, name: string, connectUrl: string, primaryColorHex: string, logoImg?: string) => ({
  id,
  name,
  connectUrl,
  primaryColorHex,
  accountId: id,
  payUrl: connectUrl,
  status: 'active',
  assetTypes: [{ id: 'nikau.nzd.main' }],
  createdAt: now.toISOString(),
  createdBy: id,
  test: false,
  ...(logoImg !== undefined && { logoImg }),
})
const nikauLogo =
  'data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%20viewBox%3D%220%200%2064%2064%22%3E%3Cpath%20fill%3D%22none%22%20stroke%3D%22%230E5A42%22%20stroke-width%3D%225%22%20stroke-linecap%3D%22round%22%20stroke-linejoin%3D%22round%22%20d%3D%22M7%2057C8%2028%2028%205%2058%2012M18.5%2024.4V55M28.5%2015.8V56M38.5%2011.8V49.5M48.5%2010.7V38%22%2F%3E%3C%2Fsvg%3E'
const wallets = {
  '**/api/merchants/loaf/supported-wallets': {
    json: [
      wallet('nikau', 'Nikau', '/deimos/connect', '#0E5A42', nikauLogo),
      wallet('tide', 'Tide Pay', 'https://tide.example/connect', '#1F4FA3'),
      wallet('koura', 'Kōura', 'https://koura.example/connect', '#8A3B12'),
    ],
  },
}

const shop = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  kind: 'connection',
  merchantId: id,
  liveness: 'main',
  state: 'on',
  since: '2026-09-03T03:00:00.000Z',
  used: '4250',
  limits: { each: '3000', period: 'monthly', total: '12000' },
  ...more,
})
const list = {
  '**/api/accounts/*/permissions*': {
    json: {
      items: [
        shop('con1', 'Corner Loaf'),
        shop('con2', 'Harbour Gym', { state: 'asks', limits: undefined, used: '0' }),
        shop('con3', 'Petone Cinema', { state: 'paused', used: '0', limits: { each: '2500', period: 'monthly', total: '2500' } }),
        {
          id: 'asb',
          kind: 'direct-debit',
          name: 'ASB',
          bankAccountNumber: '12-••••-••••323-50',
          liveness: 'main',
          state: 'on',
          since: ago(60),
          used: '0',
        },
      ],
      month,
      sum: { limit: '12000', used: '4250' },
    },
  },
}
const detail = (more: object = {}) => ({
  '**/api/permissions/con1': {
    json: {
      ...shop('con1', 'Corner Loaf', more),
      month,
      uses: [
        { paymentRequestId: 'r1', amount: '850', at: now.toISOString() },
        { paymentRequestId: 'r2', amount: '1400', at: ago(2) },
      ],
    },
  },
})

export const connectionScreens = [
  { name: 'connect', path: '/connect/con1', act: withStubs({ ...summary('created'), ...wallets }), until: 'Opens Tide Pay', like: 'connect' },
  {
    name: 'connect-none',
    path: '/connect/con1',
    act: withStubs({ ...summary('created'), '**/api/merchants/loaf/supported-wallets': { json: [] } }),
    until: 'No wallets available',
  },
  { name: 'connect-authorised', path: '/connect/con1', act: withStubs(summary('authorized')), until: 'You can close this page', like: 'connect-authorised' },
  { name: 'connect-failed', path: '/connect/con1', act: withStubs(summary('ended')), until: 'Connection failed', like: 'connect-failed' },
  { name: 'connect-unknown', refused: /nosuchconnection/, path: '/connect/nosuchconnection', until: 'Connection not found' },
  {
    name: 'connect-allow',
    path: '/connect?connectionId=con1',
    as: 'mia' as const,
    act: withStubs(summary('created'), (page) => page.getByText('Pay without asking me').click()),
    until: 'Only within these limits',
    like: 'connect-allow',
  },
  {
    name: 'connect-allow-edit',
    path: '/connect?connectionId=con1',
    as: 'mia' as const,
    act: withStubs(summary('created'), async (page) => {
      await page.getByText('Pay without asking me').click()
      await page.getByRole('button', { name: /^Each time/ }).click()
    }),
    until: 'Set limit',
  },
  {
    name: 'permissions',
    path: '/safety/permissions',
    as: 'mia' as const,
    act: withStubs({ ...list, ...detail() }),
    until: 'Pause everything',
    like: 'consents',
    full: true as const,
  },
  {
    name: 'permission',
    path: '/safety/permissions/con1',
    as: 'mia' as const,
    act: withStubs({ ...list, ...detail() }),
    until: 'Disconnect',
    like: 'connect-manage',
  },
  {
    name: 'permission-paused',
    path: '/safety/permissions/con1',
    as: 'mia' as const,
    act: withStubs({ ...list, ...detail({ state: 'paused' }) }),
    until: 'Start again',
    like: 'connect-paused',
    full: true as const,
  },
  {
    name: 'permission-end',
    path: '/safety/permissions/con1',
    as: 'mia' as const,
    act: withStubs({ ...list, ...detail() }),
    press: ['Disconnect'],
    until: 'Keep it connected',
    like: 'connect-end',
  },
]
