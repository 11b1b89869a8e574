import axe from 'axe-core'
import { expect } from 'vitest'

/** Expects no violation of WCAG 2.2 A and AA that axe can find, when what moves has come to rest. */
export async function expectAccessible(): Promise<void> {
  for (const animation of document.getAnimations()) if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish()
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}
