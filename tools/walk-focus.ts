import { join } from 'node:path'
import type { Page } from 'playwright'

/** What the page itself notes while it is walked: walk-page.js. */
export async function prepareWalk(page: Page): Promise<void> {
  await page.addInitScript({ path: join(import.meta.dirname, 'walk-page.js') })
}

/** More than on the longest screen. */
const maxPresses = 250

/**
 * Presses Tab through the whole page and returns what is wrong: an element that has the focus and is outside the window, covered, or
 * looks as it did without it; and one that Tab never reaches.
 */
export async function walkByKeyboard(page: Page): Promise<{ faults: string[]; stops: number }> {
  await page.evaluate('walk.start()')
  const faults: string[] = []
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press('Tab')
    const { fault, isDone } = await page.evaluate<{ fault?: string; isDone: boolean }>('walk.look()')
    if (isDone) break
    if (fault !== undefined) faults.push(fault)
  }
  const end = await page.evaluate<{ faults: string[]; stops: number }>('walk.end()')
  return { faults: [...faults, ...end.faults], stops: end.stops }
}

const maxShift = 0.05

/** What has moved too far by itself since the page was loaded. */
export async function shiftFault(page: Page): Promise<string | undefined> {
  const moved = await page.evaluate<{ value: number; of: string }[]>('walk.moved')
  const sum = moved.reduce((total, { value }) => total + value, 0)
  if (sum <= maxShift) return undefined
  return `layout shift ${sum.toFixed(3)}: ${moved.map(({ value, of }) => `${value.toFixed(3)} ${of}`).join('; ')}`
}
