import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { signIn } from './people.ts'
import { signInPage, web } from './where.ts'

/** A phone's own authenticator, without a phone: it confirms whatever it is asked. */
async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added on the Security page, opens the wallet next time, and can be removed', async ({ page }) => {
  test.setTimeout(60_000)
  await withAuthenticator(page)
  await page.goto('security')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('auth')
  await page.waitForURL(signInPage)
  // The browser offers the passkey by itself or after a press; either way no code is asked for.
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await expect.poll(async () => page.url().startsWith(web) || (await button.isVisible())).toBe(true)
  if (!page.url().startsWith(web)) await button.click().catch(() => {})
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()

  await page.goto('security')
  await page.getByRole('button', { name: /^Remove / }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Remove / }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
})
