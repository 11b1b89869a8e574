import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, currentPath, dialog, heading, link, mockServerPerTest, openApp, server, wallet } from '../../testing/fixtures.tsx'

mockServerPerTest()

const cola = asset('cola', 'cca.coke.main', { description: 'Coke' })
const coffee = asset('coffee', 'nikau.token.main', { description: 'Flat white', issuer: 'Daily Bread' })

beforeEach(() => {
  updateLocalConfig({ showSendAsset: true })
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), cola, coffee] }
})

test('a cola token without an expiry date says so [ASSET-07]', async () => {
  await openApp('/assets/cola')
  await expect.element(page.getByText('No Expiry Date Set')).toBeVisible()
})

test('Send it opens /send with this cola token as what is sent [ASSET-05]', async () => {
  await openApp('/assets/cola')
  await link('Send it').click()
  await expect.poll(currentPath).toBe('/send')
  await expect.element(page.getByRole('main').getByText('Coke', { exact: true })).toBeVisible()
  expect(page.getByRole('main').getByText('$128.40').elements()).toEqual([])
})

for (const path of ['/assets/coffee', '/token-issuer/daily-bread', '/token-issuer/daily-bread/details'])
  test(`Make a payment on ${path} opens /scan [ASSET-13, ISS-02]`, async () => {
    await openApp(path)
    await link('Make a payment').click()
    await expect.poll(currentPath).toBe('/scan')
  })

test('an issuer token without an expiry date shows no expiry line [ASSET-10]', async () => {
  await openApp('/assets/coffee')
  await expect.element(heading('Flat white')).toBeVisible()
  expect(page.getByText('Expires').elements()).toEqual([])
})

test('an asset of the other mode is not shown, even by its address [FLAG-04]', async () => {
  const testCola = asset('cola-test', 'cca.coke.test')
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), cola, testCola] }
  const main = await openApp('/assets/cola-test')
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
  expect(page.getByText('Coca-Cola').elements()).toEqual([])
  await main.unmount()
  updateLocalConfig({ testAssetsEnabled: true })
  const test = await openApp('/assets/cola-test')
  await expect.element(heading('Coca-Cola (Test)')).toBeVisible()
  await test.unmount()
  await openApp('/assets/cola')
  await expect.element(dialog('Something Went Wrong')).toBeVisible()
})
