import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './session.ts'

interface Item {
  activityNumber: number
  value: string
  srcParty?: string
  destParty?: string
  topupId?: string
  withdrawalId?: string
  paymentRequestId?: string
  assetTransferId?: string
}

/** The label that the requirements give an entry, by its id and sign. */
function labelOf(item: Item): string {
  if (item.topupId) return 'Top Up'
  if (item.withdrawalId) return 'Withdrawal'
  if (item.paymentRequestId) return item.value.startsWith('-') ? 'Payment' : 'Refund'
  return item.value.startsWith('-') ? 'Sent' : 'Received'
}
const accented = new Set(['Payment', 'Sent'])

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
/** A send has a screen of its own, everything else a receipt. */
const hrefOf = ({ assetTransferId, activityNumber }: Item) => (assetTransferId ? `/deimos/transfer/${assetTransferId}` : `/deimos/activity/n${activityNumber}`)
const row = (page: Page, item: Item) => page.locator(`a[href="${hrefOf(item)}"]`)
const label = async (link: Locator) => (await link.locator('.n-item-detail').innerText()).split(' · ')[0]

async function firstPage(page: Page): Promise<Item[]> {
  const answer = page.waitForResponse(/\/api\/wallets\/[^/]+\/transactions\?paginationLimit=50$/)
  await page.goto('activity')
  return ((await (await answer).json()) as { items: Item[] }).items
}

test.describe('everyday', () => {
  test.use({ person: 'mia' })

  test('each entry has the label and colour of its type and the name of the counterparty [ACT-01, ACT-02, ACT-04, ACT-05, ACT-07, ACT-08]', async ({
    page,
  }) => {
    const items = await firstPage(page)
    await expect(page).toHaveTitle('Activity | Nikau')
    await expect(rows(page)).toHaveCount(items.length)
    const seen = new Set<string>()
    for (const item of items) {
      const link = row(page, item)
      const expected = labelOf(item)
      seen.add(expected)
      expect(await label(link)).toBe(expected)
      await expect(link.locator('.n-avatar')).toHaveAttribute('data-tone', accented.has(expected) ? 'out' : 'in')
      const party = item.value.startsWith('-') ? item.destParty : item.srcParty
      if (!item.topupId) await expect(link).toContainText(party!)
    }
    expect([...seen].toSorted()).toEqual(['Payment', 'Received', 'Refund', 'Sent', 'Top Up'])
    const order = await rows(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(order).toEqual(items.map(hrefOf))
    // A list never shows a full account number.
    await expect(page.getByRole('main')).not.toContainText('02-0500-0214005')
    await expect(page.getByText('Top-up from BNZ').first()).toBeVisible()
  })

  test('search and filters find money in, money out, a name without its macron, and an exact amount', async ({ page }) => {
    await firstPage(page)
    await page.getByRole('button', { name: 'In', exact: true }).click()
    await expect(page.locator('.n-amount').filter({ hasText: '−' })).toHaveCount(0)
    await expect(page.locator('.n-amount').first()).toContainText('+')
    await page.getByRole('button', { name: 'Out', exact: true }).click()
    await expect(page.locator('.n-amount').filter({ hasText: '+' })).toHaveCount(0)
    await expect(page.locator('.n-amount').first()).toContainText('−')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('searchbox').fill('kereru')
    await expect(rows(page).filter({ hasNotText: 'Kererū Grocer' })).toHaveCount(0)
    await expect(rows(page).nth(2)).toBeVisible()
    await page.getByRole('searchbox').fill('$7.80')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Sunny Corner Dairy')
    // Back from a receipt the list is unchanged.
    await rows(page).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sunny Corner Dairy' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toHaveValue('$7.80')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('searchbox').fill('Petine')
    await expect(page.getByRole('heading', { name: 'No match for “Petine”' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(rows(page).nth(20)).toBeAttached()
    await page.getByRole('button', { name: 'Pending' }).click()
    await expect(page.getByRole('heading', { name: 'No pending top-ups' })).toBeVisible()
  })

  test('each kind of movement has a receipt with its steps and a reference to copy', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const items = await firstPage(page)
    const steps = {
      Payment: 'Paid from your wallet',
      Refund: 'Back in your wallet',
      'Top Up': 'In your wallet',
      Sent: 'You sent it',
      Received: 'In your wallet',
    }
    for (const [kind, step] of Object.entries(steps)) {
      const item = items.find((entry) => labelOf(entry) === kind)!
      const request = item.paymentRequestId && page.waitForResponse(new RegExp(`/api/payment-requests/${item.paymentRequestId}$`))
      await page.goto(`activity/n${item.activityNumber}`)
      await expect(page).toHaveTitle('Receipt | Nikau')
      await expect(page.getByRole('list', { name: 'What happened' })).toContainText(step)
      const { shortCode } = request ? ((await (await request).json()) as { shortCode: string }) : {}
      const reference = shortCode ?? item.topupId ?? /NK [\dA-F]{4} [\dA-F]{4}/
      await expect(page.getByRole('main')).toContainText(reference)
      await page.getByRole('button', { name: 'Copy reference' }).press('Enter')
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(reference)
    }
    await page.goto('activity/n999999')
    await expect(page.getByRole('heading', { level: 1, name: 'We can’t find that receipt' })).toBeVisible()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/deimos\/activity$/)
  })

  test('movements are exported as CSV, OFX and PDF', async ({ page }) => {
    await firstPage(page)
    await page.getByRole('button', { name: 'Export' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'All', exact: true }).last().click()
    const starts = { CSV: /date/i, OFX: /OFX/, PDF: /^%PDF-/ }
    for (const [format, start] of Object.entries(starts)) {
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: format }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`))
      expect(readFileSync(await download.path(), 'latin1').slice(0, 400)).toMatch(start)
    }
    await page.route('**/statement?*', (route) => route.fulfill({ status: 403, json: { message: 'STATEMENT_TOO_LONG' } }))
    await page.getByRole('button', { name: 'PDF' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose a shorter period, or CSV.')
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`no accessibility violation on activity and receipt, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      const [first] = await firstPage(page)
      await expect(rows(page).first()).toBeVisible()
      await expectAccessible(page)
      await row(page, first!).click()
      await expect(page.getByText('Reference')).toBeVisible()
      await expectAccessible(page)
    })
})

test.describe('power user', () => {
  test.use({ person: 'priya' })

  test('scrolling loads older movements by page key, none twice [ACT-01]', async ({ page }) => {
    const keys: string[] = []
    page.on('request', (request) => {
      const key = /\/transactions\?/.test(request.url()) ? new URL(request.url()).searchParams.get('pageKey') : null
      if (key !== null) keys.push(key)
    })
    const items = await firstPage(page)
    await expect(rows(page).first()).toBeVisible()
    for (const wanted of [100, 150]) {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(wanted)
    }
    expect(keys.length).toBeGreaterThanOrEqual(2)
    expect(keys[0]).toBe(String(items.at(-1)!.activityNumber))
    const numbers = await rows(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(new Set(numbers).size).toBe(numbers.length)
    // The day heading stays above its movements.
    expect(
      await page
        .locator('.n-day')
        .first()
        .evaluate((day) => getComputedStyle(day).position),
    ).toBe('sticky')
  })
})

test.describe('power user, withdrawals', () => {
  test.use({ person: 'priya' })

  test('a withdrawal is labelled as one and names the bank [ACT-03]', async ({ page }) => {
    await page.goto('activity?show=out&q=018-00')
    await expect(rows(page).first()).toContainText('Withdrawal to ANZ')
    await expect(rows(page).filter({ hasNotText: 'Withdrawal ·' })).toHaveCount(0)
    await rows(page).getByRole('link').first().click()
    await expect(page.getByRole('list', { name: 'What happened' })).toContainText('You requested a withdrawal')
  })
})

test.describe('gift-card lover', () => {
  test.use({ person: 'tama' })

  test('token activity is listed, and a token that is still held opens', async ({ page }) => {
    await page.goto('activity')
    await page.getByRole('button', { name: 'Tokens' }).click()
    await expect(page).toHaveURL(/show=tokens/)
    await expect(rows(page).filter({ hasText: 'Received · Flat White Society' }).first()).toBeVisible()
    await expectAccessible(page)
    await rows(page).filter({ hasText: 'Coke' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coca-Cola')
  })
})

test.describe('new', () => {
  test.use({ person: 'aroha' })

  test('an empty activity list says so', async ({ page }) => {
    await page.goto('activity')
    await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible()
    await expect(page.getByText('Your first payment shows up here.')).toBeVisible()
  })
})
