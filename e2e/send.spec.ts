import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { amount, balance, button, heading } from './bank-account.ts'
import { recordShifts, shiftOf } from './layout-shift.ts'
import { expect, modal } from './pay.ts'
import { freshPhone } from './people.ts'
import {
  arrived,
  createSender,
  formatted,
  linkSentTo,
  main,
  masked,
  mia,
  movementsOf,
  openVisitor,
  reachCheck,
  refusalOfSend,
  send,
  sendButton,
  startSend,
  summaryOf,
  testBalance,
  transfersOf,
} from './send.ts'
import { test } from './session.ts'

// The sender's side. What recipients do with the link is in claim.spec.ts.

test.describe.configure({ timeout: 180_000 })

test('money to a person with an account is there at once, on both sides with its activity [XFER-05, GUARD-02]', async ({ page, browser }) => {
  const other = await openVisitor(browser)
  const phone = await createSender(other, '5', { givenName: 'Aroha', familyName: 'Ngata' })
  await createSender(page, '50', mia)
  await startSend(page, phone, '12.30')
  await expect(main(page)).toContainText('Aroha N.')
  await expect(main(page)).not.toContainText('Ngata')
  await expect(main(page)).toContainText(formatted(phone))
  await expectAccessible(page)
  await button(page, 'Yes, that’s Aroha N.').click()
  await expectAccessible(page)
  await button(page, 'Send $12.30').click()
  await expect(main(page)).toContainText('Aroha N. has it now.')
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(balance(page)).toHaveText('$37.70')
  await expect(page.getByText('−$12.30').first()).toBeVisible()
  await other.goto('')
  await expect(balance(other)).toHaveText('$17.30')
  await expect(other.getByText('+$12.30').first()).toBeVisible()
  await expect(other.getByText('Mia T.').first()).toBeVisible()
  // It needed no claim, so there is nothing to announce.
  await expect(arrived(other)).toBeHidden()

  // The second time nothing is asked but the last check.
  await startSend(page, phone, '1')
  await expect(heading(page, 'Check and send')).toBeVisible()
  await expect(main(page)).not.toContainText('First time')
})

test('a recalled transfer: the money is back, and the recipient’s page says so [CLAIM-05, XFER-03, CLAIM-10]', async ({ page, browser }) => {
  await createSender(page, '50', mia)
  const phone = freshPhone()
  const id = await send(page, phone, '20')
  const visitor = await openVisitor(browser)
  const link = await linkSentTo(phone)
  await visitor.goto(link)
  await expect(button(visitor, 'Claim $20.00')).toBeVisible()
  expect(await summaryOf(id)).toMatchObject({ status: 'sent', value: '2000', recipient: masked(phone) })

  await page.goto(`transfer/${id}`)
  await button(page, 'Recall $20.00').click()
  const question = page.getByRole('alertdialog', { name: 'Recall $20.00?' })
  await expect(question).toContainText('Your wallet would be $50.00')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Recall $20.00' }).click()
  await expect(main(page)).toContainText('$20.00 is back in your wallet.')
  await expect(button(page, /^Recall/)).toHaveCount(0)
  await expectAccessible(page)
  expect(await testBalance(page)).toBe('5000')
  expect(await movementsOf(page, id)).toEqual(['2000', '-2000'])

  await visitor.reload()
  await expect(heading(visitor, 'Transfer Cancelled')).toBeVisible()
  await expect(main(visitor)).toContainText('The sender cancelled this transfer.')
  await expect(main(visitor)).toContainText('Mia T.')
  const summary = await summaryOf(id)
  expect(summary).toMatchObject({ status: 'cancelled', senderName: 'Mia T.' })
  for (const field of ['value', 'recipient']) expect(Object.keys(summary)).not.toContain(field)
  for (const gone of ['$20.00', masked(phone)]) await expect(visitor.locator('body')).not.toContainText(gone)
  await expectAccessible(visitor)
})

test.describe('the scam brake', () => {
  test('a first send of $250 is asked about, and “Don’t send” sends nothing [GUARD-04, GUARD-05]', async ({ page }) => {
    await createSender(page, '300', mia)
    await startSend(page, freshPhone(), '250')
    await button(page, 'Yes, the number is right').click()
    await expect(heading(page, 'What’s it for?')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Continue').click()
    await expect(page.getByText('Choose one to continue')).toBeVisible()
    await page.getByRole('radio', { name: 'Someone I’ve only met online' }).check({ force: true })
    await button(page, 'Continue').click()
    await expect(heading(page, 'This is how many scams start')).toBeVisible()
    await expect(button(page, 'I still want to send')).toBeEnabled()
    await expectAccessible(page)
    await button(page, 'Don’t send').click()
    await expect(page).toHaveURL(/\/deimos\/$/)
    await expect(balance(page)).toHaveText('$300.00')
    expect(await transfersOf(page)).toEqual([])
  })

  test('who was told to send waits a day: nothing leaves the wallet, and the server refuses it meanwhile [GUARD-04, GUARD-05, GUARD-06]', async ({ page }) => {
    await createSender(page, '300', mia)
    const phone = freshPhone()
    await startSend(page, phone, '250')
    await button(page, 'Yes, the number is right').click()
    await page.getByRole('radio', { name: /^I was told to/ }).check({ force: true })
    await button(page, 'Continue').click()
    await expect(button(page, 'I still want to send')).toBeDisabled()
    await expectAccessible(page)
    await button(page, 'Wait a day').click()
    await expect(page).toHaveURL(/\/send\/held\//)
    await expect(main(page)).toContainText('Nothing has left your wallet')
    await expect(main(page)).toContainText('I was told to')
    await expect(button(page, 'I still want to send')).toHaveCount(0)
    await expectAccessible(page)
    expect(await refusalOfSend(page, phone)).toBe('PURPOSE_REQUIRED')
    expect(await refusalOfSend(page, phone, 'told-to')).toBe('COOLING_OFF')
    expect(await transfersOf(page)).toEqual([])
    expect(await testBalance(page)).toBe('30000')
    await page.goto('send')
    await expect(main(page)).toContainText('$250.00')
  })
})

test.describe('one press is one transfer', () => {
  const sendCall = (url: URL) => url.pathname === '/api/asset-transfers'

  async function expectOne(page: Page): Promise<void> {
    const transfers = await transfersOf(page)
    expect(transfers).toHaveLength(1)
    expect(await movementsOf(page, transfers[0]!.id)).toEqual(['-2000'])
    expect(await testBalance(page)).toBe('3000')
  }

  test('a double tap [API-04, API-28]', async ({ page }) => {
    await createSender(page, '50', mia)
    await reachCheck(page, freshPhone(), '20')
    await sendButton(page).dblclick()
    await expect(heading(page, 'Sent')).toBeVisible()
    await expectOne(page)
  })

  test('a reload while the answer is awaited [API-04, API-28]', async ({ page }) => {
    await createSender(page, '50', mia)
    await reachCheck(page, freshPhone(), '20')
    const reached = Promise.withResolvers<void>()
    let calls = 0
    await page.route(sendCall, async (route) => {
      if (calls++ > 0) return await route.fallback()
      await route.fetch()
      return reached.resolve()
    })
    await sendButton(page).click()
    await reached.promise
    await page.reload()
    await expect(sendButton(page).or(heading(page, 'Sent'))).toBeVisible()
    if (await sendButton(page).isVisible()) await sendButton(page).click()
    await expect(heading(page, 'Sent')).toBeVisible()
    await expectOne(page)
  })

  test('an answer that is lost on the way [API-04, API-28]', async ({ page }) => {
    await createSender(page, '50', mia)
    await reachCheck(page, freshPhone(), '20')
    let calls = 0
    await page.route(sendCall, async (route) => {
      await route.fetch()
      return calls++ === 0 ? await route.abort('connectionreset') : await route.fallback()
    })
    await sendButton(page).click()
    const failed = modal(page, 'Not confirmed yet')
    await expect(heading(page, 'Sent').or(failed)).toBeVisible()
    if (await failed.isVisible()) {
      await expectAccessible(page)
      await failed.getByRole('button', { name: 'Try again' }).click()
      if (await sendButton(page).isVisible()) await sendButton(page).click()
    }
    await expect(heading(page, 'Sent')).toBeVisible()
    await expectOne(page)
  })

  test('a second tab of the same send [API-04, API-28]', async ({ page, context }) => {
    await createSender(page, '50', mia)
    await reachCheck(page, freshPhone(), '20')
    const opened = context.waitForEvent('page')
    // A tab that the page opens starts with a copy of its session storage, as a duplicated tab does.
    await page.evaluate(() => void window.open(location.href))
    const second = await opened
    await expect(sendButton(second)).toBeVisible()
    await Promise.all([sendButton(page).click(), sendButton(second).click()])
    await expect(heading(page, 'Sent')).toBeVisible()
    await expect(heading(second, 'Sent')).toBeVisible()
    await expectOne(page)
  })
})

test('a send by keyboard alone, from the number to Done [SEND-01, SEND-16]', async ({ page }) => {
  await createSender(page, '50', mia)
  const phone = freshPhone()
  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let n = 0; n < 40 && !(await until()); n++) await page.keyboard.press(key)
    expect(await until()).toBe(true)
  }
  const focused = (locator: ReturnType<typeof button>) => () => locator.evaluate((element) => element === document.activeElement).catch(() => false)
  await page.goto('send')
  await expect(heading(page, 'Who to?')).toBeVisible()
  await press('Tab', focused(page.getByLabel('Phone number')))
  await page.keyboard.type(phone)
  await page.keyboard.press('Enter')
  await expect(amount(page)).toBeVisible()
  await press('Tab', focused(amount(page)))
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  const yes = button(page, 'Yes, the number is right')
  await expect(yes).toBeVisible()
  await press('Tab', focused(yes))
  await page.keyboard.press('Enter')
  await expect(sendButton(page)).toBeVisible()
  await press('Tab', focused(sendButton(page)))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Sent')).toBeVisible()
  const done = page.getByRole('link', { name: 'Done' })
  await press('Tab', focused(done))
  await page.keyboard.press('Enter')
  await expect(balance(page)).toHaveText('$30.00')
})

test('no step of a send and no side of a transfer moves while it loads', async ({ page, browser }) => {
  await createSender(page, '50', mia)
  const phone = freshPhone()
  const id = await send(page, phone, '20')
  await recordShifts(page)
  await page.goto('send')
  await expect(page.getByRole('list', { name: 'Send again' })).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.05)
  await page.goto('send/assets-select')
  await expect(page.getByRole('button', { name: /\$30\.00/ })).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.05)
  await page.goto(`transfer/${id}`)
  await expect(main(page)).toContainText('Waiting to be claimed')
  expect(await shiftOf(page)).toBeLessThan(0.05)
  const visitor = await openVisitor(browser)
  await recordShifts(visitor)
  await visitor.goto(await linkSentTo(phone))
  await expect(button(visitor, 'Claim $20.00')).toBeVisible()
  expect(await shiftOf(visitor)).toBeLessThan(0.05)
})
