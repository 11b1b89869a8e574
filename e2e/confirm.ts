import { expect, type Locator, type Page } from '@playwright/test'
import { codeSentTo } from './people.ts'

/** The sheet over a screen whose call needs a recent proof of who is asking. */
export const confirmSheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Does something that the sheet is expected for, and answers it with the codes from the inbox: one, or by text and by email. */
export async function confirmItIsYou(page: Page, recipient: { phone: string; email?: string }, act: () => Promise<void>): Promise<void> {
  const since = Date.now()
  const enter = async (label: string, to: string) => {
    const field = confirmSheet(page).getByLabel(label)
    await expect(field).toBeFocused()
    await field.fill(await codeSentTo(to, since))
  }
  await act()
  if (recipient.email === undefined) await enter('6-digit code', recipient.phone)
  else {
    await confirmSheet(page).getByRole('button', { name: 'Use codes instead' }).click()
    await enter('Code from the text', recipient.phone)
    await enter('Code from the email', recipient.email)
  }
  await expect(confirmSheet(page)).toBeHidden()
}
