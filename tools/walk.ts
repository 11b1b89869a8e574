import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { headlessLaunch } from '@nikau/testing/chromium'
import { chromium, type Page } from 'playwright'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'
import { newScreenContext, openScreen, prepareScreen } from './open-screen.ts'
import { type ScreenToShow, screens } from './screens.ts'
import { createSignIn } from './signed-in.ts'
import { prepareWalk, shiftFault, walkByKeyboard } from './walk-focus.ts'
import { watchPage } from './walk-watch.ts'

// `pnpm walk [--only name,…] [--at phone,desktop,large-text] [--quick]`: opens every screen that `pnpm shots` knows, presses Tab through it and
// fails where the focus can not be seen (WCAG 2.4.7, 2.4.11) or does not get to (2.1.1, 2.1.2), where content moves by itself, and on errors in
// the console, failed requests and slow ones. The web app must be built first (`pnpm build`).

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    at: { type: 'string' },
    base: { type: 'string', default: '4900' },
    quick: { type: 'boolean', default: false },
  },
})

/** `textSize`: the browser's own text size, which people with low vision set; its usual value is 16. */
const sizes = {
  phone: { viewport: { width: 390, height: 844 }, textSize: 16 },
  desktop: { viewport: { width: 1280, height: 800 }, textSize: 16 },
  'large-text': { viewport: { width: 390, height: 844 }, textSize: 32 },
}
type Size = keyof typeof sizes

interface Visit {
  screen: ScreenToShow
  size: Size
}

/** Pages open at the same time: more than the cores, because a page mostly waits. */
const lanes = 4
const only = values.only?.split(',')
const chosenSizes = (values.at?.split(',') ?? Object.keys(sizes)) as Size[]
const base = Number(values.base)
const where = addressesOf(base, 'built')
const data = join(root, `.data/walk-${base}`)
rmSync(data, { recursive: true, force: true })
mkdirSync(join(root, '.results'), { recursive: true })

const startedAt = Date.now()
const environment = await startDevEnvironment({ folder: data, base, web: 'built', exitCodeWhenInterrupted: 1 })
console.log(`started after ${Math.round((Date.now() - startedAt) / 1000)} s`)
const browser = await chromium.launch({ ...headlessLaunch, handleSIGINT: false, handleSIGTERM: false })
const signedIn = createSignIn(browser, where)
const faults: { screen: string; size: Size; what: string }[] = []
let stops = 0

const chosen = screens.filter(({ name }) => only?.includes(name) ?? true)
// In short each screen is walked in one of the sizes, in turn; what it looks like there and not elsewhere is found by the next of its kind.
const visits = chosen.flatMap((screen, index) =>
  (values.quick ? [chosenSizes[index % chosenSizes.length]!] : chosenSizes).map((size): Visit => ({ screen, size })),
)
const again = new Set<Visit>()
const queue = [...visits]
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let visit = queue.shift(); visit; visit = queue.shift()) await walk(visit, (late) => again.add(late))
  }),
)
// A slow answer beside three other pages says little: it counts if it is slow again with the machine to itself.
for (const visit of again) await walk(visit)
await browser.close()
await environment.stop()

const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(`${visits.length} screens, ${stops} stops of the Tab key, ${faults.length} faults, ${seconds} s`)
writeFileSync(join(root, '.results/walk.json'), JSON.stringify({ screens: visits.length, stops, seconds, faults }, undefined, 2))
process.exit(faults.length === 0 ? 0 : 1)

/** `onSlow` hears of a visit with a slow request; without it such a request is a fault, and the only one that counts. */
async function walk(visit: Visit, onSlow?: (visit: Visit) => void): Promise<void> {
  const { screen, size } = visit
  const { viewport, textSize } = sizes[size]
  let page: Page | undefined
  const report = (what: string) => {
    faults.push({ screen: screen.name, size, what })
    console.log(`FAIL ${screen.name} (${size}): ${what}`)
  }
  try {
    const context = await newScreenContext(browser, screen, { viewport })
    page = await context.newPage()
    await prepareScreen(page, screen, screen.as && (await signedIn(screen.as)), where)
    const chrome = await context.newCDPSession(page)
    await chrome.send('Page.setFontSizes', { fontSizes: { standard: textSize, fixed: textSize } })
    await prepareWalk(page)
    const watched = watchPage(page, screen.refused)
    await openScreen(page, screen, where)
    if (!onSlow) {
      watched.slow.forEach(report)
      return
    }
    if (watched.slow.length > 0) onSlow(visit)
    const shift = await shiftFault(page)
    if (shift !== undefined) report(shift)
    const keyboard = await walkByKeyboard(page)
    stops += keyboard.stops
    new Set([...watched.faults, ...keyboard.faults]).forEach(report)
  } catch (error) {
    const picture = join(root, `.results/walk-${screen.name}-${size}.png`)
    const seen = await page?.screenshot({ path: picture }).then(
      () => picture,
      () => 'no picture could be taken',
    )
    report(`${(error as Error).message.split('\n')[0]}; ${seen}`)
  } finally {
    await page?.context().close()
  }
}
