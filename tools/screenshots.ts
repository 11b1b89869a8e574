import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { headlessLaunch } from '@nikau/testing/chromium'
import { type CDPSession, chromium, type Page } from 'playwright'
import { type ScreenToShow, screens } from './screens.ts'
import { writeComparison } from './screenshots-compare.ts'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'
import { leaveScreen, newScreenContext, openScreen, prepareScreen, waitUntilLoaded } from './open-screen.ts'
import { createSignIn } from './signed-in.ts'

// `pnpm shots [--only name,…] [--compare] [--design folder] [--readme]`: screenshots of every screen with seeded data, phone and desktop,
// light and dark, into .shots; with --compare also a page that shows each beside its design picture.

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    base: { type: 'string', default: '4800' },
    compare: { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    design: { type: 'string', default: join(root, '../shared/design/shots') },
  },
})
/** Pages open at the same time: more than the cores, because a page mostly waits. */
const lanes = 4
// With --readme only those in the README: phone, light theme, into docs/pictures.
const only = values.only?.split(',') ?? (values.readme ? screens.filter(({ readme }) => readme).map(({ name }) => name) : undefined)
const folder = join(root, values.readme ? 'docs/pictures' : '.shots')
const base = Number(values.base)
const where = addressesOf(base, 'built')
const data = join(root, '.data/shots')
if (!only) rmSync(folder, { recursive: true, force: true })
rmSync(data, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

/** `chrome` stays open as long as the page: its end would bring back the signal that a screen has cut. */
interface Tab {
  page: Page
  chrome: CDPSession
}

const startedAt = Date.now()
const environment = await startDevEnvironment({ folder: data, base, web: 'built', exitCodeWhenInterrupted: 1 })
// A signal stops the environment first; the browser ends with this process.
const browser = await chromium.launch({ ...headlessLaunch, handleSIGINT: false, handleSIGTERM: false })
const signedIn = createSignIn(browser, where)
const phone = { width: 390, height: 844 }
const sizes = values.readme ? [phone] : [phone, { width: 1280, height: 800 }]
const themes = values.readme ? (['light'] as const) : (['light', 'dark'] as const)
let pictures = 0
let failed = 0
const queue = screens.filter((candidate) => !only || only.includes(candidate.name)).flatMap((screen) => sizes.map((viewport) => ({ screen, viewport })))
await Promise.all(
  Array.from({ length: lanes }, async () => {
    const tabs = new Map<string, Tab>()
    /** A screen that a tab of this lane is ready for, or else the next. */
    const next = () => {
      const at = queue.findIndex(({ screen }) => tabs.has(tabKey(screen)))
      return queue.splice(Math.max(at, 0), 1)[0]
    }
    for (let visit = next(); visit; visit = next()) await takePictures(visit.screen, visit.viewport, tabs)
  }),
)
await browser.close()
await environment.stop()
console.log(`${pictures} screenshots in ${folder}, ${failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`)
if (values.compare) {
  const { pairs, alone } = writeComparison(folder, resolve(values.design), screens)
  console.log(`${join(folder, 'compare.html')}: ${pairs} with a design picture, ${alone} without`)
}
process.exit(failed === 0 ? 0 : 1)

/** Larger files, sooner written; those of the README are small. */
async function takePicture({ page, chrome }: Tab, path: string): Promise<void> {
  if (values.readme) await page.screenshot({ path })
  else {
    const { data: picture } = await chrome.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true })
    writeFileSync(path, picture, 'base64')
  }
}

/** Screens with the same key can share a tab. */
function tabKey({ name, as, at, alone }: ScreenToShow): string {
  return alone ? name : `${as ?? 'anyone'} ${at ? 'with a place' : ''}`
}

/**
 * Opens a screen once in each size, and takes a picture in each theme. A tab is used again for the same person and place: creating one, and
 * loading the app without a cache, takes most of the time.
 */
async function takePictures(screen: ScreenToShow, viewport: { width: number; height: number }, tabs: Map<string, Tab>): Promise<void> {
  const key = tabKey(screen)
  const tab = tabs.get(key) ?? (await openTab(screen))
  tabs.set(key, tab)
  const { page } = tab
  const prepared = await prepareScreen(page, screen, screen.as && (await signedIn(screen.as)), where)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' })
  const file = (theme: string) => (values.readme ? `${screen.name}.png` : `${screen.name}-${viewport.width}-${theme}.png`)
  try {
    await openScreen(page, screen, where)
  } catch (error) {
    failed++
    console.log(`FAIL ${file('light')}: ${(error as Error).message.split('\n')[0]}`)
  }
  // A viewport as high as the page keeps fixed bars at its edges.
  if (screen.full && !values.readme)
    await page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, Number(await page.evaluate('document.body.scrollHeight'))) })
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    // A map hears of the theme with the next frame, and draws itself anew.
    if ((await page.locator('.maplibregl-map').count()) > 0) {
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
      await waitUntilLoaded(page)
    }
    await takePicture(tab, join(folder, file(theme)))
    pictures++
  }
  await prepared.dispose()
  // Until it is needed again, nothing runs in it.
  if (screen.alone) {
    tabs.delete(key)
    await page.context().close()
  } else await leaveScreen(page, where)
}

async function openTab(screen: ScreenToShow): Promise<Tab> {
  const page = await (await newScreenContext(browser, screen, {})).newPage()
  return { page, chrome: await page.context().newCDPSession(page) }
}
