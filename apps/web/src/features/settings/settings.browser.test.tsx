import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { activateLanguage, rememberedLanguage } from '../../lib/i18n.ts'
import { localConfig } from '../../lib/local-config.ts'
import { manager } from '../../lib/session-manager.ts'
import { at, button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server, signInAs } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'

mockServerPerTest()
const device = (id: string, current: boolean) => ({ id, device: 'Chrome on Android', firstUsedAt: at, lastUsedAt: at, current })
beforeEach(() => {
  deployed.people.guard = true
  signInAs({ email_verified: true })
  Object.assign(server.answers, {
    'GET /sessions': { sessions: [device('me', true), device('other', false)] },
    'GET /passkeys': { passkeys: [] },
    'GET /api/accounts/mine/safety': { frozen: null },
    'GET /api/me/trusted-people': { items: [] },
    'GET /api/me/shown-name': { name: 'Mia T.', visible: true },
    'GET /api/accounts/mine/quotas': [{ type: 'spend', assetType: 'nikau.nzd.main', period: 'monthly', interval: '2026-11', limit: '300000', usage: '63600' }],
  })
})
afterEach(() => {
  deployed.people.guard = false
  deployed.teReo = false
  delete document.documentElement.dataset.theme
})

const saved = (more: object = {}) => ({
  userId: 'me',
  phoneNumber: '+64215550142',
  phoneVerified: true,
  email: 'mia@demo.example',
  emailVerified: true,
  givenName: 'Mia',
  familyName: 'Tūhoro',
  featureUpdates: false,
  marketingUpdates: false,
  ...more,
})
const update = 'POST /api/me/profile/update'
const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

test('the menu leads to the settings, and each row shows its present value', async () => {
  await openApp('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await link('Settings').click()
  await expect.element(heading('Settings')).toBeVisible()
  for (const [name, value] of [
    ['Profile', 'Mia Tūhoro, +64 21 555 0142'],
    ['Email', 'mia@demo.example, confirmed'],
    ['Emails from us', 'Payments and account'],
    ['What others see of you', 'Mia T.'],
    ['Language', 'English (NZ)'],
    ['Appearance', 'System'],
    ['Freeze wallet', 'Not frozen'],
    ['Where you’re signed in', '2 devices'],
    ['Passkeys', 'None yet'],
    ['Trusted people', 'None yet'],
    ['Limits', '$2,364.00 left to spend this month'],
    ['Statements', 'PDF, CSV or OFX'],
  ] as const)
    await expect.poll(() => rowOf(name).element().textContent, { message: name }).toContain(value)
})

for (const size of ['100%', '200%'])
  test(`no row grows when its value arrives, with text of ${size}`, async () => {
    document.documentElement.style.fontSize = size
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'))
    const arrived = Promise.withResolvers<void>()
    const calls = ['GET /sessions', 'GET /passkeys', 'GET /api/accounts/mine/safety', 'GET /api/me/trusted-people', 'GET /api/accounts/mine/quotas']
    for (const call of calls) {
      const answer = server.answers[call]
      server.answers[call] = () => arrived.promise.then(() => answer)
    }
    await openApp('/settings')
    await expect.element(rowOf('Sign out everywhere')).toBeVisible()
    const heights = () => [...document.querySelectorAll('main .n-item')].map((row) => `${row.querySelector('.n-item-name')!.textContent} ${row.clientHeight}`)
    const before = heights()
    expect(pageText()).not.toContain('2 devices')
    arrived.resolve()
    for (const value of ['Not frozen', '2 devices', 'None yet', '$2,364.00 left']) await expect.poll(pageText).toContain(value)
    expect(heights()).toEqual(before)
  })

test('every row leads to a screen that exists', async () => {
  const screen = await openApp('/settings')
  await expect.element(heading('Settings')).toBeVisible()
  const hrefs = page
    .getByRole('main')
    .getByRole('link')
    .elements()
    .map((row) => row.getAttribute('href')!)
  expect(hrefs.length).toBeGreaterThan(12)
  await screen.unmount()
  for (const href of hrefs) {
    const target = await openApp(href)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect([href, ...page.getByRole('heading', { name: 'Not Found' }).elements()]).toEqual([href])
    await target.unmount()
  }
})

test('without people.guard nothing leads to the safety screens', async () => {
  deployed.people.guard = false
  await openApp('/settings')
  await expect.element(link(/^Passkeys/)).toHaveAttribute('href', '/security')
  expect([...document.querySelectorAll('main a')].filter((row) => row.getAttribute('href')?.startsWith('/safety'))).toEqual([])
  expect(server.to('GET /sessions')).toEqual([])
})

test('the theme applies at once and is kept where the page’s first script reads it', async () => {
  await openApp('/settings')
  await link(/^Appearance/).click()
  await page.getByText('Dark').click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localConfig().theme).toBe('dark')
  await link('Back').click()
  await expect.poll(() => rowOf('Appearance').element().textContent).toContain('Dark')
  await link(/^Appearance/).click()
  await page.getByText('System').click()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localConfig().theme).toBeUndefined()
})

test('where te reo Māori is offered, choosing it applies at once and is kept', async () => {
  deployed.teReo = true
  await openApp('/settings')
  await link(/^Language/).click()
  await page.getByText('Te reo Māori').click()
  await expect.poll(() => localConfig().language).toBe('mi')
  expect(rememberedLanguage()).toBe('mi')
  await expect.element(page.getByRole('banner').getByText('Tautuhinga')).toBeVisible()
  await page.getByText('English (NZ)').click()
  await expect.element(page.getByRole('banner').getByText('Settings')).toBeVisible()
  expect(localConfig().language).toBe('en-NZ')
  await activateLanguage('en-NZ')
})

test('with one language there is none to choose', async () => {
  await openApp('/settings/language')
  await expect.poll(currentPath).toBe('/settings')
  await expect.element(heading('Settings')).toBeVisible()
  expect(link(/^Language/).elements()).toEqual([])
})

/** It would cover the last rows of the list, also in the next test. */
async function dismissSaved() {
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await button('Dismiss').click()
  await expect.element(page.getByText('Saved', { exact: true })).not.toBeInTheDocument()
}

test('the name is changed under the same rules as before a direct debit, and shown at once [PROF-04, PROF-06]', async () => {
  server.answers[update] = inTurn(refusal('FORBIDDEN'), saved({ givenName: 'Māia' }))
  await openApp('/settings/profile')
  await expect.element(page.getByText('+64 21 555 0142')).toBeVisible()
  await expect.element(button('Save')).toBeDisabled()
  const first = page.getByLabelText('First name')
  await first.fill('')
  await button('Save').click()
  await expect.element(page.getByText('First name is required')).toBeVisible()
  expect(server.to(update)).toEqual([])
  await first.fill('Māia')
  await button('Save').click()
  await expect.poll(pageText).toContain('Your details weren’t saved')
  await button('Save').click()
  await dismissSaved()
  expect(server.bodies(update).at(-1)).toEqual({ givenName: 'Māia', familyName: 'Tūhoro' })
  await link('Back').click()
  await expect.poll(() => rowOf('Profile').element().textContent).toContain('Māia Tūhoro')
})

test('a new email says that it is not confirmed yet, and its link can be sent again [PROF-07]', async () => {
  server.answers[update] = saved({ email: 'new@demo.example', emailVerified: false })
  await openApp('/settings/email')
  const email = page.getByLabelText('Email')
  await email.fill('new')
  await button('Save').click()
  await expect.element(page.getByText('Must be a valid email')).toBeVisible()
  await email.fill('new@demo.example')
  await button('Save').click()
  await expect.element(page.getByRole('heading', { name: 'Not confirmed yet' })).toBeVisible()
  await button('Send a new link').click()
  await expect.poll(() => server.bodies(update)).toEqual([{ email: 'new@demo.example' }, { email: 'new@demo.example' }])
  await link('Back').click()
  await expect.poll(() => rowOf('new@demo.example').element().textContent).toContain('new@demo.example, not confirmed yet')
})

test('the choices about emails are shown and saved; the one about payments is fixed [PROF-08]', async () => {
  server.answers[update] = saved({ featureUpdates: true })
  await openApp('/settings/notices')
  await expect.element(page.getByRole('checkbox', { name: 'My payments and account' })).toBeDisabled()
  await page.getByText('New features').click()
  await button('Save').click()
  await expect.poll(() => server.bodies(update)).toEqual([{ featureUpdates: true, marketingUpdates: false }])
  await dismissSaved()
  await link('Back').click()
  await expect.poll(() => rowOf('Emails from us').element().textContent).toContain('Payments and account, new features')
})

test('on desktop the chosen section opens beside the list', async () => {
  await page.viewport(1280, 800)
  await openApp('/settings')
  const pane = page.getByRole('complementary', { name: 'Settings' })
  await expect.element(pane.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await link(/^Appearance/).click()
  await expect.poll(currentPath).toBe('/settings?open=appearance')
  await expect.element(pane.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await expect.element(link(/^Appearance/)).toHaveAttribute('aria-current', 'true')
  expect(document.querySelectorAll('h1').length).toBe(1)
})

test('on desktop the address of a section opens it beside the list', async () => {
  await page.viewport(1280, 800)
  await openApp('/settings/appearance')
  await expect.poll(currentPath).toBe('/settings?open=appearance')
  await expect.element(page.getByRole('complementary', { name: 'Settings' }).getByRole('heading', { name: 'Appearance' })).toBeVisible()
})

test('statements open the same choice of files as the activity', async () => {
  await openApp('/settings')
  await button(/^Statements/).click()
  await expect.element(dialog('Export')).toBeVisible()
  await expect.element(button('PDF, to read and keep')).toBeVisible()
})

test('signing out everywhere ends the other sessions first; if that fails, this one stays [GUARD-13, SEC-23]', async () => {
  const signOut = vi.spyOn(manager, 'signoutRedirect').mockResolvedValue()
  server.answers['DELETE /sessions'] = inTurn(refusal('FORBIDDEN'), () => new Response(null, { status: 204 }))
  await openApp('/settings')
  await button(/^Sign out everywhere/).click()
  const question = dialog('Sign out everywhere?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(server.to('DELETE /sessions')).toEqual([])
  await button(/^Sign out everywhere/).click()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(pageText()).toContain('You’re still signed in')
  expect(signOut).not.toHaveBeenCalled()
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect.poll(() => signOut.mock.calls.length).toBe(1)
  signOut.mockRestore()
})
