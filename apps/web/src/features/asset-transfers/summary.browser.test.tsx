import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import {
  button,
  currentHash,
  currentPath,
  dialog,
  heading,
  link,
  mockServerPerTest,
  openApp,
  pageText,
  refusal,
  server,
  signInAs,
} from '../../testing/fixtures.tsx'
import { finalSummary, linkKey, waitingGift, waitingSummary } from './fixtures.tsx'

const manager = vi.hoisted(() => ({
  getUser: vi.fn(async (): Promise<unknown> => null),
  signinRedirect: vi.fn(async () => {}),
  events: { addUserLoaded: () => {}, removeUserLoaded: () => {} },
}))
vi.mock('../../lib/session-manager.ts', () => ({ manager }))

mockServerPerTest()
beforeEach(() => {
  sessionStorage.clear()
  manager.getUser.mockImplementation(async () => null)
  manager.signinRedirect.mockClear()
})
afterEach(() => {
  deployed.people.claim = false
})
const withClaim = () => (deployed.people.claim = true)

const summary = 'GET /api/asset-transfers/xfer/summary'
const decline = 'POST /api/asset-transfers/xfer/decline'
const report = 'POST /api/asset-transfers/xfer/report'
const calls = () => [...new Set(server.requests.map(({ call }) => call))]

test('without a session and without the claim area the page shows sender, message and asset, and makes one call [ROUTE-31, XFER-01, XFER-02, SESS-09, CLAIM-01]', async () => {
  server.answers[summary] = waitingSummary()
  await openApp(`/transfer/xfer#${linkKey}`)
  await expect.element(heading('Mia Tūhoro sent you money')).toBeVisible()
  await expect.element(page.getByText('“Happy birthday, Jack”')).toBeVisible()
  for (const text of ['$50.00', '027', 'Waits for you', 'Is this real', 'Decline', 'Report']) expect(pageText()).not.toContain(text)
  expect(calls()).toEqual([summary])
  await expect.poll(() => document.title).toBe('Transfer | Nikau')
})

test('without the claim area Claim signs up and ends at home, where what waits is claimed [XFER-02, CLAIM-01]', async () => {
  server.answers[summary] = waitingSummary()
  localStorage.setItem('assetsResolved-someone', 'true')
  await openApp('/transfer/xfer')
  await link('Claim').click()
  await expect.poll(currentPath).toBe('/')
  await expect.poll(() => manager.signinRedirect.mock.calls).toEqual([[{ state: { target: '/' }, extraQueryParams: { signup: '1' } }]])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('assetsResolved'))).toEqual([])
})

test('a signed-in visitor sees the same page and call without the claim area [CLAIM-01]', async () => {
  signInAs()
  server.answers[summary] = waitingSummary()
  await openApp('/transfer/xfer')
  await expect.element(heading('Mia Tūhoro sent you money')).toBeVisible()
  expect(calls()).toEqual([summary])
})

test('an unknown transfer is not found, with the way home [XFER-01]', async () => {
  await openApp('/transfer/xfer')
  await expect.element(heading('Transfer not found')).toBeVisible()
  await link('Go Back Home').click()
  await expect.poll(currentPath).toBe('/')
})

const finals = [
  ['claimed', 'Already Claimed', 'This transfer has already been claimed.'],
  ['expired', 'Transfer Expired', 'This transfer was not claimed in time and is going back to the sender.'],
  ['returned', 'Transfer Returned', 'This transfer was not claimed in time and has been returned to the sender.'],
  ['cancelled', 'Transfer Cancelled', 'The sender cancelled this transfer.'],
  ['declined', 'Transfer Unavailable', 'This transfer can’t be claimed.'],
  ['failed', 'Transfer Unavailable', 'This transfer can’t be claimed.'],
] as const
for (const isClaimOn of [false, true])
  test.each(finals)(
    `a transfer that is %s says so and offers no claim, claim area ${isClaimOn ? 'on' : 'off'} [XFER-01, XFER-03, CLAIM-01, CLAIM-07]`,
    async (status, title, text) => {
      deployed.people.claim = isClaimOn
      server.answers[summary] = finalSummary(status)
      await openApp(`/transfer/xfer#${linkKey}`)
      await expect.element(heading(title)).toBeVisible()
      await expect.element(page.getByText(text)).toBeVisible()
      for (const shown of ['Mia Tūhoro', 'Money', 'Happy birthday, Jack']) expect(pageText()).toContain(shown)
      for (const name of [/Claim/, 'Decline', 'Report']) expect(button(name).elements()).toEqual([])
      expect(calls()).toEqual([summary])
    },
  )

test('the claim page shows amount, masked recipient and the day it goes back, and of the sender the name alone [CLAIM-10, CLAIM-11, XFER-02]', async () => {
  withClaim()
  server.answers[summary] = waitingSummary()
  await openApp('/transfer/xfer')
  await expect.element(heading('Mia Tūhoro sent you $50.00')).toBeVisible()
  await expect.element(page.getByText('to 027 ••• ••08', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Waits for you until Sat 28 Nov')).toBeVisible()
  await expect.element(page.getByText('MT', { exact: true })).toBeVisible()
  await expect.element(button('Claim $50.00')).toBeVisible()
  expect(calls()).toEqual([summary])
})

test('once it is final, the claim page has neither amount nor recipient [CLAIM-10]', async () => {
  withClaim()
  server.answers[summary] = finalSummary('claimed')
  await openApp('/transfer/xfer')
  await expect.element(link('Open my wallet')).toHaveAttribute('href', '/')
  expect(pageText()).not.toContain('$')
  expect(pageText()).not.toContain('•••')
})

test('Claim signs up and returns to the transfer with the claim in the navigation state [XFER-02, CLAIM-13]', async () => {
  withClaim()
  server.answers[summary] = waitingSummary()
  await openApp('/transfer/xfer')
  await button('Claim $50.00').click()
  await expect
    .poll(() => manager.signinRedirect.mock.calls)
    .toEqual([[{ state: { target: '/transfer/xfer', navigationState: { claim: true } }, extraQueryParams: { signup: '1' } }]])
})

test('the key leaves the address at once and is the bearer of a decline [CLAIM-15, CLAIM-16]', async () => {
  withClaim()
  server.answers[summary] = waitingSummary()
  server.answers[decline] = () => {
    server.answers[summary] = finalSummary('declined')
    return {}
  }
  const screen = await openApp(`/transfer/xfer#${linkKey}`)
  await expect.element(heading('Mia Tūhoro sent you $50.00')).toBeVisible()
  await expect.poll(currentHash).toBe('')
  for (const { headers } of server.requests) expect(headers.authorization).toBeUndefined()
  await button('Decline').click()
  await dialog('Decline $50.00?').getByRole('button', { name: 'Decline' }).click()
  await expect.element(heading('Declined')).toHaveFocus()
  await expect.element(page.getByText('Mia Tūhoro has the money back. You don’t need to do anything.')).toBeVisible()
  expect(server.to(decline).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${linkKey}`])
  for (const storage of [localStorage, sessionStorage]) expect(JSON.stringify(storage)).not.toContain(linkKey)

  await screen.unmount()
  await openApp('/transfer/xfer')
  await expect.element(heading('Transfer Unavailable')).toBeVisible()
})

test('a link without a key, or with something else behind it, offers neither decline nor report [CLAIM-15]', async () => {
  withClaim()
  server.answers['GET /api/asset-transfers/other/summary'] = waitingSummary({ id: 'other' })
  const screen = await openApp('/transfer/other')
  await expect.element(button('Claim $50.00')).toBeVisible()
  expect(button(/Decline|Report/).elements()).toEqual([])
  await screen.unmount()
  await openApp('/transfer/other#top')
  await expect.element(button('Claim $50.00')).toBeVisible()
  expect(button(/Decline|Report/).elements()).toEqual([])
})

test.each([
  ['Don’t know them', 'unknown-sender'],
  ['Wants it back', 'wants-something-back'],
  ['A scam', 'scam'],
  ['Abusive', 'abusive'],
  ['Not my number', 'wrong-number'],
])('a report says why: %s [CLAIM-17]', async (text, reason) => {
  withClaim()
  server.answers[summary] = waitingSummary()
  server.answers[report] = {}
  await openApp(`/transfer/xfer#${linkKey}`)
  await button('Report').click()
  const sheet = dialog('What’s wrong?')
  await expect.element(sheet.getByRole('button', { name: 'Report and decline' })).toBeDisabled()
  await expect.element(sheet.getByText(/Mia Tūhoro isn’t told that you reported/)).toBeVisible()
  await sheet.getByText(text).click()
  await sheet.getByRole('button', { name: 'Report and decline' }).click()
  await expect.element(heading('Reported and declined')).toBeVisible()
  expect(server.bodies(report)).toEqual([{ reason }])
  expect(server.to(report).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${linkKey}`])
})

test('a decline that comes too late says so, and the page then shows what became of it [CLAIM-16]', async () => {
  withClaim()
  server.answers[summary] = waitingSummary()
  server.answers[decline] = refusal('INVALID_ASSET_TRANSFER_STATUS')
  await openApp(`/transfer/xfer#${linkKey}`)
  await button('Decline').click()
  const asked = dialog('Decline $50.00?')
  await asked.getByRole('button', { name: 'Decline' }).click()
  await expect.element(asked.getByText(/no longer waits/)).toBeVisible()
  server.answers[summary] = finalSummary('cancelled')
  await asked.getByRole('button', { name: 'Back' }).click()
  await expect.element(heading('Transfer Cancelled')).toBeVisible()
})

test('a wrapped gift shows the parcel first; unwrapping makes no call, claims nothing and can be repeated [CLAIM-19]', async () => {
  withClaim()
  server.answers[summary] = waitingGift()
  for (let time = 0; time < 2; time++) {
    const screen = await openApp('/transfer/xfer')
    await expect.element(heading('Mia Tūhoro sent you a gift')).toBeVisible()
    for (const hidden of ['Flat white', 'First coffee']) expect(pageText()).not.toContain(hidden)
    const before = server.requests.length
    await button('Unwrap').click()
    await expect.element(heading('Mia Tūhoro sent you Flat white')).toHaveFocus()
    await expect.element(page.getByText('“Thanks for the lift. First coffee’s on me.”')).toBeVisible()
    await expect.element(button('Claim Flat white')).toBeVisible()
    expect(server.requests.length).toBe(before)
    await screen.unmount()
  }
  expect(calls()).toEqual([summary])
})

test('a token that is not wrapped is shown at once [XFER-01, CLAIM-19]', async () => {
  withClaim()
  server.answers[summary] = waitingGift({ wrap: undefined })
  await openApp('/transfer/xfer')
  await expect.element(heading('Mia Tūhoro sent you Flat white')).toBeVisible()
  await expect.element(page.getByText('Aro Street Coffee')).toBeVisible()
})

test('the page is not indexed, its title and metadata name nothing of the transfer, and no other site is asked [CLAIM-18]', async () => {
  withClaim()
  server.answers[summary] = waitingSummary()
  const screen = await openApp('/transfer/xfer')
  await expect.element(heading('Mia Tūhoro sent you $50.00')).toBeVisible()
  const metadata = () => [...document.head.querySelectorAll('meta')].map((meta) => meta.outerHTML)
  expect(metadata()).toContain('<meta name="robots" content="noindex">')
  await expect.poll(() => document.title).toBe('Transfer | Nikau')
  for (const secret of ['Mia', '$50', '50.00', 'birthday', 'og:']) expect(metadata().join('')).not.toContain(secret)
  expect(performance.getEntriesByType('resource').filter(({ name }) => new URL(name).origin !== location.origin)).toEqual([])
  expect(document.cookie).toBe('')
  await screen.unmount()
  expect(metadata().join('')).not.toContain('noindex')
})
