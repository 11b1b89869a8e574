import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { forgetTab, signIn } from './people.ts'
import { signInPage } from './where.ts'

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

async function forgetSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  await forgetTab(page)
}

test('a passkey is added on the Security page, opens the wallet next time, and can be removed', async ({ page }) => {
  await withAuthenticator(page)
  await page.goto('security')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)

  // The browser suggests the passkey under the field by itself, and the authenticator takes it: no press, no code.
  await forgetSession(page)
  await page.goto('auth')
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible({ timeout: 15_000 })

  // A browser that cannot suggest it has the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await forgetSession(page)
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
