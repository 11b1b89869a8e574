import { msg } from '@lingui/core/macro'
import { getRefundLimits } from '@nikau/contract/members'
import { getPayoutSchedule } from '@nikau/contract/payouts'
import { PortalPage } from '@nikau/ui'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useBusiness } from '../lib/business.ts'
import { queryClient, useEndpointQuery } from '../lib/endpoint-hooks.ts'
import { currentPath, heading, mockServerPerTest, refusal, server } from '../testing/fixtures.tsx'
import { joinBusiness, openPortal, openPortalWithPreload, shop } from '../testing/portal.tsx'
import type { PortalRow } from './route-row.ts'

mockServerPerTest()

function ShopScreen() {
  const { shop: current, isTest } = useBusiness()
  return <PortalPage title={`${current.id} ${isTest ? 'test' : 'live'}`}>{null}</PortalPage>
}

const rows: PortalRow[] = [
  { name: 'home', path: '/business', title: msg`Home`, place: { label: msg`Home`, icon: 'home', group: 'main', onBar: true }, Screen: ShopScreen },
  {
    name: 'payouts',
    path: '/business/payouts',
    title: msg`Payouts`,
    permission: 'payouts:read',
    place: { label: msg`Payouts`, icon: 'bank', group: 'main', onBar: true },
    Screen: ShopScreen,
  },
  { name: 'open', path: '/business/open', title: msg`Open a business`, withoutBusiness: true, Screen: () => <PortalPage title="Open">{null}</PortalPage> },
]

test('the title names the screen and the product [BIZ-01]', async () => {
  joinBusiness()
  await openPortal('/business/payouts', rows)
  await expect.element(heading('live live')).toBeVisible()
  await expect.poll(() => document.title).toBe('Payouts | Nikau for business')
})

test('a screen shows its parts at once, when all that it loads first is there, so that none pushes another down', async () => {
  joinBusiness()
  const schedule = Promise.withResolvers<object>()
  server.answers['GET /api/accounts/org/refund-limits'] = { cashier: '5000', manager: '50000' }
  server.answers['GET /api/accounts/org/payout-schedule'] = () => schedule.promise
  function TwoParts() {
    const params = { accountId: useBusiness().accountId }
    const limits = useEndpointQuery(getRefundLimits, { params })
    const payouts = useEndpointQuery(getPayoutSchedule, { params })
    return (
      <PortalPage title="Parts">
        {payouts.data && <p>Slow part</p>}
        {limits.data && <p>Fast part</p>}
      </PortalPage>
    )
  }
  await openPortal('/business', [{ ...rows[0]!, Screen: TwoParts }])
  await expect.element(heading('Parts')).toBeVisible()
  await expect.element(page.getByText('Fast part')).toBeInTheDocument()
  await expect.element(page.getByText('Fast part')).not.toBeVisible()
  schedule.resolve({ current: { kind: 'daily' } })
  await expect.element(page.getByText('Fast part')).toBeVisible()
  await expect.element(page.getByText('Slow part')).toBeVisible()
})

test('a person without a business is sent to open one [BIZ-02]', async () => {
  await openPortal('/business/payouts', rows)
  await expect.element(heading('Open')).toBeVisible()
  await expect.poll(currentPath).toBe('/business/open')
})

test('the chosen shop is in the address, and this browser remembers it [BIZ-02]', async () => {
  joinBusiness('account-owner', [shop('first'), shop('second', { name: 'Second Loaf' })])
  const { unmount } = await openPortal('/business', rows)
  await expect.element(heading('first live')).toBeVisible()
  await page.getByRole('button', { name: /Change shop/ }).click()
  await page.getByRole('button', { name: 'Second Loaf' }).click()
  await expect.element(heading('second live')).toBeVisible()
  await expect.poll(currentPath).toBe('/business?shop=second')
  await page.getByRole('link', { name: 'Payouts' }).click()
  await expect.poll(currentPath).toBe('/business/payouts?shop=second')
  await unmount()
  await openPortal('/business/payouts', rows)
  await expect.element(heading('second live')).toBeVisible()
  await expect.poll(currentPath).toBe('/business/payouts?shop=second')
})

test('the navigation hides what a role may not see, and an address says to ask an owner [BIZ-05, BIZ-06]', async () => {
  joinBusiness('cashier')
  await openPortal('/business/payouts', rows)
  await expect.element(heading('Ask an owner')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Home' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Payouts' })).not.toBeInTheDocument()
})

test('the switch shows the test shop under a striped bar, and back [BIZ-07]', async () => {
  joinBusiness()
  await page.viewport(1280, 800)
  await openPortal('/business', rows)
  await expect.element(heading('live live')).toBeVisible()
  await expect.element(page.getByText('TEST', { exact: true })).not.toBeInTheDocument()
  await page.getByText('Test mode', { exact: true }).click()
  await expect.element(heading('test test')).toBeVisible()
  await expect.element(page.getByText('TEST', { exact: true })).toBeVisible()
  await page.getByText('Test mode', { exact: true }).click()
  await expect.element(heading('live live')).toBeVisible()
})

test('a business that is not live yet has test only, with a link to what is missing [BIZ-08]', async () => {
  joinBusiness('account-owner', [shop('test', { test: true })])
  await page.viewport(1280, 800)
  await openPortal('/business', rows)
  await expect.element(heading('test test')).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'What’s missing to go live' }).click()
  await expect.element(heading('Open')).toBeVisible()
})

test('the shop in the address decides between several businesses, and the switcher lists the others [BIZ-02]', async () => {
  joinBusiness()
  server.answers['GET /api/account-memberships'] = ['org', 'bakery'].map((accountId) => ({
    accountId,
    accountName: accountId,
    accountType: 'org',
    role: 'manager',
  }))
  server.answers['GET /api/merchants'] = { items: [shop('live'), shop('oven', { accountId: 'bakery', name: 'Oven' })] }
  server.answers['GET /api/merchants/oven'] = shop('oven', { accountId: 'bakery', name: 'Oven' })
  await openPortal('/business?shop=oven', rows)
  await expect.element(heading('oven live')).toBeVisible()
  await page.getByRole('button', { name: /Change shop/ }).click()
  await page.getByRole('button', { name: 'org' }).click()
  await expect.element(heading('live live')).toBeVisible()
  await expect.poll(currentPath).toBe('/business?shop=live')
})

test('a navigation that is pending when the shop becomes known is not undone [BIZ-02]', async () => {
  const code = Promise.withResolvers<void>()
  const Start = () => <Link to="/business/open/address">Go on</Link>
  const address = { ...rows[2]!, name: 'address', path: '/business/open/address', Screen: () => <PortalPage title="Shop address">{null}</PortalPage> }
  await openPortalWithPreload('/business/open', [...rows.slice(0, 2), address, { ...rows[2]!, Screen: Start }], () => code.promise)
  await page.getByRole('link', { name: 'Go on' }).click()
  joinBusiness()
  await queryClient.invalidateQueries()
  await expect.element(page.getByText('Corner Loaf').first()).toBeInTheDocument()
  code.resolve()
  await expect.element(heading('Shop address')).toBeVisible()
  await expect.poll(currentPath).toBe('/business/open/address?shop=live')
})

test('an address without a shop, or with one that the person does not reach, is replaced by that of the shop that is shown [BIZ-02]', async () => {
  joinBusiness()
  const { unmount } = await openPortal('/business/payouts?from=2026-11-01', rows)
  await expect.element(heading('live live')).toBeVisible()
  await expect.poll(currentPath).toBe('/business/payouts?from=2026-11-01&shop=live')
  await unmount()
  server.answers['GET /api/merchants/foreign'] = refusal('FORBIDDEN')
  await openPortal('/business?shop=foreign', rows)
  await expect.element(heading('live live')).toBeVisible()
  await expect.poll(currentPath).toBe('/business?shop=live')
})
