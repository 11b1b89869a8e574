import { expect, test } from '@playwright/test'
import { type DemoPerson, demoPeople, signIn, stateOf } from './people.ts'

// Each demo person signs in once, as they would themselves; the journeys then start with what their browser kept.
for (const [person, end] of Object.entries(demoPeople))
  test(`${person} signs in`, async ({ page, context }) => {
    await page.goto('')
    await signIn(page, `020000000${end}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Kia ora, ' })).toBeVisible()
    await context.storageState({ path: stateOf(person as DemoPerson) })
  })
