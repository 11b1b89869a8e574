import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { freePort } from '@nikau/testing/free-port'
import { type BrowserContext, chromium, type Page } from 'playwright'

// `pnpm docs:check`: opens the built documentation in a browser, in light and dark, on a phone and a desktop: no accessibility violation, no
// request that leaves, no error, nothing wider than the page; search by keyboard without a server. The last line counts as JSON.

const startedAt = Date.now()
const folder = join(import.meta.dirname, '../apps/docs')
const port = await freePort()
const origin = `http://localhost:${port}`
const server = spawn(process.execPath, ['serve.ts'], { cwd: folder, env: { ...process.env, DOCS_PORT: String(port) }, stdio: ['ignore', 'pipe', 'inherit'] })
await once(server.stdout, 'data')

/** Every kind of page; the first three in every look. */
const paths = ['/', '/guides/quickstart', '/reference/payment-requests', '/guides/errors', '/reference/', '/glossary', '/money/pay', '/decisions/']
const looks = [
  { name: 'desktop', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'desktop dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'phone dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const
const faults: string[] = []
let pages = 0
const browser = await chromium.launch(chromiumLaunch)
try {
  for (const look of looks) {
    const context = await browser.newContext({ ...look, locale: 'en-NZ', reducedMotion: 'reduce' })
    watch(context, look.name)
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    for (const path of look.name === 'desktop' ? paths : paths.slice(0, 3)) await inspect(page, path, look.name)
    if (look.name === 'desktop') await searchByKeyboard(page)
    await context.close()
  }
} catch (error) {
  faults.push(String(error))
}
await browser.close()
server.kill()
for (const fault of new Set(faults)) console.error(`FAIL ${fault}`)
console.log(JSON.stringify({ passed: faults.length === 0, pages, seconds: Math.round((Date.now() - startedAt) / 100) / 10 }))
process.exitCode = faults.length === 0 ? 0 : 1

function watch(context: BrowserContext, look: string): void {
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) faults.push(`${look}: a request leaves: ${request.url()}`)
  })
  context.on('weberror', (error) => faults.push(`${look}: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${look}: ${message.text()}`)
  })
}

async function inspect(page: Page, path: string, look: string): Promise<void> {
  pages++
  const answer = await page.goto(origin + path)
  if (answer?.status() !== 200) faults.push(`${path}: status ${answer?.status()}`)
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  for (const { id, nodes } of violations)
    faults.push(
      `${look} ${path}: ${id}: ${nodes
        .slice(0, 2)
        .map((node) => node.html.slice(0, 160))
        .join(' … ')}`,
    )
  const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
  if (isWide) faults.push(`${look} ${path}: wider than the page`)
  const font = await page.evaluate(
    `document.fonts.ready.then(() => document.fonts.check('16px Inter') && getComputedStyle(document.body).fontFamily.includes('Inter'))`,
  )
  if (!font) faults.push(`${look} ${path}: not in Inter`)
}

/** From the first Tab to a found page, without the mouse. */
async function searchByKeyboard(page: Page): Promise<void> {
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' })
  await page.keyboard.press('Tab')
  const first = await page.evaluate('document.activeElement?.textContent?.trim()')
  if (first !== 'Skip to content') faults.push(`the first Tab reaches “${String(first)}”`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('REFUND_WINDOW_EXCEEDED')
  // The list changes with each letter: Enter opens what is selected at that moment.
  const target = /\/guides\/(?:errors|refunds)|\/reference\//
  const selected = page.locator('.VPLocalSearchBox a.result.selected')
  const deadline = Date.now() + 60_000
  while (!target.test((await selected.getAttribute('href')) ?? '')) {
    if (Date.now() > deadline) throw new Error('the search does not select a page about the error')
    await page.waitForTimeout(100)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(target)
}
