import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { signInPage } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { amount, button, freshEmail, heading, linkAccount, openLinkForm, prompt, realNumber } from './bank-account.ts'
import { freshPhone } from './people.ts'
import { createSession, test } from './session.ts'

const openSettings = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click()
  await expect(heading(page, 'Settings')).toBeVisible()
}

/** As a deployment that offers te reo Māori serves the page. */
const offerTeReo = (page: Page) =>
  page.route('**/deimos/**', async (route) => {
    if (!route.request().isNavigationRequest()) return await route.fallback()
    const response = await route.fetch()
    const text = await response.text()
    const changed = text.replace('&quot;teReo&quot;:false', '&quot;teReo&quot;:true').replace('"teReo":false', '"teReo":true')
    return await route.fulfill({ response, body: changed })
  })

test('theme and language are changed in the settings, apply at once and survive a reload', async ({ page }) => {
  await offerTeReo(page)
  await createSession(page)
  await page.goto('')
  await openSettings(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Appearance/ }).click()
  await expect(heading(page, 'Appearance')).toBeFocused()
  await expectAccessible(page)
  // By keyboard: the chosen one has the focus, the arrow keys change it.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark', exact: true })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page)

  await page.goto('settings/language')
  await page.getByText('Te reo Māori').click()
  await expect(page.getByRole('banner').getByText('Tautuhinga')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('banner').getByText('Tautuhinga')).toBeVisible()
  await page.getByText('English (NZ)').click()
  await expect(page.getByRole('banner').getByText('Settings', { exact: true })).toBeVisible()
})

test('help shows where a top-up is, and leads to its page; terms and privacy can be read by anyone', async ({ page }) => {
  await openLinkForm(page, freshEmail(), 'main')
  await linkAccount(page, realNumber())
  await prompt(page).getByRole('button', { name: 'Top Up' }).click()
  await amount(page).fill('50')
  await button(page, 'Top Up $50.00').click()
  await expect(page).toHaveURL(/\/deimos\/$/)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Help' }).click()
  const answers = page.getByRole('list', { name: 'What happened to my money?' }).getByRole('listitem')
  await expect(answers).toHaveCount(1)
  await expect(answers).toContainText(/Top-up from ASB/)
  await expect(answers).toContainText(/In your wallet by/)
  await expectAccessible(page)
  await page.getByText('I think I’ve been scammed').click()
  await expect(page.getByRole('link', { name: 'Freeze your wallet' })).toBeVisible()
  await expectAccessible(page)
  await answers.getByRole('link', { name: /^See details/ }).click()
  await expect(heading(page, 'Top-up from ASB')).toBeVisible()

  const stranger = await (await page.context().browser()!.newContext()).newPage()
  for (const [path, title] of [
    ['help', 'Help'],
    ['terms', 'Terms'],
    ['privacy', 'Privacy'],
    ['proof', 'Proof of our books'],
  ] as const) {
    await stranger.goto(new URL(path, page.url().replace(/deimos.*/, 'deimos/')).href)
    await expect(heading(stranger, title)).toBeVisible()
    await expectAccessible(stranger)
  }
  await stranger.context().close()
})

/** Signed here, from the text that the runbook describes: this test shares no code with the page. */
function signedProof() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const [digest, previous] = ['ab'.repeat(32), 'cd'.repeat(32)]
  const lines = ['nikau-anchor 1', 'number 7', 'made-at 2026-11-15T03:10:00.000Z', 'after 1023', 'until 4095', 'postings 3', 'entries 6', `digest ${digest}`]
  const statement = `${[...lines, 'owed nzd.main 1234500 wallet', `previous ${previous}`, 'key 2026-11'].join('\n')}\n`
  const range = { after: '1023', until: '4095', postings: 3, entries: 6, digest, previous }
  const owed = [{ unit: 'nzd.main', kind: 'wallet', amount: '1234500' }]
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64')
  const hash = createHash('sha256').update(statement).digest('hex')
  const latest = { number: 7, madeAt: '2026-11-15T03:10:00.000Z', ...range, owed, keyId: '2026-11', hash, signature, statement }
  return { latest, keys: [{ id: '2026-11', publicKey: publicKey.export({ format: 'pem', type: 'spki' }) }] }
}

test('a visitor reads what is owed, and their browser checks the signature [MON-15]', async ({ page }) => {
  await page.goto('proof')
  // The API of this environment answers, whether or not it has made its first anchor.
  await expect(page.getByText(/The signature is valid|Nothing has been signed here yet/)).toBeVisible()
  await page.route('**/api/proof', (route) => route.fulfill({ json: signedProof() }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible()
  await expect(page.getByText('$12,345.00').first()).toBeVisible()
  await expectAccessible(page)
})

test('sign out everywhere ends this session and every other [GUARD-13, SEC-23]', async ({ page, browser }) => {
  const phone = freshPhone()
  await createSession(page, phone)
  const other = await (await browser.newContext({ locale: 'en-NZ', timezoneId: 'Pacific/Auckland', serviceWorkers: 'block' })).newPage()
  await createSession(other, phone)
  await page.goto('settings')
  await expect(page.getByRole('link', { name: /^Where you’re signed in/ })).toContainText('2 devices')
  await page.getByRole('button', { name: /^Sign out everywhere/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.waitForURL(signInPage)
  await page.goto('settings')
  await page.waitForURL(signInPage)
  await other.goto('settings')
  await other.waitForURL(signInPage)
})
