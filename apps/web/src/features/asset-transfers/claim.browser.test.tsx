import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { deployed } from '../../lib/config.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { button, currentPath, dialog, heading, link, mockServerPerTest, openApp, pageText, refusal, server, wallet } from '../../testing/fixtures.tsx'
import { inTurn } from '../../testing/mock-server.ts'
import { finalSummary, flatWhite, linkKey, receivedTransfer, waitingSummary } from './fixtures.tsx'

const manager = vi.hoisted(() => ({ signinRedirect: vi.fn(async () => {}) }))
vi.mock('../../lib/session-manager.ts', async (original) => {
  const real = await original<typeof import('../../lib/session-manager.ts')>()
  return { manager: Object.assign(real.manager, manager) }
})

mockServerPerTest()
beforeEach(() => {
  deployed.people.claim = true
  manager.signinRedirect.mockClear()
  server.answers[summary] = waitingSummary()
})
afterEach(() => {
  deployed.people.claim = false
})

const summary = 'GET /api/asset-transfers/xfer/summary'
const claim = 'POST /api/asset-transfers/xfer/claim'
const claimed = 'GET /api/me/claimed-transfers'
const resolve = 'POST /api/me/resolve-claimable-assets'
const arrived = () => dialog('It’s in your wallet')

test('after the sign-in the claim is made once and ends at home with the money in the wallet [XFER-02, CLAIM-13, CLAIM-14]', async () => {
  server.answers[claim] = () => {
    server.answers[claimed] = { items: [receivedTransfer('after-sign-in')] }
    return receivedTransfer('xfer')
  }
  await openApp({ pathname: '/transfer/xfer', state: { claim: true } })
  await expect.poll(currentPath).toBe('/')
  await expect.element(arrived()).toBeVisible()
  expect(server.to(claim)).toHaveLength(1)
})

test('a link that is opened claims nothing by itself; a signed-in person presses Claim [CLAIM-13]', async () => {
  server.answers[claim] = receivedTransfer('xfer')
  await openApp('/transfer/xfer?claim=true')
  await expect.element(button('Claim $50.00')).toBeVisible()
  expect(server.to(claim)).toEqual([])
  await button('Claim $50.00').click()
  await expect.poll(currentPath).toBe('/')
  expect(manager.signinRedirect).not.toHaveBeenCalled()
})

test('a claim by someone else shows both numbers masked, and offers to sign in with the other one [CLAIM-13]', async () => {
  server.answers[claim] = refusal('ASSET_TRANSFER_INVALID_RECIPIENT', { recipient: '027 ••• ••08', yours: '021 ••• ••17' })
  await openApp('/transfer/xfer')
  await button('Claim $50.00').click()
  await expect.element(heading('Sent to another number')).toHaveFocus()
  await expect.element(page.getByText('This was sent to 027 ••• ••08. You’re signed in with 021 ••• ••17.')).toBeVisible()
  await expect.element(page.getByText('It waits until Sat 28 Nov')).toBeVisible()
  await expect.element(link('Back to home')).toHaveAttribute('href', '/')
  await button('Use 027 ••• ••08').click()
  await expect
    .poll(() => manager.signinRedirect.mock.calls)
    .toEqual([[{ state: { target: '/transfer/xfer', navigationState: { claim: true } }, prompt: 'login', extraQueryParams: { signup: '1' } }]])
})

test('with the link’s key, a person whose number it is not reports that [CLAIM-13, CLAIM-17]', async () => {
  server.answers[claim] = refusal('ASSET_TRANSFER_INVALID_RECIPIENT', { recipient: '027 ••• ••08', yours: '021 ••• ••17' })
  server.answers['POST /api/asset-transfers/xfer/report'] = {}
  await openApp(`/transfer/xfer#${linkKey}`)
  await button('Claim $50.00').click()
  await button('Not my number').click()
  await dialog('What’s wrong?').getByRole('button', { name: 'Report and decline' }).click()
  await expect.element(heading('Reported and declined')).toBeVisible()
  const [sent] = server.to('POST /api/asset-transfers/xfer/report')
  expect(sent).toMatchObject({ body: { reason: 'wrong-number' }, headers: { authorization: `Bearer ${linkKey}` } })
})

const byLink = 'POST /api/asset-transfers/xfer/claim-by-link'
const linkedToken = waitingSummary({ byLink: true, recipient: undefined, value: undefined, asset: flatWhite, message: undefined })

test('a link of a business is claimed with its key, which leaves the address at once [BIZ-78]', async () => {
  server.answers[summary] = linkedToken
  server.answers[byLink] = receivedTransfer('xfer')
  await openApp(`/transfer/xfer#${linkKey}`)
  await button('Claim Flat white').click()
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies(byLink)).toEqual([{ linkKey }])
  expect(server.to(claim)).toEqual([])
})

test('the sign-in brings the key of a link back, and the claim is made once [BIZ-78]', async () => {
  server.answers[summary] = linkedToken
  server.answers[byLink] = receivedTransfer('xfer')
  await openApp({ pathname: '/transfer/xfer', state: { claim: true, linkKey } })
  await expect.poll(currentPath).toBe('/')
  expect(server.bodies(byLink)).toEqual([{ linkKey }])
  expect(server.to(claim)).toEqual([])
})

test('a link that somebody has used, or that is not whole, is refused in words; nobody declines it for others [BIZ-78]', async () => {
  server.answers[summary] = linkedToken
  server.answers[byLink] = refusal('FORBIDDEN')
  await openApp('/transfer/xfer')
  await button('Claim Flat white').click()
  await expect.element(page.getByText('Check that you opened the whole link. Somebody may have used it already.')).toBeVisible()
  expect(button('Decline').elements()).toEqual([])
})

test('a number that was proved long ago is proved again by a code [CLAIM-13]', async () => {
  server.answers[claim] = refusal('ALIAS_NOT_CONFIRMED')
  await openApp('/transfer/xfer')
  await button('Claim $50.00').click()
  await expect.element(heading('Is it still yours?')).toBeVisible()
  await button('Sign in with a code').click()
  await expect.poll(() => manager.signinRedirect.mock.calls).toHaveLength(1)
  expect(manager.signinRedirect.mock.calls[0]).toMatchObject([{ prompt: 'login', state: { navigationState: { claim: true } } }])
})

test('a claim of a transfer that became final shows what became of it [XFER-03, CLAIM-13]', async () => {
  server.answers[summary] = inTurn(waitingSummary(), finalSummary('cancelled'))
  server.answers[claim] = refusal('INVALID_ASSET_TRANSFER_STATUS')
  await openApp('/transfer/xfer')
  await button('Claim $50.00').click()
  await expect.element(heading('Transfer Cancelled')).toBeVisible()
})

test('a claim that fails says that it still waits, and can be repeated [CLAIM-13]', async () => {
  server.answers[claim] = inTurn(refusal('FORBIDDEN'), receivedTransfer('xfer'))
  await openApp('/transfer/xfer')
  await button('Claim $50.00').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await button('Claim $50.00').click()
  await expect.poll(currentPath).toBe('/')
})

test('home shows a claimed transfer once, and never again [CLAIM-14]', async () => {
  server.answers[claimed] = { items: [receivedTransfer('once')] }
  server.answers['POST /api/asset-transfers/once/acknowledge'] = {}
  const screen = await openApp('/')
  await expect.element(arrived().getByText('50 dollars')).toBeInTheDocument()
  await expect.element(arrived().getByText('from Mia Tūhoro')).toBeVisible()
  await expect.element(arrived().getByText('Happy birthday, Jack')).toBeVisible()
  await expect.poll(() => server.to('POST /api/asset-transfers/once/acknowledge')).toHaveLength(1)
  await arrived().getByRole('button', { name: 'Open my wallet' }).click()
  await expect.element(arrived()).not.toBeInTheDocument()
  await screen.unmount()
  // Even if the server has not noted it yet.
  queryClient.clear()
  await openApp('/')
  await expect.poll(() => server.to(claimed).length).toBe(2)
  await expect.poll(pageText).toContain('$128.40')
  expect(arrived().elements()).toEqual([])
})

test('several transfers, money and tokens, are shown together [CLAIM-14]', async () => {
  server.answers[claimed] = { items: [receivedTransfer('one'), receivedTransfer('two', { value: undefined, asset: flatWhite, senderName: 'Hemi W.' })] }
  await openApp('/')
  await expect
    .poll(() =>
      arrived()
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    )
    .toEqual(['$50.00 from Mia Tūhoro', 'Flat white from Hemi W.'])
})

test('it lies over home and moves nothing [CLAIM-14]', async () => {
  const shifts: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  })
  observer.observe({ type: 'layout-shift' })
  const answer = Promise.withResolvers<object>()
  server.answers[claimed] = () => answer.promise
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  await new Promise((done) => setTimeout(done, 500))
  shifts.length = 0
  answer.resolve({ items: [receivedTransfer('still')] })
  await expect.element(arrived()).toBeVisible()
  await new Promise((done) => setTimeout(done, 300))
  observer.disconnect()
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05)
})

test('without the claim area home asks for no claimed transfers [CLAIM-01]', async () => {
  deployed.people.claim = false
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  expect(server.to(claimed)).toEqual([])
})

test('what waits is claimed once per user and browser, before assets load [SESS-15]', async () => {
  localStorage.removeItem('assetsResolved-me')
  const answer = Promise.withResolvers<object>()
  server.answers[resolve] = () => answer.promise
  const screen = await openApp('/')
  await expect.poll(() => server.to(resolve)).toHaveLength(1)
  await new Promise((done) => setTimeout(done, 300))
  expect(server.to('GET /api/accounts/mine/assets')).toEqual([])
  expect(localStorage.getItem('assetsResolved-me')).toBeNull()
  answer.resolve({})
  await expect.poll(pageText).toContain('$128.40')
  expect(localStorage.getItem('assetsResolved-me')).not.toBeNull()
  await screen.unmount()
  queryClient.clear()
  await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  expect(server.to(resolve)).toHaveLength(1)
})

test('a claim of what waits that fails leaves the wallet usable, and is made again on the next page load [SESS-15]', async () => {
  localStorage.removeItem('assetsResolved-me')
  server.answers[resolve] = refusal('FORBIDDEN')
  const screen = await openApp('/')
  await expect.poll(pageText).toContain('$128.40')
  expect(localStorage.getItem('assetsResolved-me')).toBeNull()
  await screen.unmount()
  queryClient.clear()
  await openApp('/')
  await expect.poll(() => server.to(resolve)).toHaveLength(2)
})

test('a new person has an account before what waits is claimed [SESS-15]', async () => {
  localStorage.removeItem('assetsResolved-me')
  server.answers['GET /api/account-memberships'] = inTurn([], [], [{ accountId: 'mine', accountName: 'Mia', accountType: 'individual', role: 'account-owner' }])
  server.answers['POST /api/accounts'] = { id: 'mine', name: 'Mia', type: 'individual', test: false, createdAt: '2026-11-14T03:12:00.000Z' }
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet()] }
  server.answers[resolve] = {}
  await openApp('/')
  await expect.poll(() => server.to(resolve)).toHaveLength(1)
  const order = server.requests.map(({ call }) => call)
  expect(order.indexOf('POST /api/accounts')).toBeLessThan(order.indexOf(resolve))
})
