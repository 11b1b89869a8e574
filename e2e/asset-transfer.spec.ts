import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { button, heading } from './bank-account.ts'
import { expect } from './pay.ts'
import { createSession, test } from './session.ts'

// Every state of /transfer/{id} in both themes, with the API's answers in place of transfers that would take two weeks. The journeys
// with real transfers are in send.spec.ts and claim.spec.ts.

const at = '2026-11-14T03:12:00.000Z'
const expiresAt = '2026-11-28T03:12:00.000Z'
const linkKey = 'kQ7cB0-2mZr_v9x1Lh3YwA'
const common = {
  id: 'xfer',
  assetId: 'wallet',
  message: 'Happy birthday, Jack',
  senderName: 'Mia T.',
  createdAt: at,
  url: 'https://nikau.example/deimos/transfer/xfer',
  asset: { category: 'money', description: 'NZD', liveness: 'main' },
  expiresAt,
}
const waiting = { ...common, status: 'sent', value: '5000', recipient: '027 ••• ••08' }
const flatWhite = { category: 'token', description: 'Flat white', liveness: 'main', issuer: 'Aro Street Coffee', expiresAt }
const gift = { ...common, status: 'sent', asset: flatWhite, recipient: '027 ••• ••08', wrap: 'sand' }
const own = (status: string, steps: object[], more: object = {}) => ({
  ...waiting,
  status,
  direction: 'sent',
  reference: 'NK 90C4 1E63',
  timeline: [{ key: 'asked', at }, { key: 'sent', at }, { key: 'delivered', at }, ...steps],
  cancellable: false,
  reminders: { left: 0 },
  ...more,
})
const mine = own(
  'sent',
  [
    { key: 'reminded', due: expiresAt },
    { key: 'returned', due: expiresAt },
  ],
  { cancellable: true, recipient: '+64275550108', reminders: { left: 2, nextAt: expiresAt } },
)

async function answer(page: Page, path: string, json: object, status = 200): Promise<void> {
  await page.route(`**/api/${path}`, (route) => route.fulfill({ status, json }))
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('a visitor’s pages are accessible: waiting, declining, reporting, gift and final [XFER-01, XFER-03, CLAIM-16, CLAIM-17, CLAIM-19]', async ({
      page,
    }) => {
      await answer(page, 'asset-transfers/xfer/summary', waiting)
      await page.goto(`transfer/xfer#${linkKey}`)
      await expect(heading(page, 'Mia T. sent you $50.00')).toBeVisible()
      await expect(page).toHaveURL(/\/transfer\/xfer$/)
      await page.getByText('Is this real?').click()
      await expectAccessible(page)
      await button(page, 'Decline').click()
      await expect(button(page, 'Report instead')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Report instead').click()
      await page.getByText('A scam').click()
      await expectAccessible(page)
      await answer(page, 'asset-transfers/xfer/report', {})
      await button(page, 'Report and decline').click()
      await expect(heading(page, 'Reported and declined')).toBeFocused()
      await expectAccessible(page)

      await answer(page, 'asset-transfers/xfer/summary', gift)
      await page.reload()
      await expect(heading(page, 'Mia T. sent you a gift')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Unwrap').click()
      await expect(heading(page, 'Mia T. sent you Flat white')).toBeVisible()
      await expectAccessible(page)

      for (const [status, title] of Object.entries({ claimed: 'Already Claimed', expired: 'Transfer Expired', declined: 'Transfer Unavailable' })) {
        await answer(page, 'asset-transfers/xfer/summary', { ...common, status })
        await page.reload()
        await expect(heading(page, title)).toBeVisible()
        await expectAccessible(page)
      }
    })
  })

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`signed in, in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })
    test.beforeEach(async ({ page }) => {
      await createSession(page)
    })

    test('the sender’s pages are accessible: waiting, recalling, returned and failed [CLAIM-04, CLAIM-05, CLAIM-07, CLAIM-08]', async ({ page }) => {
      await answer(page, 'asset-transfers/xfer', mine)
      await page.goto('transfer/xfer')
      await expect(heading(page, 'To 027 555 0108')).toBeVisible()
      await expectAccessible(page)
      await button(page, 'Recall $50.00').click()
      await expect(button(page, 'Leave it')).toBeVisible()
      await expectAccessible(page)

      const back = { key: 'returned', at: expiresAt }
      for (const [text, transfer] of [
        ['Nobody claimed it in time.', own('returned', [{ key: 'expired', at: expiresAt }, back])],
        ['You have not been charged.', own('failed', [{ key: 'failed', at }, back])],
      ] as const) {
        await answer(page, 'asset-transfers/xfer', transfer)
        await page.reload()
        await expect(page.getByText(text)).toBeVisible()
        await expectAccessible(page)
      }
    })

    test('a refused claim and the arrival are accessible [CLAIM-13, CLAIM-14]', async ({ page }) => {
      await answer(page, 'asset-transfers/xfer/summary', waiting)
      await answer(page, 'asset-transfers/xfer', { message: 'FORBIDDEN' }, 403)
      await answer(page, 'asset-transfers/xfer/claim', { message: 'ASSET_TRANSFER_INVALID_RECIPIENT', recipient: '027 ••• ••08', yours: '021 ••• ••17' }, 403)
      await page.goto('transfer/xfer')
      await button(page, 'Claim $50.00').click()
      await expect(heading(page, 'Sent to another number')).toBeFocused()
      await expectAccessible(page)

      await answer(page, 'me/claimed-transfers', { items: [own('claimed', [{ key: 'claimed', at }], { direction: 'received' })] })
      await answer(page, 'asset-transfers/xfer/acknowledge', {})
      await page.goto('')
      await expect(page.getByRole('dialog', { name: 'It’s in your wallet' })).toBeVisible()
      await expectAccessible(page)
    })
  })
