import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { chromium } from 'playwright'
import { type ScreenToShow, screens } from './screens.ts'
import { writeComparison } from './screenshots-compare.ts'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'
import { newScreenPage, openScreen } from './open-screen.ts'
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

const startedAt = Date.now()
const environment = await startDevEnvironment({ folder: data, base, web: 'built', exitCodeWhenInterrupted: 1 })
// A signal stops the environment first; the browser ends with this process.
const browser = await chromium.launch({ ...chromiumLaunch, handleSIGINT: false, handleSIGTERM: false })
const signedIn = createSignIn(browser, where)
const phone = { width: 390, height: 844 }
const sizes = values.readme ? [phone] : [phone, { width: 1280, height: 800 }]
const themes = values.readme ? (['light'] as const) : (['light', 'dark'] as const)
let pictures = 0
let failed = 0
const queue = screens.filter((candidate) => !only || only.includes(candidate.name)).flatMap((screen) => sizes.map((viewport) => ({ screen, viewport })))
await Promise.all(
  Array.from({ length: lanes }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await takePictures(next.screen, next.viewport)
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

/** Opens a screen once in each size, and takes a picture in each theme. */
async function takePictures(screen: ScreenToShow, viewport: { width: number; height: number }): Promise<void> {
  const signedInAs = screen.as && (await signedIn(screen.as))
  const page = await newScreenPage(browser, screen, signedInAs, { viewport, colorScheme: themes[0] })
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
    await page.screenshot({ path: join(folder, file(theme)) })
    pictures++
  }
  await page.context().close()
}
