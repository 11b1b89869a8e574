import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { freePort } from '@nikau/testing/free-port'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'

// How long a shopper on a slow phone waits for the checkout. The checkout and a page with only React and a heading are opened in
// turn, from one server in one run, over slow 3G with a processor four times slower: the ratio of the medians of their largest
// contentful paint is at most 1.6. The web app must be built first (`pnpm build`).

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, strict: false })
const rounds = values.quick ? 3 : 9
const maxRatio = 1.6
/** Slow 3G as defined by Chromium's developer tools. */
const network = { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const cpuSlowdown = 4

const root = join(import.meta.dirname, '../..')
const key = 'nk_the-shop-of-this-bench-and-no-other'
const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const dist = join(folder, 'dist')
const server = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: false })
const database = await createDatabase(server, 'nikau')
const port = await freePort()
const origin = `http://localhost:${port}`
let api: ChildProcess | undefined
let browser: Browser | undefined

try {
  await cp(join(root, 'apps/web/dist'), dist, { recursive: true })
  await addBarePage()
  await run('tools/migrate.ts', { DATABASE_URL: database })
  await allowLogins(database)
  await run('apps/api/src/seed.ts', { DATABASE_URL: database, SHOP_KEY: key, SHOP_ORIGIN: 'http://localhost:9', SEED_MOVEMENTS: '400' })
  api = spawn(process.execPath, [join(root, 'apps/api/src/serve.ts')], {
    env: { DATABASE_URL: urlAs(database, 'nikau_api'), API_PORT: String(port), WEB_ORIGIN: origin, WEB_DIST: dist, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForApi()
  browser = await chromium.launch(chromiumLaunch)
  await measure(browser, `${origin}/deimos/pay/${await createRequest()}`)
} finally {
  await browser?.close()
  if (api && api.exitCode === null) {
    api.kill('SIGTERM')
    await once(api, 'exit')
  }
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Served beside the real pages, with the same headers and compression. */
async function addBarePage(): Promise<void> {
  const out = join(folder, 'bare')
  await build({
    root: import.meta.dirname,
    base: '/deimos/',
    logLevel: 'error',
    configFile: false,
    build: { outDir: out, modulePreload: { polyfill: false }, rolldownOptions: { input: join(import.meta.dirname, 'bare.html') } },
  })
  for (const name of await readdir(join(out, 'assets'))) {
    const file = join(out, 'assets', name)
    const text = await readFile(file)
    await writeFile(`${file}.gz`, gzipSync(text, { level: 9 }))
    await writeFile(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
  await cp(out, dist, { recursive: true })
}

async function run(program: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [join(root, program)], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${program} exited with ${code}`)
}

async function waitForApi(): Promise<void> {
  const deadline = Date.now() + 90_000
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('the API did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function createRequest(): Promise<string> {
  const response = await fetch(`${origin}/api/payment-requests`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ configId: 'mc_sandboxShop', value: { amount: '1600', currency: 'NZD' }, expirySeconds: 3600 }),
  })
  const { id } = (await response.json()) as { id?: string }
  if (id === undefined) throw new Error('the payment request was not created')
  return id
}

async function measure(chromium: Browser, checkout: string): Promise<void> {
  const pages = { bare: `${origin}/deimos/bare.html`, checkout }
  const times = { bare: [] as number[], checkout: [] as number[] }
  const bytes = { bare: 0, checkout: 0 }
  for (let round = 0; round < rounds; round++)
    // The order alternates, so that neither page always follows the other.
    for (const page of round % 2 === 0 ? (['bare', 'checkout'] as const) : (['checkout', 'bare'] as const)) {
      const measured = await measurePaint(chromium, pages[page])
      times[page].push(measured.at)
      bytes[page] = measured.bytes
    }
  const ratio = Number((median(times.checkout) / median(times.bare)).toFixed(2))
  const good = ratio <= maxRatio
  if (!good) process.exitCode = 1
  const row = (name: 'bare' | 'checkout', label: string) =>
    `| ${label} | ${Math.round(median(times[name]))} | ${Math.round(Math.min(...times[name]))} – ${Math.round(Math.max(...times[name]))} | ${(bytes[name] / 1000).toFixed(1)} |`
  const table = [
    '| page | largest contentful paint, median, ms | spread | kB before it |',
    '|---|---|---|---|',
    row('bare', 'React and a heading'),
    row('checkout', 'the checkout'),
  ].join('\n')
  console.log(table)
  if (!values.quick) await writeFile(join(root, 'bench/results/checkout-paint.md'), report(table, ratio))
  console.log(JSON.stringify({ rounds, maxRatio, bare: Math.round(median(times.bare)), checkout: Math.round(median(times.checkout)), ratio, good }))
}

/** The time of the largest contentful paint, and the bytes received by then. */
async function measurePaint(chromium: Browser, address: string): Promise<{ at: number; bytes: number }> {
  const context = await chromium.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  await tools.send('Network.emulateNetworkConditions', network)
  await tools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(`
    window.painted = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.painted = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  `)
  let bytes = 0
  let done = false
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => void (done || (bytes += encodedDataLength)))
  await page.goto(address, { waitUntil: 'commit', timeout: 120_000 })
  await page.getByRole('heading', { level: 1, name: /Amount due/ }).waitFor({ timeout: 120_000 })
  done = true
  // A larger element may still appear: a logo, the payment methods.
  await page.waitForTimeout(4000)
  const at = Number(await page.evaluate('window.painted'))
  await context.close()
  if (!(at > 0)) throw new Error(`nothing was painted at ${address}`)
  return { at, bytes }
}

function report(table: string, ratio: number): string {
  return `# First paint of the checkout against plain React

Repeat with \`pnpm build && pnpm bench checkout-paint\`. The last line has the figures as JSON.

Chromium at 390 x 844, an empty cache, ${network.latency} ms of latency, ${network.downloadThroughput / 1000} kB/s, a processor ${cpuSlowdown} times slower; ${rounds} rounds, the two pages in turn, both compressed, from one server. ${cpus().length} cores, load average ${loadavg()[0]!.toFixed(1)} at the end: on a busy machine both are slower, so the ratio counts.

${table}

**Ratio ${ratio}**, limit ${maxRatio}. Most of the time is network: the page, then its files in parallel; the payment request loads beside them (a preload in the page), not after them.
`
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
}
