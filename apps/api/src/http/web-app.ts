import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { returnBanks } from '@nikau/contract/return-banks'
import type { FlagName } from '@nikau/contract/flags'
import type { WebConfig } from '@nikau/contract/web-config'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** react-aria adds one style element to the page; the policy allows it by its hash. */
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** The scripts or styles inside a page of ours, by their hashes: no other inline code runs. */
function inlineHashes(page: string, element: 'script' | 'style'): string[] {
  const found = page.matchAll(new RegExp(`<${element}(?![^>]* src=)[^>]*>([^]*?)</${element}>`, 'g'))
  return [...found].map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`)
}

export function webPolicy(config: WebConfig, frameAncestors: "'none'" | "'self'", page = ''): string {
  const identityOrigin = new URL(config.issuer).origin
  const pictureOrigin = new URL(config.apiBase, config.issuer).origin
  const externalOrigins = [config.apiBase, config.monitoring?.address, config.map?.tiles].filter(Boolean).map((address) => new URL(address!).origin)
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineHashes(page, 'script')].join(' '),
    [`style-src 'self' ${reactAriaStyle}`, ...inlineHashes(page, 'style')].join(' '),
    `img-src 'self' data: blob: ${pictureOrigin}`,
    `connect-src ${[...new Set(["'self'", identityOrigin, ...externalOrigins])].join(' ')}`,
    "worker-src 'self'",
    `frame-src 'self' ${identityOrigin}`, // silent.html, after the provider redirects the frame back to it
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** Inserts this deployment's configuration into the page. Throws if the page has no placeholder, so that the process does not start. */
export function withConfig(page: string, config: WebConfig): string {
  const placeholder = '<meta name="nikau-config" content="{}" />'
  if (!page.includes(placeholder)) throw new Error('the page has no placeholder for the configuration')
  return page.replace(placeholder, () => `<meta name="nikau-config" content="${escapeHtml(JSON.stringify(config))}" />`)
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Preloads the request's summary while the page's code is still loading, which saves a round trip on a slow network. The page itself
 * reports a malformed id.
 */
export function withSummary(page: string, apiBase: string, requestId: string): string {
  if (!/^[\w-]{1,64}$/.test(requestId)) return page
  return page.replace(
    '<title>',
    () => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(apiBase)}/api/payment-requests/${requestId}/summary" /><title>`,
  )
}

/** Flags that differ from the configuration, as they are now. */
export type ReadFlags = () => Promise<Partial<Record<FlagName, boolean>>>

const pageNames = ['index.html', 'checkout.html', 'business.html', 'till.html'] as const
type PageName = (typeof pageNames)[number]
const flagsLastMs = 1000

interface Pages {
  flags: string
  page: Readonly<Record<PageName, string>>
  /** The wallet's page draws its first picture itself, which makes it large; it is the same for everybody, so it is compressed once. */
  walletCompressed: Buffer
}

/** The pages with the configuration in them, made again when a flag has changed. While the flags cannot be read, the last ones stay. */
function pagesOf(files: Readonly<Record<PageName, string>>, config: WebConfig, readFlags: ReadFlags): () => Promise<Pages> {
  const build = (flags: Partial<Record<FlagName, boolean>>): Pages => {
    const withFlags = { ...config, flags: { ...config.flags, ...flags } }
    const page = Object.fromEntries(pageNames.map((name) => [name, withConfig(files[name], withFlags)])) as Record<PageName, string>
    return { flags: JSON.stringify(flags), page, walletCompressed: brotliCompressSync(page['index.html']) }
  }
  let pages = build({})
  let readAt = -Infinity
  return async () => {
    if (performance.now() - readAt < flagsLastMs) return pages
    readAt = performance.now()
    const flags = await readFlags().catch(() => undefined)
    if (flags && JSON.stringify(flags) !== pages.flags) pages = build(flags)
    return pages
  }
}

/** Serves the built web app under /deimos: files with a hash in their name are immutable, the pages are never cached. */
export async function serveWebApp(fastify: FastifyInstance, options: { folder: string; config: WebConfig; readFlags?: ReadFlags }): Promise<void> {
  const read = async (name: PageName) => [name, await readFile(join(options.folder, name), 'utf8')] as const
  const files = Object.fromEntries(await Promise.all(pageNames.map(read))) as Record<PageName, string>
  const pages = pagesOf(files, options.config, options.readFlags ?? (async () => ({})))
  const policy = webPolicy(options.config, "'none'", pageNames.map((name) => files[name]).join(''))
  const sendPage = (reply: FastifyReply, page: string | Buffer) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8')
      .send(page)
  const sendWallet = async (reply: FastifyReply) => {
    const { page, walletCompressed } = await pages()
    if (/\bbr\b/.test(reply.request.headers['accept-encoding'] ?? '')) return sendPage(reply.header('content-encoding', 'br'), walletCompressed)
    return sendPage(reply, page['index.html'])
  }
  const sendNamed = async (reply: FastifyReply, name: PageName) => sendPage(reply, (await pages()).page[name])
  // A shop may open the checkout in a popup and wait for its message, so the opener must stay reachable.
  const sendCheckout = async (reply: FastifyReply, change = (page: string) => page) =>
    sendPage(reply.header('cross-origin-opener-policy', 'unsafe-none'), change((await pages()).page['checkout.html']))
  await fastify.register(fastifyStatic, {
    root: options.folder,
    prefix: '/deimos/',
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'checkout.html', 'business.html', 'till.html', '.vite/**'], // sent with their configuration below
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // Our own page frames silent.html to renew a session.
      void reply.header('content-security-policy', path.endsWith('silent.html') ? webPolicy(options.config, "'self'") : policy)
    },
  })
  fastify.get('/', (_request, reply) => reply.redirect('/deimos/'))
  fastify.get('/deimos', (_request, reply) => reply.redirect('/deimos/'))
  for (const path of ['/deimos/pay/:id', '/deimos/farmlands/pay/:id', '/deimos/farmlands/pay/:id/verify'])
    fastify.get<{ Params: { id: string } }>(path, ({ params }, reply) => sendCheckout(reply, (page) => withSummary(page, options.config.apiBase, params.id)))
  for (const bank of returnBanks) fastify.get(`/deimos/${bank}/oidc-callback`, (_request, reply) => sendCheckout(reply))
  // What the code of a payment link shows: short, so that the code is coarse. Search engines list no links.
  fastify.get<{ Params: { id: string } }>('/l/:id', ({ params }, reply) => reply.redirect(`/deimos/l/${encodeURIComponent(params.id)}`))
  fastify.get('/deimos/l/:id', (_request, reply) => sendCheckout(reply.header('x-robots-tag', 'noindex')))
  // The address that the wallet's menu has always led to.
  fastify.get('/business', (_request, reply) => reply.redirect('/deimos/business'))
  for (const path of ['/deimos/business', '/deimos/business/*']) fastify.get(path, (_request, reply) => sendNamed(reply, 'business.html'))
  for (const path of ['/deimos/till', '/deimos/till/']) fastify.get(path, (_request, reply) => sendNamed(reply, 'till.html'))
  // The address alone opens a transfer, so no search engine may list it.
  fastify.get('/deimos/transfer/*', (_request, reply) => sendWallet(reply.header('x-robots-tag', 'noindex')))
  // `/deimos/assets/` is both our files, which have a dot in their name, and the screen of an asset, whose id has none.
  // A missing file must return 404, not the page.
  fastify.get('/deimos/*', (request, reply) => (/^\/deimos\/assets\/[^?]*\./.test(request.url) ? reply.callNotFound() : sendWallet(reply)))
}
