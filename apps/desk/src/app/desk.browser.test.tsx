import { getProposal, listProposals } from '@nikau/contract/desk/proposals'
import { deskRoles } from '@nikau/contract/desk/roles'
import { finishPasskey, getDeskSession, lockDesk, recordDeskInput, startPasskey } from '@nikau/contract/desk/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type DeskServer, refuse, startDeskServer } from '../testing/desk-server.ts'
import { answerSession, openDesk, sessionOf, stubPasskey } from '../testing/open-desk.tsx'
import { proposals, sendBack } from '../testing/proposals.ts'
import { expectFocusSeen, expectSound } from '../testing/sweep.ts'
import { mayOpen } from './route-row.ts'
import { deskRoutes } from './routes.tsx'

let server: DeskServer

beforeEach(async () => {
  await page.viewport(1280, 800)
  server = startDeskServer()
  answerSession(server)
  server.on(listProposals, () => ({ ...proposals, now: new Date() }))
  server.on(getProposal, () => ({ proposal: sendBack(), now: new Date() }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const signedOut = () => server.on(getDeskSession, () => refuse('UNAUTHORIZED'))
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('without a session the desk offers a passkey and nothing else, and comes back to the page that was asked for [DESK-03]', async () => {
  signedOut()
  await openDesk('/approvals/318')
  await expect.element(heading('Sign in to the desk')).toBeVisible()
  const link = page.getByRole('link', { name: 'Use passkey' })
  await expect.element(link).toHaveAttribute('href', '/api/desk/sign-in?to=%2Fapprovals%2F318')
  expect(document.querySelectorAll('input, button, form')).toHaveLength(0)
  await expect.element(page.getByText(/No password, no code by text\./)).toBeVisible()
  expect(document.title).toBe('Sign in | Nikau desk')
})

test('a person who is no operator reads why they were not signed in [DESK-03]', async () => {
  signedOut()
  await openDesk('/sign-in?refused=NOT_AN_OPERATOR')
  await expect.element(page.getByText('This account is not an operator’s. Ask an admin for access.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Use passkey' })).toHaveAttribute('href', '/api/desk/sign-in?to=%2F')
})

test('a session that ends shows the sign-in, and keeps nothing that was read', async () => {
  const desk = await openDesk('/approvals')
  await expect.element(heading('Approvals')).toBeVisible()
  server.on(listProposals, () => refuse('UNAUTHORIZED'))
  await desk.queries.invalidateQueries()
  await expect.element(heading('Sign in to the desk')).toBeVisible()
  expect(desk.queries.getQueryCache().getAll()).toHaveLength(0)
})

test('a locked session hides the page from sight, focus and screen readers; one passkey opens it with what was typed [DESK-05]', async () => {
  stubPasskey()
  const desk = await openDesk('/approvals/318')
  const field = page.getByRole('textbox', { name: 'Why (needed to decline)' })
  await field.fill('The amount is not what Harbour')
  const element = field.element()
  server.on(getProposal, () => refuse('SESSION_LOCKED'))
  await desk.queries.invalidateQueries()

  await expect.element(heading('Locked after 15 minutes')).toBeVisible()
  await expect.element(page.getByRole('dialog', { name: 'Locked after 15 minutes' })).toBeVisible()
  expect(field.query()).toBeNull()
  expect(element.checkVisibility({ visibilityProperty: true })).toBe(false)
  expect(element.closest('[inert]')).not.toBeNull()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(heading('Locked after 15 minutes')).toBeVisible()
  for (let step = 0; step < 6; step++) {
    await userEvent.tab()
    expect(document.activeElement === document.body || document.activeElement?.closest('dialog') !== null).toBe(true)
  }

  server.on(getProposal, () => ({ proposal: sendBack(), now: new Date() }))
  await page.getByRole('button', { name: 'Priya, use your passkey' }).click()
  await expect.element(field).toHaveValue('The amount is not what Harbour')
  expect(field.element()).toBe(element)
  expect(server.to(finishPasskey)).toHaveLength(1)
})

test('a passkey that is refused or not used leaves the desk locked [DESK-05]', async () => {
  answerSession(server, { locked: true })
  let use: 'used' | 'closed' = 'closed'
  stubPasskey(() => use)
  await openDesk('/approvals')
  const unlock = page.getByRole('button', { name: 'Priya, use your passkey' })
  await unlock.click()
  await expect.element(page.getByText('No passkey was used.')).toBeVisible()
  use = 'used'
  server.on(finishPasskey, () => refuse('PASSKEY_REFUSED'))
  await unlock.click()
  await expect.element(page.getByText(/This passkey was refused\./)).toBeVisible()
  server.on(startPasskey, () => refuse('UNAVAILABLE'))
  await unlock.click()
  await expect.element(page.getByText(/The desk cannot reach the books\./)).toBeVisible()
  expect(server.to(listProposals)).toHaveLength(0)
})

test('the lock locks at once, also while the server does not answer [DESK-05]', async () => {
  await openDesk('/approvals')
  server.on(lockDesk, () => refuse('UNAVAILABLE'))
  await page.getByRole('button', { name: 'Lock the desk' }).click()
  await expect.element(heading('Locked')).toBeVisible()
})

test('typing and pressing keep the session open, at most once a minute; what the page reads by itself does not [DESK-05]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  vi.setSystemTime('2026-11-17T01:41:00Z')
  const desk = await openDesk('/approvals')
  await expect.element(page.getByText('Send back to a bank payer')).toBeVisible()
  vi.setSystemTime('2026-11-17T01:42:01Z')
  dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  expect(server.to(recordDeskInput)).toHaveLength(0)
  await userEvent.keyboard('a')
  await userEvent.keyboard('b')
  await expect.poll(() => server.to(recordDeskInput).length).toBe(1)
  vi.setSystemTime('2026-11-17T01:43:02Z')
  await page.getByText('Waiting', { exact: true }).click()
  await expect.poll(() => server.to(recordDeskInput).length).toBe(2)

  const before = server.to(listProposals).length
  await desk.queries.invalidateQueries()
  await expect.poll(() => server.to(listProposals).length).toBe(before + 1)
  expect(server.to(listProposals).at(-1)!.headers.get('x-background')).toBe('1')
  expect(server.to(listProposals)[0]!.headers.get('x-background')).toBeNull()
})

test.each(deskRoles)('%s sees the places that the role may open and no other [DESK-09]', async (role) => {
  answerSession(server, { operator: { id: 'x', name: 'Mere Tamihana', roles: [role] } })
  await openDesk('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect.element(navigation).toBeVisible()
  const shown = [...navigation.element().querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(shown).toEqual(deskRoutes.filter((row) => row.place && mayOpen([role], row)).map(({ path }) => path))
})

test('a screen outside the role says so and makes no call [DESK-09]', async () => {
  const { DeskApp } = await import('./DeskApp.tsx')
  const { createDesk } = await import('../lib/desk.ts')
  const { MemoryRouter } = await import('react-router')
  const { render } = await import('vitest-browser-react')
  const forAdmins = deskRoutes.map((row) => ({ ...row, needs: [{ ...listProposals, roles: ['admin'] as const }] }))
  await render(
    <MemoryRouter initialEntries={['/approvals']}>
      <DeskApp desk={createDesk()} rows={forAdmins} />
    </MemoryRouter>,
  )
  await expect.element(heading('Not in your role')).toBeVisible()
  expect(server.to(listProposals)).toHaveLength(0)
  expect(document.querySelector('.dk-nav a')).toBeNull()
})

test('a page that does not exist says so', async () => {
  await openDesk('/nowhere')
  await expect.element(heading('Not found')).toBeVisible()
})

test('a desk over test data has the striped bar above everything, a live one has none [DESK-97]', async () => {
  answerSession(server, { test: true })
  await openDesk('/approvals')
  const bar = page.getByRole('complementary', { name: 'Test mode' })
  await expect.element(bar).toBeVisible()
  expect(bar.element().textContent).toContain('TEST')
  expect(bar.element().getBoundingClientRect().top).toBe(0)
  expect(getComputedStyle(bar.element().firstElementChild!).backgroundImage).toContain('repeating-linear-gradient')
})

test('a live desk has no bar [DESK-97]', async () => {
  await openDesk('/approvals')
  await expect.element(page.getByText('Live', { exact: true })).toBeVisible()
  expect(document.querySelector('.n-test-banner')).toBeNull()
})

test('the question mark lists the keys, and does nothing in a field', async () => {
  await openDesk('/approvals')
  await expect.element(page.getByText('Send back to a bank payer')).toBeVisible()
  await userEvent.keyboard('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await expect.element(dialog).toBeVisible()
  for (const name of ['This list', 'Next row', 'Row before', 'Open the row']) await expect.element(dialog.getByText(name)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
})

test('on a phone the places are in a menu', async () => {
  await page.viewport(390, 844)
  await openDesk('/approvals/318')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await menu.getByRole('link', { name: /Approvals/ }).click()
  await expect.element(heading('Approvals')).toBeVisible()
})

test('the desk says when the server does not answer at all, and opens by itself', { timeout: 30_000 }, async () => {
  server.isAway = true
  await openDesk('/approvals')
  await expect.element(heading('The desk does not answer')).toBeVisible()
  server.isAway = false
  await expect.element(heading('Approvals')).toBeVisible()
})

const states = {
  'sign-in': async () => {
    signedOut()
    await openDesk('/sign-in?refused=NOT_AN_OPERATOR')
    await expect.element(heading('Sign in to the desk')).toBeVisible()
  },
  locked: async () => {
    server.on(getDeskSession, () => sessionOf({ locked: true }))
    await openDesk('/approvals')
    await expect.element(heading('Locked after 15 minutes')).toBeVisible()
  },
  'not found': async () => {
    await openDesk('/nowhere')
    await expect.element(heading('Not found')).toBeVisible()
  },
}

test.each(Object.entries(states))('%s is sound in light and dark on desktop and phone [DESK-94]', { timeout: 120_000 }, async (_, open) => {
  await open()
  await expectSound('desktop')
  await expectSound('phone')
  await page.viewport(1280, 800)
  await expectFocusSeen()
})
