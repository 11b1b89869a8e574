import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { screens } from './screens.ts'
import { addressesOf, startWorld } from './world.ts'

// `pnpm shots [--only name,…]`: pictures of every screen with seeded data, phone and desktop, light and dark, into .shots.

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { only: { type: 'string' }, base: { type: 'string', default: '4800' } } })
const only = values.only?.split(',')
const folder = join(root, '.shots')
const base = Number(values.base)
const data = join(root, '.data/shots')
if (!only) rmSync(folder, { recursive: true, force: true })
rmSync(data, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const world = await startWorld({ folder: data, base, web: 'built' })
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]
let failed = 0
for (const screen of screens.filter((candidate) => !only || only.includes(candidate.name)))
  for (const viewport of sizes)
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        locale: 'en-NZ',
        timezoneId: 'Pacific/Auckland',
        reducedMotion: 'reduce',
        ...(screen.at && { geolocation: screen.at, permissions: ['geolocation'] }),
      })
      const page = await context.newPage()
      const file = `${screen.name}-${viewport.width}-${colorScheme}.png`
      try {
        await page.goto(`${addressesOf(base, 'built').web}/deimos${screen.path}`)
        if (screen.at) await page.getByRole('button', { name: 'Use my location' }).click()
        await page.getByText(screen.until).first().waitFor({ timeout: 10_000 })
        await page.evaluate('document.fonts.ready')
      } catch (error) {
        failed++
        console.log(`FAIL ${file}: ${(error as Error).message.split('\n')[0]}`)
      }
      await page.screenshot({ path: join(folder, file) })
      await context.close()
    }
await browser.close()
await world.stop()
console.log(`pictures in ${folder}, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
