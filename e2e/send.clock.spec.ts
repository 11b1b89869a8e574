import { test } from '@playwright/test'
import { heading } from './bank-account.ts'
import { moveClock } from './bank-control.ts'
import { expect } from './pay.ts'
import { freshPhone } from './people.ts'
import { createSender, linkSentTo, mia, movementsOf, openVisitor, send, testBalance } from './send.ts'

const days = 86_400_000

test.afterEach(() => moveClock(new Date()))

test('after 14 days the link says so at once, and the money is back with the sender [CLAIM-07, XFER-03, XFER-04]', async ({ page, browser }) => {
  test.setTimeout(300_000)
  await createSender(page, '50', mia)
  const phone = freshPhone()
  const sentAt = Date.now()
  const id = await send(page, phone, '20')
  const link = await linkSentTo(phone)
  const visitor = await openVisitor(browser)
  await moveClock(new Date(sentAt + 14 * days - 60_000))
  await visitor.goto(link)
  await expect(visitor.getByRole('button', { name: 'Claim $20.00' })).toBeVisible()

  // The job runs once a minute; the page does not wait for it.
  await moveClock(new Date(Date.now() + 14 * days + 1000))
  // The API follows the clock a moment later.
  await expect(async () => {
    await visitor.reload()
    await expect(heading(visitor, 'Transfer Expired').or(heading(visitor, 'Transfer Returned'))).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 30_000 })
  await expect(visitor.getByRole('button', { name: /^Claim/ })).toHaveCount(0)
  await expect(async () => {
    await visitor.reload()
    await expect(heading(visitor, 'Transfer Returned')).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 150_000 })
  await expect(visitor.getByRole('main')).toContainText('This transfer was not claimed in time and has been returned to the sender.')

  await page.goto(`transfer/${id}`)
  await expect(page.getByRole('main')).toContainText('$20.00 is back in your wallet.')
  await expect(page.getByRole('main')).toContainText('Not claimed in time')
  expect(await testBalance(page)).toBe('5000')
  expect(await movementsOf(page, id)).toEqual(['2000', '-2000'])
})
