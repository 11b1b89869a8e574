import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { type ScreenToShow, screens } from './screens.ts'
import { writeComparison } from './screenshots-compare.ts'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'

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
// With --readme only those in the README: phone, light theme, into docs/pictures.
const only = values.only?.split(',') ?? (values.readme ? screens.filter(({ readme }) => readme).map(({ name }) => name) : undefined)
const folder = join(root, values.readme ? 'docs/pictures' : '.shots')
const base = Number(values.base)
const data = join(root, '.data/shots')
if (!only) rmSync(folder, { recursive: true, force: true })
rmSync(data, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const environment = await startDevEnvironment({ folder: data, base, web: 'built' })
const browser = await chromium.launch(chromiumLaunch)
const phone = { width: 390, height: 844 }
const sizes = values.readme ? [phone] : [phone, { width: 1280, height: 800 }]
const themes = values.readme ? (['light'] as const) : (['light', 'dark'] as const)
type State = Exclude<BrowserContextOptions['storageState'], string | undefined>
const states = new Map<string, State>()
let failed = 0
for (const screen of screens.filter((candidate) => !only || only.includes(candidate.name)))
  for (const viewport of sizes)
    for (const colorScheme of themes) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-NZ',
        timezoneId: 'Pacific/Auckland',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...(screen.as && { storageState: await signedIn(browser, screen.as) }),
        ...(screen.at && { geolocation: screen.at, permissions: ['geolocation'] }),
      })
      if (screen.config) await context.addInitScript((config) => localStorage.setItem('config.deimos', config), JSON.stringify(screen.config))
      const page = await context.newPage()
      const file = values.readme ? `${screen.name}.png` : `${screen.name}-${viewport.width}-${colorScheme}.png`
      try {
        const where = addressesOf(base, 'built')
        if (screen.open) await screen.open(page, where)
        else await page.goto(`${where.web}/deimos${screen.path}`)
        if (screen.at) await page.getByRole('button', { name: 'Use my location' }).click()
        await screen.act?.(page)
        for (const name of screen.press ?? []) await press(page, name)
        await page.getByText(screen.until).first().waitFor({ timeout: 10_000 })
        await page.evaluate('document.fonts.ready')
        // Wait for loading to finish. A screen that shows a waiting state stays busy, so not for ever.
        for (let n = 0; n < 25 && (await page.locator('[aria-busy="true"]').count()) > 0; n++) await page.waitForTimeout(100)
      } catch (error) {
        failed++
        console.log(`FAIL ${file}: ${(error as Error).message.split('\n')[0]}`)
      }
      // A viewport as high as the page keeps fixed bars at its edges.
      if (screen.full && !values.readme)
        await page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, Number(await page.evaluate('document.body.scrollHeight'))) })
      await page.screenshot({ path: join(folder, file) })
      await context.close()
    }
await browser.close()
await environment.stop()
console.log(`screenshots in ${folder}, ${failed} failed`)
if (values.compare) {
  const { pairs, alone } = writeComparison(folder, resolve(values.design), screens)
  console.log(`${join(folder, 'compare.html')}: ${pairs} with a design picture, ${alone} without`)
}
process.exit(failed === 0 ? 0 : 1)

async function press(page: Page, name: string): Promise<void> {
  const named = page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
  await named.waitFor({ timeout: 10_000 })
  await named.click()
}

/** Signs a seeded person in through the pages, once, and reuses the session. */
async function signedIn(browser: Browser, key: NonNullable<ScreenToShow['as']>): Promise<State> {
  const before = states.get(key)
  if (before) return before
  const people = JSON.parse(readFileSync(join(root, 'db/seeds/people.json'), 'utf8')) as { key: string; phone: string }[]
  const phone = people.find((person) => person.key === key)!.phone
  const where = addressesOf(base, 'built')
  const context = await browser.newContext({ locale: 'en-NZ' })
  const page = await context.newPage()
  await page.goto(`${where.web}/deimos/`)
  await page.getByLabel('Mobile number').fill(phone.replace('+64', '0'))
  const since = Date.now()
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('6-digit code').fill(await codeSentTo(where.messages, phone, since))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await notNow
    .or(page.getByRole('heading', { level: 1, name: 'Kia ora' }))
    .first()
    .waitFor()
  if (await notNow.isVisible()) await notNow.click()
  await page.getByRole('heading', { level: 1, name: 'Kia ora' }).waitFor()
  const state = await context.storageState()
  states.set(key, state)
  await context.close()
  return state
}

async function codeSentTo(messages: string, phone: string, since: number): Promise<string> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(phone)}`)
    const { messages: list } = (await response.json()) as { messages: { text: string; receivedAt: string }[] }
    const code = list.filter(({ receivedAt }) => Date.parse(receivedAt) >= since).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
    if (code[0]) return code[0]
  }
  throw new Error(`no code was sent to ${phone}`)
}
