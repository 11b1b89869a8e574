import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No accessibility fault that a machine can find, in the theme that the page is in, once nothing moves any more. */
export async function expectAccessible(page: Page): Promise<void> {
  // A drawer on its way in does not cover the page yet, and the page is no longer there for whoever cannot see it.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // What changes while the page is looked at changes at once: halfway between two colours a button has a contrast that it never keeps.
  const isStill = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (!isStill) await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  if (!isStill) await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}
