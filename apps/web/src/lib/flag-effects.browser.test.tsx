import { type FlagName, flagNames } from '@nikau/contract/flags'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { db, mockPayServerPerTest } from '../features/pay/fixtures.tsx'
import { asset, currentPath, openApp, server } from '../testing/fixtures.tsx'
import { queryClient } from './endpoint-hooks.ts'
import { updateLocalConfig } from './local-config.ts'
import { manager } from './session-manager.ts'

// What each flag switches, on the real screens: each effect is there with the flag and missing without it.

mockPayServerPerTest()

beforeEach(() => {
  for (const method of ['revokeTokens', 'removeUser', 'signoutRedirect'] as const) vi.spyOn(manager, method).mockResolvedValue()
  return () => vi.restoreAllMocks()
})

const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).elements().length > 0

async function openMenu(): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Guides' })).toBeVisible()
}
const menuItem = (name: string) => page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).elements().length > 0

async function signOut(): Promise<void> {
  await openMenu()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(() => vi.mocked(manager.signoutRedirect).mock.calls.length).toBe(1)
}

interface Effect {
  path?: string
  prepare?: () => void
  act?: () => Promise<void>
  /** True while the effect of the flag can be seen. */
  isSeen: () => boolean
}

const effects: Record<FlagName, Effect> = {
  v2GetPaymentRequestEnabled: { path: '/pay/r1', isSeen: () => server.to('GET /api/payment-requests/r1').length > 0 },
  dashboardNoticesEnabled: {
    prepare: () => (server.answers['GET /api/accounts/mine/bank-accounts'] = []),
    isSeen: () => page.getByRole('link', { name: 'Link Bank Account', exact: true }).elements().length > 0,
  },
  showWithdraw: { prepare: () => (server.answers['GET /api/accounts/mine/bank-accounts'] = []), act: openMenu, isSeen: () => menuItem('Withdraw') },
  showBankAccounts: { act: openMenu, isSeen: () => menuItem('Bank Accounts') },
  showSendAsset: { isSeen: () => tab('Send') },
  showBarcode: { path: '/scan', isSeen: () => page.getByRole('link', { name: 'Barcode', exact: true }).elements().length > 0 },
  showPayScreenForFarmlands: {
    path: '/pay/r1',
    prepare: () => (db.request.paymentOptions = [{ assetType: 'farmlands.nzd.main', amount: '1600' }]),
    isSeen: () => currentPath().startsWith('/farmlands/pay/r1'),
  },
  sendAssetsToEmailEnabled: { path: '/send', isSeen: () => page.getByRole('textbox', { name: 'Phone number or email' }).elements().length > 0 },
  tokenRevocationEnabled: { act: signOut, isSeen: () => vi.mocked(manager.revokeTokens).mock.calls.length > 0 },
  testAssetsEnabled: {
    prepare: () => (db.assets = [...db.assets, asset('play', 'nikau.nzd.test', { balance: '777', availableBalance: '777', currency: 'NZD' })]),
    isSeen: () => document.body.textContent.includes('$7.77'),
  },
  testUplinkEnabled: { prepare: () => updateLocalConfig({ testAssetsEnabled: true }), isSeen: () => document.body.textContent.includes('$100,000.00') },
  devModeEnabled: { act: openMenu, isSeen: () => menuItem('Configs') },
  mockQrScannerEnabled: { path: '/scan', isSeen: () => page.getByRole('textbox', { name: 'Scanned code' }).elements().length > 0 },
}

/** Whether the effect is seen once the page has loaded and rests. */
async function isSeenWith(flag: FlagName, value: boolean): Promise<boolean> {
  const { path = '/', prepare, act, isSeen } = effects[flag]
  prepare?.()
  updateLocalConfig({ [flag]: value })
  const screen = await openApp(path)
  await expect.poll(() => document.querySelectorAll('h1').length).toBe(1)
  await act?.()
  if (value) await expect.poll(isSeen).toBe(true)
  else {
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  const seen = isSeen()
  await screen.unmount()
  return seen
}

for (const flag of flagNames) {
  test(`without ${flag} its effect is not there [FLAG-02]`, async () => {
    expect(await isSeenWith(flag, false)).toBe(false)
  })
  test(`with ${flag} its effect is there [FLAG-02]`, async () => {
    expect(await isSeenWith(flag, true)).toBe(true)
  })
}
