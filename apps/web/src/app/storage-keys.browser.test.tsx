import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { coffee, db, mockPayServerPerTest, payButton } from '../features/pay/fixtures.tsx'
import { manager } from '../lib/session-manager.ts'
import { updateLocalConfig } from '../lib/local-config.ts'
import { asset, button, currentPath, link, openApp, pageText, server } from '../testing/fixtures.tsx'

mockPayServerPerTest()

const keys = () => Object.keys(localStorage).toSorted()

test('the app stores exactly these keys, and sign-out removes what was chosen to send and to top up [CONST-07]', async () => {
  localStorage.clear()
  server.answers['POST /api/me/resolve-claimable-assets'] = {}
  db.assets = [...db.assets, asset('cola', 'cca.coke.main', { description: 'Coke' })]
  db.request.lineItems = [coffee]
  updateLocalConfig({ showSendAsset: true })
  const home = await openApp('/')
  await expect.poll(pageText).toContain('$20.00')
  expect(keys()).toEqual(['assetsResolved-me', 'config.deimos'])
  await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Top up' }).click()
  await expect.poll(currentPath).toBe('/topup')
  await home.unmount()
  const token = await openApp('/assets/cola')
  await link('Send it').click()
  await expect.poll(currentPath).toBe('/send')
  await token.unmount()
  const pay = await openApp('/pay/r1')
  await payButton().click()
  await button('View receipt').click()
  await expect.element(link('Back to dashboard')).toBeVisible()
  await pay.unmount()
  expect(keys()).toEqual(['assetsResolved-me', 'closedPaymentModal-r1', 'config.deimos', 'sendingAssetId', 'topupAssetId'])
  for (const method of ['removeUser', 'signoutRedirect'] as const) vi.spyOn(manager, method).mockResolvedValue()
  await openApp('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await button('Logout').click()
  await expect.poll(keys).toEqual(['assetsResolved-me', 'closedPaymentModal-r1', 'config.deimos'])
  await expect.poll(() => vi.mocked(manager.signoutRedirect).mock.calls.length).toBe(1)
  vi.restoreAllMocks()
})
