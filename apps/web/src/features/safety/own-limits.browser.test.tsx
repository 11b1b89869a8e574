import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { at, button, currentPath, heading, link, mockServerPerTest, openApp, pageText, refusal, server } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'

mockServerPerTest()
beforeEach(() => {
  deployed.people.guard = true
  server.answers['GET /api/accounts/mine/safety'] = { frozen: null }
  server.answers[read] = limits()
  server.answers['GET /api/accounts/mine/quotas'] = [quota('monthly', '2026-11', '100000', '82000'), quota('yearly', '2026', '999900', '431260')]
  server.answers[shownName] = { name: 'Mia T.', visible: true }
})
afterEach(() => {
  deployed.people.guard = false
})

const read = 'GET /api/accounts/mine/limits'
const update = 'PUT /api/accounts/mine/limits'
const shownName = 'GET /api/me/shown-name'

const alertText = () =>
  page
    .getByRole('alert')
    .elements()
    .map((alert) => alert.textContent)
    .join()

type Name = 'one-payment' | 'one-day' | 'new-people' | 'no-signal'

const limits = (more: Partial<Record<Name, object>> = {}) => ({
  limits: [
    { name: 'one-payment', highest: '100000', ...more['one-payment'] },
    { name: 'one-day', highest: '100000', usage: '8500', limit: '50000', ...more['one-day'] },
    { name: 'new-people', highest: '100000', usage: '0', ...more['new-people'] },
    { name: 'no-signal', highest: '20000', ...more['no-signal'] },
  ],
  riseHours: 24,
})
const quota = (period: string, interval: string, limit: string, usage: string) => ({
  type: 'spend',
  assetType: 'nikau.nzd.main',
  period,
  interval,
  limit,
  usage,
})
const pill = (name: RegExp) => page.getByRole('button', { name })
const list = (name: string) => page.getByRole('list', { name, exact: true })

test('safety leads to the limits and to what others see; without people.guard neither exists and nothing is asked [GUARD-11, GUARD-03]', async () => {
  const screen = await openApp('/safety')
  await expect.element(link(/My limits/)).toHaveAttribute('href', '/safety/limits')
  await expect.element(link(/What others see of you.*Mia T\./)).toHaveAttribute('href', '/safety/name')
  await screen.unmount()
  deployed.people.guard = false
  server.requests.length = 0
  for (const path of ['/safety/limits', '/safety/name']) {
    const off = await openApp(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: /My limits|What others see/ })).not.toBeInTheDocument()
    await off.unmount()
  }
  expect([...server.to(read), ...server.to(shownName)]).toEqual([])
})

test('shows own limits with what today has used, and Nikau’s [GUARD-11]', async () => {
  await openApp('/safety/limits')
  await expect.element(heading('My limits')).toBeVisible()
  await expect
    .poll(() =>
      list('My limits')
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual([
      expect.stringMatching(/^One payment.*No limit$/),
      'One day$500.00$85.00 today$415.00 left',
      expect.stringMatching(/^People you’ve not sent to before, one day.*No limit$/),
      expect.stringMatching(/^With no signal.*No limit$/),
    ])
  await expect.element(page.getByRole('meter', { name: 'One day' })).toHaveAttribute('aria-valuenow', '17')
  await expect
    .poll(() =>
      list('Nikau’s limits')
        .getByRole('listitem')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual(['Spend, November$1,000.00$820.00 used$180.00 left', 'Spend, 2026$9,999.00$4,312.60 used$5,686.40 left'])
})

test('a lower limit is set at once; over the highest it is not sent [GUARD-11]', async () => {
  server.answers[update] = limits({ 'one-day': { limit: '30000' } })
  await openApp('/safety/limits')
  await pill(/^One day: \$500\.00, change/).click()
  const amount = page.getByRole('textbox', { name: 'One day' })
  await amount.fill('1000.01')
  await button('Set limit').click()
  await expect.poll(pageText).toContain('Enter an amount up to $1,000.00')
  expect(server.to(update)).toEqual([])
  await amount.fill('300')
  await expect.poll(pageText).toContain('Takes effect at once')
  await button('Set limit').click()
  await expect.element(pill(/^One day: \$300\.00, change/)).toBeVisible()
  expect(server.to(update).map(({ body }) => body)).toEqual([{ 'one-day': '30000' }])
})

test('a higher one asks who it is, says when it counts, and can be taken back [GUARD-11, SEC-4]', async () => {
  const risen = limits({ 'one-day': { rise: { limit: '80000', at: '2026-11-15T03:12:00.000Z' } } })
  server.answers[update] = inTurn(refusal('SIGN_IN_AGAIN', { signIn: { acr: 'code', maxAge: 300 } }), risen, limits())
  server.answers['GET /step-up'] = { methods: ['code'], phone: '+64 21 ••• •42' }
  server.answers['POST /step-up/code/send'] = { resendAt: at, expiresAt: at }
  server.answers['POST /step-up/code'] = { acr: 'code' }
  await openApp('/safety/limits')
  await pill(/^One day/).click()
  await page.getByRole('textbox', { name: 'One day' }).fill('800')
  await expect.poll(pageText).toContain('Takes effect in 24 hours')
  await button('Set limit').click()
  await page.getByLabelText('6-digit code').fill('123456')
  await expect.element(page.getByRole('heading', { name: 'One day rises to $800.00' })).toBeVisible()
  await expect.poll(pageText).toContain('4:12 pm')
  await button('Keep $500.00').click()
  await expect.element(page.getByRole('heading', { name: 'One day rises to $800.00' })).not.toBeInTheDocument()
  expect(server.to(update).map(({ body }) => body)).toEqual([{ 'one-day': '80000' }, { 'one-day': '80000' }, { 'one-day': '50000' }])
})

test('ending a limit is a rise too; a refusal keeps the editor open and says so [GUARD-11]', async () => {
  const ending = limits({ 'one-day': { rise: { at: '2026-11-15T03:12:00.000Z' } } })
  server.answers[update] = inTurn(refusal('FORBIDDEN'), ending)
  await openApp('/safety/limits')
  await pill(/^One day/).click()
  await button('No limit, in 24 hours').click()
  await expect.poll(alertText).toContain('Your limit wasn’t changed')
  await button('No limit, in 24 hours').click()
  await expect.element(page.getByRole('heading', { name: 'One day: no limit' })).toBeVisible()
  expect(server.to(update).at(-1)?.body).toEqual({ 'one-day': null })
})

test.each([
  ['new-device', 'because you signed in on a new device'],
  ['new-email', 'because your email changed'],
])('says that a %s lowers what new people can be sent, and until when [GUARD-14]', async (because, text) => {
  const lowered = { limit: '20000', until: '2026-11-15T03:12:00.000Z', because }
  server.answers[read] = limits({ 'new-people': { lowered, usage: '5000' } })
  await openApp('/safety/limits')
  const row = list('My limits').getByRole('listitem').filter({ hasText: 'People you’ve not sent to before' })
  await expect.poll(() => row.element().textContent).toMatch(new RegExp(`\\$200\\.00 until .*4:12 pm, ${text}`))
  expect(row.element().textContent).toContain('$50.00 today$150.00 left')
})

test('limits that cannot be loaded say so and are tried again', async () => {
  server.answers[read] = inTurn(refusal('FORBIDDEN'), limits())
  await openApp('/safety/limits')
  await expect.poll(pageText).toContain('We couldn’t load your limits')
  await button('Try again').click()
  await expect.element(pill(/^One day/)).toBeVisible()
})

test('a person chooses the name that strangers read, or that they read none [GUARD-03]', async () => {
  const save = 'PUT /api/me/shown-name'
  server.answers[save] = inTurn({ name: 'Mia from netball', chosen: 'Mia from netball', visible: true }, refusal('FORBIDDEN'), {
    name: 'Mia from netball',
    chosen: 'Mia from netball',
    visible: false,
  })
  await openApp('/safety/name')
  await expect.element(page.getByText('Mia T.', { exact: true })).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  await page.getByRole('textbox', { name: 'Name' }).fill(' Mia from netball ')
  await button('Save').click()
  await expect.element(button('Save')).toBeDisabled()
  await page.getByText('Show my name to strangers').click()
  await expect.element(page.getByText('No name', { exact: true })).toBeVisible()
  await button('Save').click()
  await expect.poll(alertText).toContain('Your choice wasn’t saved')
  await button('Save').click()
  await expect.element(button('Save')).toBeDisabled()
  expect(server.to(save).map(({ body }) => body)).toEqual([
    { chosen: 'Mia from netball', visible: true },
    { chosen: 'Mia from netball', visible: false },
    { chosen: 'Mia from netball', visible: false },
  ])
  await page.getByRole('link', { name: 'Back' }).click()
  await expect.poll(currentPath).toBe('/safety')
  await expect.element(link(/Strangers read no name/)).toBeVisible()
})
