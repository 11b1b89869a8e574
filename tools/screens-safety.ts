import type { Page } from 'playwright'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Answers calls with stubs, by URL pattern, so that the seeded data stays unchanged, and opens the screen again. */
export const withStubs = (stubs: Record<string, { status?: number; json: unknown }>, act?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  for (const [pattern, { status = 200, json }] of Object.entries(stubs))
    await page.route(pattern, (route) =>
      route.request().method() === 'OPTIONS' ? route.fallback() : route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } }),
    )
  await page.reload()
  await act?.(page)
}

const frozen = (by: 'person' | 'operator', reason?: string) => ({
  '**/api/accounts/*/safety': { json: { frozen: { by, since: ago(38), ...(reason && { reason }) } } },
})

const stubbedLimits = (newPeople: object) => ({
  '**/api/accounts/*/limits': {
    json: {
      limits: [
        { name: 'one-payment', limit: '30000', highest: '100000' },
        { name: 'one-day', limit: '50000', highest: '100000', usage: '8500', rise: { limit: '80000', at: later(80_000) } },
        { name: 'new-people', highest: '100000', usage: '0', ...newPeople },
        { name: 'no-signal', limit: '6000', highest: '20000' },
      ],
      riseHours: 24,
    },
  },
})
const ownLimits = stubbedLimits({ limit: '20000' })
const loweredLimits = stubbedLimits({ usage: '5000', lowered: { limit: '20000', until: later(70_000), because: 'new-device' } })
const shownName = { '**/api/me/shown-name': { json: { name: 'Mia T.', visible: true } } }

const sessions = [
  { id: '1', device: 'Safari on iPhone', firstUsedAt: ago(8000), lastUsedAt: ago(0), current: true },
  { id: '2', device: 'Safari on macOS', firstUsedAt: ago(50_000), lastUsedAt: ago(5500), current: false },
  { id: '3', device: 'Chrome on Android', firstUsedAt: ago(90_000), lastUsedAt: ago(60_000), current: false },
]

const event = (id: string, kind: string, minutes: number, detail: Record<string, string> = {}) => ({
  id,
  kind,
  at: ago(minutes),
  device: 'Safari on iPhone',
  detail,
})
const events = [
  event('1', 'withdrawal-made', 4, { amount: '$80.00', bankAccount: '12-••••-••••323-50' }),
  event('2', 'step-up', 5),
  event('3', 'bank-account-linked', 3000, { bankAccount: '12-••••-••••323-50' }),
  event('4', 'email-changed', 3020, { email: 'm•••@demo.example' }),
  event('5', 'passkey-added', 8000, { name: 'iPhone' }),
  event('6', 'signed-in-new-device', 8010),
]

const methods = (...list: string[]) => ({ methods: list, phone: '+64 20 ••• •02', email: 'm•••@demo.example' })
const signInAgain = { '**/api/withdrawals': { status: 403, json: { message: 'SIGN_IN_AGAIN', signIn: { acr: 'code', maxAge: 300 } } } }
const sent = () => ({ '**/step-up/code/send': { json: { resendAt: later(30), expiresAt: later(600) } } })

const withdraw = async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name: 'BNZ' }).click()
  await page.getByLabel('Amount', { exact: true }).fill('8')
  await page.getByRole('button', { name: 'Withdraw $8.00' }).click()
}

export const safetyScreens = [
  { name: 'safety', path: '/safety', as: 'mia' as const, until: 'Recent security activity' },
  { name: 'freeze', path: '/safety/freeze', as: 'mia' as const, until: 'Freeze $', like: 'freeze' },
  { name: 'frozen', path: '/safety/freeze', as: 'mia' as const, act: withStubs(frozen('person')), until: 'Nothing can leave', full: true as const },
  { name: 'home-frozen', path: '/', as: 'mia' as const, act: withStubs(frozen('person')), until: 'Someone else was here', like: 'frozen' },
  {
    name: 'home-frozen-operator',
    path: '/',
    as: 'mia' as const,
    act: withStubs(frozen('operator', 'We are checking a payment that a shop reported.')),
    until: 'What to do',
  },
  { name: 'own-limits', path: '/safety/limits', as: 'mia' as const, act: withStubs(ownLimits), until: 'Nikau’s limits', like: 'limits', full: true as const },
  {
    name: 'own-limits-edit',
    path: '/safety/limits',
    as: 'mia' as const,
    act: withStubs(ownLimits, (page) => page.getByRole('button', { name: /^One day/ }).click()),
    until: 'Set limit',
  },
  { name: 'own-limits-lowered', path: '/safety/limits', as: 'mia' as const, act: withStubs(loweredLimits), until: 'new device' },
  { name: 'shown-name', path: '/safety/name', as: 'mia' as const, act: withStubs(shownName), until: 'Show my name' },
  {
    name: 'devices',
    path: '/safety/devices',
    as: 'mia' as const,
    act: withStubs({ '**/sessions': { json: { sessions } } }),
    until: 'Sign out everywhere else',
    like: 'devices',
  },
  {
    name: 'devices-end',
    path: '/safety/devices',
    as: 'mia' as const,
    act: withStubs({ '**/sessions': { json: { sessions } } }),
    press: ['Sign out Safari on macOS'],
    until: 'someone has to sign in',
  },
  {
    name: 'security-activity',
    path: '/safety/activity',
    as: 'mia' as const,
    act: withStubs({ '**/api/me/security-events*': { json: { items: events, nextPageKey: 'more' } } }),
    until: 'Show more',
    full: true as const,
  },
  { name: 'passkeys', path: '/security', as: 'mia' as const, until: 'Add a passkey' },
  {
    name: 'step-up-code',
    path: '/withdraw',
    as: 'mia' as const,
    act: withStubs({ ...signInAgain, '**/step-up': { json: methods('code') }, ...sent() }, withdraw),
    until: 'We texted a code to',
  },
  {
    name: 'step-up-code-wrong',
    path: '/withdraw',
    as: 'mia' as const,
    act: withStubs(
      { ...signInAgain, '**/step-up': { json: methods('code') }, ...sent(), '**/step-up/code': { status: 403, json: { message: 'CODE_WRONG', triesLeft: 2 } } },
      (page) => withdraw(page).then(() => page.getByLabel('6-digit code').fill('123456')),
    ),
    until: '2 tries left',
  },
  {
    name: 'step-up-passkey',
    path: '/withdraw',
    as: 'mia' as const,
    act: withStubs({ ...signInAgain, '**/step-up': { json: methods('passkey', 'two-codes') } }, withdraw),
    until: 'Use your passkey',
  },
  {
    name: 'step-up-two-codes',
    path: '/withdraw',
    as: 'mia' as const,
    act: withStubs({ ...signInAgain, '**/step-up': { json: methods('passkey', 'two-codes') }, ...sent() }, withdraw),
    press: ['Use codes instead'],
    until: 'Code from the text',
  },
  { name: 'undo-email', path: '/undo-email#token', until: 'Undo the change' },
]
