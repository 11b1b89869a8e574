import type { Page, Request } from 'playwright'

export interface Watched {
  /** Errors in the console, and requests that failed. */
  faults: string[]
  /** Requests that the server took too long to answer. */
  slow: string[]
}

/** A request of a fast line may take the server this long. */
const maxMs = 500

/** Streams and polls answer when something happens. */
const waits = (request: Request) => request.resourceType() === 'eventsource' || /\/(?:stream|events)\b|[?&]wait/.test(request.url())

/** Watches a page from now on. `refused`: what the screen is about, so it may fail. */
export function watchPage(page: Page, refused: RegExp | undefined): Watched {
  const watched: Watched = { faults: [], slow: [] }
  const isExpected = (text: string) => refused?.test(text) ?? false
  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  page.on('console', (message) => {
    // A failed request is heard of below as well.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return
    if (!isExpected(message.text())) watched.faults.push(`console: ${message.text().slice(0, 200)} (${pathOf(message.location().url)})`)
  })
  page.on('pageerror', (error) => watched.faults.push(`console: ${error.message.slice(0, 200)}`))
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A page that is left aborts its requests.
    if (why !== 'net::ERR_ABORTED' && !isExpected(pathOf(request.url()))) watched.faults.push(`request: ${request.method()} ${pathOf(request.url())} ${why}`)
  })
  page.on('response', async (response) => {
    if (response.status() < 400 || isExpected(pathOf(response.url()))) return
    // What a screen of tools/screens*.ts answers in the server's place has no address.
    if ((await response.serverAddr().catch(() => null)) === null) return
    watched.faults.push(`request: ${response.request().method()} ${pathOf(response.url())} ${response.status()}`)
  })
  page.on('requestfinished', (request) => {
    const { requestStart, responseStart } = request.timing()
    const ms = responseStart - requestStart
    if (requestStart >= 0 && ms > maxMs && !waits(request)) watched.slow.push(`${request.method()} ${pathOf(request.url())} took ${Math.round(ms)} ms`)
  })
  return watched
}
