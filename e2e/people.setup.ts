import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from '@playwright/test'
import { type DemoPerson, demoPeople, signIn } from './people.ts'
import { cookiesFile, userFile, userKey } from './session.ts'

// Each demo person signs in once through the pages; the tests then start from the stored session.
for (const [name, end] of Object.entries(demoPeople))
  test(`${name} signs in`, async ({ page, context }) => {
    const person = name as DemoPerson
    await page.goto('')
    await signIn(page, `020000000${end}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Kia ora, ' })).toBeVisible()
    await context.storageState({ path: cookiesFile(person) })
    const user = await page.evaluate((key) => sessionStorage.getItem(key), userKey)
    expect(user).not.toBeNull()
    mkdirSync(dirname(userFile(person)), { recursive: true })
    writeFileSync(userFile(person), user!)
  })
