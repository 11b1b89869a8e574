import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { type Browser, chromium, type Page } from 'playwright'
import { startDevEnvironment } from '../../tools/dev-environment.ts'
import { addressesOf, shopKey } from '../../tools/dev-services.ts'
import { createSignIn, type PersonKey, type SignedIn, startTab } from '../../tools/signed-in.ts'
import { type Line, openSlowLine } from './slow-line.ts'

// What a person waits for when the wallet opens: on a line of 400 kbit/s and on a fast one, with an empty cache and again. The web app
// must be built first (`pnpm build`). Budgets hold what the line decides, not what the machine does.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, strict: false })
const slowLine: Line = { bytesPerSecond: 50_000, latencyMs: 400 }
const rounds = values.quick ? 1 : 5
const base = 5900
const root = join(import.meta.dirname, '../..')

interface Screen {
  name: string
  as?: PersonKey
  path: () => Promise<string>
  /** What makes the first picture, and what a person waits for in order to act. */
  picture: string[]
  act: string
}

const home = { path: async () => '/deimos/', picture: ['.n-field-panel', '.n-bottom-bar'], act: 'a.n-action' }
const screens: Screen[] = [
  { ...home, name: 'home', as: 'mia' },
  { ...home, name: 'home, new', as: 'aroha' },
  { ...home, name: 'home, rich', as: 'priya' },
  { name: 'activity', as: 'mia', path: async () => '/deimos/activity', picture: ['h1'], act: 'a.n-item' },
  { name: 'pay', as: 'mia', path: createRequest, picture: ['h1'], act: '.n-page-footer button:enabled' },
  { name: 'checkout', path: createRequest, picture: ['h1'], act: 'main button:enabled' },
]

interface Figures {
  /** How far content moved by itself. */
  shift: number
  requests: number
  kilobytes: number
  firstPictureMs: number
  actMs: number
  slowestRequestMs: number
}
/** `again`: with everything in the cache that a first visit leaves there. */
type Visit = 'slow' | 'slow, again' | 'fast'

const maxShift = 0.05
const homeOnSlowLine = { requests: 25, firstPictureMs: 2500 }
/** At most. */
const budgets: Readonly<Record<string, Partial<Figures>>> = {
  'home: slow': homeOnSlowLine,
  'home, new: slow': homeOnSlowLine,
  'home, rich: slow': homeOnSlowLine,
  'home: slow, again': { firstPictureMs: 1000 },
}

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const environment = await startDevEnvironment({ folder, base, web: 'built', exitCodeWhenInterrupted: 1 })
const where = addressesOf(base, 'built')
const line = await openSlowLine(base, slowLine)
const launch = { ...chromiumLaunch, handleSIGINT: false, handleSIGTERM: false }
const fast = await chromium.launch(launch)
const slow = await chromium.launch({ ...launch, args: [...launch.args, `--host-resolver-rules=MAP localhost:${base} 127.0.0.1:${line.port}`] })
try {
  const results = await measureAll()
  const over = overBudget(results)
  for (const text of over) console.log(`OVER ${text}`)
  if (over.length > 0) process.exitCode = 1
  console.log(table(results))
  if (!values.quick) await writeFile(join(root, 'bench/results/wallet-load.md'), report(results))
  console.log(JSON.stringify({ rounds, maxShift, results, good: over.length === 0 }))
} finally {
  await Promise.all([fast.close(), slow.close()])
  line.close()
  await environment.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureAll(): Promise<Record<string, Figures>> {
  const signIn = createSignIn(fast, where)
  const results: Record<string, Figures> = {}
  for (const screen of screens) {
    const person = screen.as && (await signIn(screen.as))
    const visits: [Visit, Browser][] = [['slow', slow], ['fast', fast], ...(screen.name === 'home' ? [['slow, again', slow] as [Visit, Browser]] : [])]
    for (const [visit, browser] of visits) {
      const runs: Figures[] = []
      for (let round = 0; round < rounds; round++) runs.push(await measure(browser, screen, person, visit))
      results[`${screen.name}: ${visit}`] = medians(runs)
    }
  }
  return results
}

async function measure(browser: Browser, screen: Screen, person: SignedIn | undefined, visit: Visit): Promise<Figures> {
  const isAgain = visit === 'slow, again'
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-NZ',
    serviceWorkers: isAgain ? 'allow' : 'block',
  })
  const page = await context.newPage()
  if (person) await startTab(page, person)
  await page.addInitScript(watchPage(screen))
  const address = where.web + (await screen.path())
  if (isAgain)
    for (let visits = 0; visits < 2; visits++) {
      await open(page, address)
      await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
      await page.waitForTimeout(3000) // it fills its caches
    }
  const network = await watchNetwork(page, `${screen.name}: ${visit}`)
  await open(page, address)
  const { shift, pictureAt, actAt, completeAt } = (await page.evaluate('watched')) as Watched
  await context.close()
  return { shift: round(shift, 3), firstPictureMs: Math.round(pictureAt), actMs: Math.round(actAt), ...network(completeAt) }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
  await page.waitForFunction(() => (globalThis as unknown as { watched: Watched }).watched.completeAt > 0, undefined, { timeout: 60_000 })
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  await page.waitForTimeout(500)
}

interface Watched {
  shift: number
  pictureAt: number
  actAt: number
  /** Nothing is loading any more. In milliseconds since 1970. */
  completeAt: number
}

/** A script for the page: notes the first frame in which everything of a list is visible. */
function watchPage({ picture, act }: Screen): string {
  return `
  const watched = { shift: 0, pictureAt: 0, actAt: 0, completeAt: 0 }
  window.watched = watched
  const isVisible = (selector) => [...document.querySelectorAll(selector)].some((element) => element.checkVisibility({ opacityProperty: true }))
  const look = () => {
    if (watched.pictureAt === 0 && ${JSON.stringify(picture)}.every(isVisible)) watched.pictureAt = performance.now()
    if (watched.actAt === 0 && isVisible(${JSON.stringify(act)})) watched.actAt = performance.now()
    if (watched.actAt > 0 && watched.completeAt === 0 && !isVisible('[aria-busy=true]')) watched.completeAt = Date.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`
}

/**
 * Counts from now on what the page asks the network for until it is complete, and what that needs besides, such as a font; what a cache
 * answers is not counted. Later the page prepares what comes next: the service worker and the renewal of the session. What is asked for more
 * than once is printed, because that is not meant.
 */
async function watchNetwork(page: Page, name: string): Promise<(completeAt: number) => Pick<Figures, 'requests' | 'kilobytes' | 'slowestRequestMs'>> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('Network.enable')
  const sent = new Map<string, { url: string; status?: number; at: number; timestamp: number; bytes: number; ms: number; cached?: true }>()
  tools.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, request }) => {
    if (request.url.startsWith('http')) sent.set(requestId, { url: request.url, at: wallTime * 1000, timestamp, bytes: 0, ms: 0 })
  })
  const noteCached = (requestId: string) => Object.assign(sent.get(requestId) ?? {}, { cached: true })
  tools.on('Network.requestServedFromCache', ({ requestId }) => void noteCached(requestId))
  tools.on('Network.responseReceived', ({ requestId, response }) => {
    Object.assign(sent.get(requestId) ?? {}, { status: response.status })
    if (response.fromServiceWorker === true || response.fromDiskCache === true) noteCached(requestId)
  })
  tools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = sent.get(requestId)
    if (request) Object.assign(request, { bytes: encodedDataLength, ms: (timestamp - request.timestamp) * 1000 })
  })
  return (completeAt) => {
    const counted = [...sent.values()].filter(({ at, cached }) => !cached && at <= completeAt + 500)
    for (const [url, answers] of Map.groupBy(counted, ({ url }) => url))
      if (answers.length > 1) console.log(`${name} asks ${answers.length} times for ${url}: ${answers.map(({ status }) => status ?? 'no answer').join(', ')}`)
    return {
      requests: counted.length,
      kilobytes: round(counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, 1),
      slowestRequestMs: Math.round(Math.max(0, ...counted.map(({ ms }) => ms))),
    }
  }
}

async function createRequest(): Promise<string> {
  const response = await fetch(`${where.api}/api/payment-requests`, {
    method: 'POST',
    headers: { 'x-api-key': shopKey, 'content-type': 'application/json' },
    body: JSON.stringify({ configId: 'mc_sandboxShop', value: { amount: '1600', currency: 'NZD' }, expirySeconds: 3600 }),
  })
  const { id } = (await response.json()) as { id?: string }
  if (id === undefined) throw new Error('the payment request was not created')
  return `/deimos/pay/${id}`
}

function overBudget(results: Readonly<Record<string, Figures>>): string[] {
  return Object.entries(results).flatMap(([name, figures]) =>
    Object.entries({ shift: maxShift, ...budgets[name] }).flatMap(([figure, limit]) => {
      const value = figures[figure as keyof Figures]
      return value > limit ? [`${name}: ${figure} ${value}, at most ${limit}`] : []
    }),
  )
}

function table(results: Readonly<Record<string, Figures>>): string {
  const rows = Object.entries(results).map(
    ([name, { shift, requests, kilobytes, firstPictureMs, actMs, slowestRequestMs }]) =>
      `| ${[name, shift.toFixed(3), requests, kilobytes, firstPictureMs, actMs, slowestRequestMs].join(' | ')} |`,
  )
  return [
    '| screen and line | shift | requests | kB | first picture, ms | time to act, ms | slowest request, ms |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function report(results: Readonly<Record<string, Figures>>): string {
  return `# What a person waits for when the wallet opens

Repeat with \`pnpm build && pnpm bench wallet-load\`. The last line has the figures as JSON; \`--quick\` checks the budgets with one round, in CI.

Chromium at 390 x 844; medians of ${rounds} rounds; ${cpus().length} cores. Slow: ${(slowLine.bytesPerSecond * 8) / 1000} kbit/s and ${slowLine.latencyMs} ms for a round trip, by a TCP proxy in front of the server, so that the service worker is as slow as the page. Slow, again: after a first visit has filled the caches. First picture: of home the field and the bar, elsewhere the heading. Time to act: of home an action that can be pressed, of activity the first row, of pay and the checkout an enabled button. Requests are those that reach the network until the screen is complete, and within half a second after that.

${table(results)}

Limits: shift ${maxShift} everywhere; home on the slow line ${homeOnSlowLine.requests} requests and ${homeOnSlowLine.firstPictureMs} ms to the first picture; ${budgets['home: slow, again']!.firstPictureMs} ms when it starts again.
`
}

function medians(runs: readonly Figures[]): Figures {
  const of = (figure: keyof Figures) => runs.map((run) => run[figure]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!
  return {
    shift: of('shift'),
    requests: of('requests'),
    kilobytes: of('kilobytes'),
    firstPictureMs: of('firstPictureMs'),
    actMs: of('actMs'),
    slowestRequestMs: of('slowestRequestMs'),
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
