import { Page, PageBody, Title } from '@nikau/ui'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type RouteRow, routes } from '../../app/routes.ts'
import { updateLocalConfig } from '../../lib/local-config.ts'
import { asset, heading, link, mockServerPerTest, openApp, server, wallet } from '../../testing/fixtures.tsx'

mockServerPerTest()

const cola = asset('cola', 'cca.coke.main', { description: 'Coke' })
const coffee = asset('coffee', 'nikau.token.main', { description: 'Flat white', issuer: 'Daily Bread' })

beforeEach(() => {
  updateLocalConfig({ showSendAsset: true })
  server.answers['GET /api/accounts/mine/assets'] = { items: [wallet(), cola, coffee] }
})

/** Placeholders for screens that the app does not have yet, so links to them are shown. */
const unbuiltScreens = ['scan', 'my-codes', 'send'].map((name): RouteRow => ({
  name,
  path: `/${name}`,
  title: { id: name, message: name },
  access: 'public',
  Screen: () => (
    <Page>
      <PageBody>
        <Title>{name}</Title>
      </PageBody>
    </Page>
  ),
}))

const openWithScreens = (path: string) => openApp(path, [...unbuiltScreens, ...routes])

test('a cola token without an expiry date says so and is spent at /my-codes [ASSET-06, ASSET-07]', async () => {
  await openWithScreens('/assets/cola')
  await expect.element(page.getByText('No Expiry Date Set')).toBeVisible()
  await link('Spend it').click()
  await expect.element(heading('my-codes')).toBeVisible()
})

test('Send it stores the token to send [ASSET-05, CONST-07]', async () => {
  await openWithScreens('/assets/cola')
  await link('Send it').click()
  await expect.element(heading('send')).toBeVisible()
  expect(localStorage.getItem('sendingAssetId')).toBe('cola')
})

for (const path of ['/assets/coffee', '/token-issuer/daily-bread', '/token-issuer/daily-bread/details'])
  test(`Make a payment on ${path} opens /scan [ASSET-13, ISS-02]`, async () => {
    await openWithScreens(path)
    await link('Make a payment').click()
    await expect.element(heading('scan')).toBeVisible()
  })

test('an issuer token without an expiry date shows no expiry line [ASSET-10]', async () => {
  await openWithScreens('/assets/coffee')
  await expect.element(heading('Flat white')).toBeVisible()
  expect(page.getByText('Expires').elements()).toEqual([])
})
