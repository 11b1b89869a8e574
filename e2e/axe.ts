import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no accessibility violation that axe can find, in the page's theme, once all animations have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  // A drawer that is still opening does not cover the page yet, while the page is already hidden from assistive technology.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // No transitions during the analysis: halfway between two colours a button has a contrast that it never keeps.
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (!isStill) await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  if (!isStill) await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}
