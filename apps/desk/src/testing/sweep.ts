import axe from 'axe-core'
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

export const sizes = { desktop: [1280, 800], phone: [390, 844] } as const

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** In both themes: no violation that axe can find, and no sideways scrolling of the page. */
export async function expectSound(size: keyof typeof sizes): Promise<void> {
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  try {
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme
      for (const animation of document.getAnimations()) if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
      const { violations } = await axe.run(document, { runOnly: tags })
      expect(
        violations.map(({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`),
      ).toEqual([])
      expect({ theme, wide: widest() }).toEqual({ theme, wide: [] })
    }
  } finally {
    delete document.documentElement.dataset.theme
  }
}

/** What reaches past the right edge of the page, unless it is in something that scrolls by itself. */
function widest(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .map((element) => `${element.tagName} .${element.getAttribute('class') ?? ''}`)
    .slice(0, 5)
}

/** Walks the page by Tab: every control is reached, in view and not under the bar on top. */
export async function expectFocusSeen(): Promise<Element[]> {
  // Tab goes on from where the focus was last: at the beginning of the page.
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  scrollTo(0, 0)
  // What lies over the page keeps the focus it has.
  const visited: Element[] = document.activeElement && document.activeElement !== document.body ? [document.activeElement] : []
  for (let step = 0; step < 200; step++) {
    await userEvent.tab()
    const element = document.activeElement
    // A field for a date has a stop for each of its parts.
    if (element instanceof HTMLInputElement && element === visited.at(-1)) continue
    if (!element || element === document.body || visited.includes(element)) break
    visited.push(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const bar = document.querySelector('.dk-top')?.getBoundingClientRect()
    const isUnderBar = bar !== undefined && element.closest('main') !== null && (top + bottom) / 2 < bar.bottom
    const style = getComputedStyle(element)
    // A field shows its focus on the frame around it.
    const hasRing = style.outlineStyle !== 'none' || element.matches('input, textarea, select, [tabindex="-1"]')
    expect({ name, isInView, isUnderBar, hasRing }).toEqual({ name, isInView: true, isUnderBar: false, hasRing: true })
  }
  const missed = [...document.querySelectorAll('a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled)')].filter(
    (control) => control.checkVisibility({ visibilityProperty: true }) && control.closest('[inert]') === null && !visited.includes(control),
  )
  expect(missed.map(({ textContent }) => textContent)).toEqual([])
  return visited
}
