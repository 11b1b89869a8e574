import { chromiumLaunch } from '@nikau/testing/chromium'
import { expect, test } from '@playwright/test'
import { componentPages } from './component-pages.ts'

// Screenshots of the component pages against the approved ones in e2e/snapshots. Review an intended change and approve it with
// `pnpm e2e snapshots --update-snapshots`. Fonts are self-hosted, so text renders the same everywhere.

test.use({
  viewport: { width: 800, height: 900 },
  isMobile: false,
  hasTouch: false,
  contextOptions: { reducedMotion: 'reduce' },
  launchOptions: chromiumLaunch, // the approved ones were taken with it
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const name of componentPages)
    test(`components/${name} matches its snapshot, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(`components/${name}`)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
      await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { fullPage: true })
    })
