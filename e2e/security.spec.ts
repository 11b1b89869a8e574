import { expect, type Page, test } from '@playwright/test'
import { withAuthenticator } from './authenticator.ts'
import { expectAccessible } from './axe.ts'
import { clearTabSession, signIn } from './people.ts'
import { signInPage } from './addresses.ts'

async function clearSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  await clearTabSession(page)
}

test('a passkey is added on the Passkeys page, signs in the next time, and can be removed', async ({ page }) => {
  await withAuthenticator(page)
  await page.goto('security')
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Passkeys' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  // The browser suggests the passkey by itself and the authenticator accepts: no click, no code.
  await clearSession(page)
  await page.goto('auth')
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible({ timeout: 15_000 })

  // A browser without suggestions has the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await clearSession(page)
  await page.goto('auth')
  await page.waitForURL(signInPage)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible({ timeout: 15_000 })

  await page.goto('security')
  await page.getByRole('button', { name: /^Remove / }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' })
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Remove / }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
})
