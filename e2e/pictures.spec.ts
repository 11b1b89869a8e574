import { expect, test } from '@playwright/test'

// Pictures of the component pages against the ones that were looked at and kept in e2e/pictures. A change that is meant
// is looked at and taken over with `pnpm e2e pictures --update-snapshots`. Type is self-hosted, so the letters are the same everywhere.

const pages = [
  'colors',
  'typography',
  'spacing',
  'icons',
  'asset-medias',
  'buttons',
  'lists',
  'list-items',
  'radio-groups',
  'form-validation',
  'input',
  'bars',
  'barcodes',
  'progress-indicators',
]

test.use({ viewport: { width: 800, height: 900 }, isMobile: false, hasTouch: false, contextOptions: { reducedMotion: 'reduce' } })

for (const colorScheme of ['light', 'dark'] as const)
  for (const name of pages)
    test(`components/${name} looks as it did, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`components/${name}`)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { fullPage: true })
    })
