import { signInPage } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { amount, balance, button, heading } from './bank-account.ts'
import { expect } from './pay.ts'
import { freshPhone, readApi, signIn } from './people.ts'
import { arrived, createSender, formatted, linkSentTo, main, masked, mia, movementsOf, openVisitor, send, testBalance, transfersOf } from './send.ts'
import { test } from './session.ts'

// Two browsers: the sender's, and the recipient's with the link from the text message.

test.describe.configure({ timeout: 180_000 })

test('money to a number without an account: the holder opens the link, signs up and has it, once [SEND-01, SEND-04, SEND-16, XFER-02, XFER-05, CLAIM-04, CLAIM-11, CLAIM-12, CLAIM-14, GUARD-02]', async ({
  page,
  browser,
}) => {
  const senderPhone = await createSender(page, '50', mia)
  const phone = freshPhone()
  await page.goto('')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Send' }).click()
  await expect(heading(page, 'Who to?')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Phone number').fill(phone)
  await button(page, 'Continue').click()
  await button(page, 'Add 20 dollars').click()
  await expect(amount(page)).toHaveValue('20.00')
  await page.getByLabel(/^Message/).fill('Touch subs')
  await expectAccessible(page)
  await button(page, 'Continue').click()
  await expect(page.getByText('First time you send to')).toBeVisible()
  await expect(main(page)).toContainText(formatted(phone))
  await expect(main(page)).toContainText('Not on Nikau yet')
  await expect(main(page)).toContainText('Only this number')
  await expectAccessible(page)
  await button(page, 'Yes, the number is right').click()
  await expect(heading(page, 'Check and send')).toBeVisible()
  await expectAccessible(page)
  expect(await transfersOf(page)).toEqual([])
  await button(page, 'Send $20.00').click()
  await expect(heading(page, 'Sent')).toBeVisible()
  await expect(main(page)).toContainText(`${formatted(phone)} gets a text with a link.`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See it or recall it' }).click()
  await expect(main(page)).toContainText('Waiting to be claimed')
  for (const shown of [formatted(phone), 'You sent it', 'Comes back to you', 'Touch subs']) await expect(main(page)).toContainText(shown)
  await expect(main(page)).toContainText(/NK [0-9A-F]{4} [0-9A-F]{4}/)
  await expect(main(page)).toContainText(/returns [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}/)
  await expectAccessible(page)
  const [waiting] = await transfersOf(page)
  expect(await testBalance(page)).toBe('3000')

  const visitor = await openVisitor(browser)
  await visitor.goto(await linkSentTo(phone))
  await expect(heading(visitor, 'Mia T. sent you $20.00')).toBeVisible()
  await expect(visitor).toHaveTitle(/^(?!.*(Mia|20|Touch))/)
  await expect(visitor.locator('body')).toContainText('Touch subs')
  await expect(visitor.locator('body')).toContainText(`to ${masked(phone)}`)
  for (const secret of [formatted(senderPhone), senderPhone.slice(1), masked(senderPhone), 'Tūhoro'])
    await expect(visitor.locator('body')).not.toContainText(secret)
  await expectAccessible(visitor)
  await button(visitor, 'Claim $20.00').click()
  await signIn(visitor, phone)
  await expect(arrived(visitor)).toContainText('$20.00')
  await expect(arrived(visitor)).toContainText('Mia T.')
  await expect(visitor).toHaveURL(/\/deimos\/$/)
  await expectAccessible(visitor)
  await button(visitor, 'Open my wallet').click()
  await expect(arrived(visitor)).toBeHidden()
  await expect(balance(visitor)).toHaveText('$20.00')
  await visitor.reload()
  await expect(balance(visitor)).toHaveText('$20.00')
  await expect(arrived(visitor)).toBeHidden()

  await page.reload()
  await expect(main(page).getByText('Claimed', { exact: true }).first()).toBeVisible()
  await expect(main(page)).toContainText(masked(phone))
  await expect(main(page)).not.toContainText(formatted(phone))
  await expect(button(page, /^Recall/)).toHaveCount(0)
  expect(await movementsOf(page, waiting!.id)).toEqual(['-2000'])
})

test('the link’s key declines the transfer and leaves the address; a link without it offers neither decline nor report [CLAIM-15, CLAIM-16, XFER-03]', async ({
  page,
  browser,
}) => {
  await createSender(page, '50', mia)
  const phone = freshPhone()
  const id = await send(page, phone, '20')
  const link = await linkSentTo(phone)
  const visitor = await openVisitor(browser)
  const urls: string[] = []
  visitor.on('request', (request) => urls.push(request.url()))
  await visitor.goto(link.split('#')[0]!)
  await expect(button(visitor, 'Claim $20.00')).toBeVisible()
  await expect(button(visitor, 'Decline')).toHaveCount(0)
  await expect(button(visitor, 'Report')).toHaveCount(0)

  await visitor.goto('about:blank')
  await visitor.goto(link)
  await button(visitor, 'Decline').click()
  expect(new URL(visitor.url()).hash).toBe('')
  const question = visitor.getByRole('dialog', { name: 'Decline $20.00?' })
  await expect(question).toContainText('It goes back to Mia T. at once.')
  await expectAccessible(visitor)
  await question.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(heading(visitor, 'Declined')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.goto('about:blank')
  await visitor.goto(link)
  await expect(heading(visitor, 'Transfer Unavailable')).toBeVisible()
  const key = link.split('#')[1]!
  expect(urls.filter((url) => url.includes('/api/') && url.includes(key))).toEqual([])

  await page.goto(`transfer/${id}`)
  await expect(main(page)).toContainText('$20.00 is back in your wallet.')
  await expect(main(page)).toContainText('Declined')
  expect(await testBalance(page)).toBe('5000')
})

test('whoever signs in with another number gets nothing and reads both masked; the right number still claims it [CLAIM-13]', async ({ page, browser }) => {
  await createSender(page, '50', mia)
  const [phone, wrong] = [freshPhone(), freshPhone()]
  await send(page, phone, '20')
  const visitor = await openVisitor(browser)
  await visitor.goto(await linkSentTo(phone))
  await button(visitor, 'Claim $20.00').click()
  await signIn(visitor, wrong)
  await expect(heading(visitor, 'Sent to another number')).toBeVisible()
  await expect(main(visitor)).toContainText(masked(phone))
  await expect(main(visitor)).toContainText(masked(wrong))
  await expectAccessible(visitor)
  expect(await testBalance(visitor)).toBe('0')
  expect(await transfersOf(page)).toMatchObject([{ status: 'sent' }])

  await button(visitor, `Use ${masked(phone)}`).click()
  await visitor.waitForURL(signInPage)
  await signIn(visitor, phone)
  await expect(arrived(visitor)).toContainText('$20.00')
  await expect(visitor).toHaveURL(/\/deimos\/$/)
  expect(await testBalance(visitor)).toBe('2000')
  expect((await readApi<{ items: unknown[] }>(visitor, '/api/me/claimed-transfers')).items).toEqual([])
})

test.describe('a gift', () => {
  test.use({ person: 'hemi' })

  test('a token in paper is unwrapped as often as one likes, and claimed by the number it was sent to [CLAIM-19, SEND-02, SEND-14, ROUTE-27]', async ({
    page,
    browser,
  }) => {
    const phone = freshPhone()
    await page.goto('send/assets-select')
    await expect(page).toHaveTitle('Select Asset | Nikau')
    await expect(heading(page, 'Select Asset')).toBeVisible()
    await expectAccessible(page)
    const token = page.getByRole('button', { name: /Expires/ }).first()
    const title = (await token.innerText()).split('\n')[0]!
    await token.click()
    await page.getByLabel('Phone number').fill(phone)
    await button(page, 'Continue').click()
    await page.getByText('Green', { exact: true }).click()
    await page.getByLabel(/^Message/).fill('Thanks for the lift.')
    await expectAccessible(page)
    await button(page, 'Continue').click()
    await button(page, 'Yes, the number is right').click()
    // The session of this run is a new device of his.
    await expect(heading(page, 'What’s it for?')).toBeVisible()
    await page.getByRole('radio', { name: 'Someone I know in person' }).check({ force: true })
    await button(page, 'Continue').click()
    await expect(heading(page, 'Check and send')).toBeVisible()
    await expect(main(page)).toContainText('Green')
    await button(page, `Send ${title}`).click()
    await expect(heading(page, 'Sent')).toBeVisible()
    await expectAccessible(page)

    const visitor = await openVisitor(browser)
    await visitor.goto(await linkSentTo(phone))
    await expect(heading(visitor, 'Hēmi R. sent you a gift')).toBeVisible()
    for (const hidden of [title, 'Thanks for the lift.']) await expect(visitor.locator('body')).not.toContainText(hidden)
    await expectAccessible(visitor)
    const calls: string[] = []
    visitor.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    await button(visitor, 'Unwrap').click()
    await expect(visitor.locator('body')).toContainText('Thanks for the lift.')
    expect(calls).toEqual([])
    await expectAccessible(visitor)
    await visitor.reload()
    await button(visitor, 'Unwrap').click()
    await button(visitor, `Claim ${title}`).click()
    await signIn(visitor, phone)
    await expect(arrived(visitor)).toContainText(title)
    await expectAccessible(visitor)
    const [transfer] = await transfersOf(page)
    expect(transfer).toMatchObject({ status: 'claimed' })
  })
})
