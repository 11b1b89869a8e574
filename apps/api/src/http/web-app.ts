import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { WebConfig } from '@nikau/contract/web-config'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** react-aria puts one style element into the page; its hash is all that the policy allows beside our own files. */
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

export function webPolicy(config: WebConfig, frameAncestors: "'none'" | "'self'"): string {
  const identityOrigin = new URL(config.issuer).origin
  const elsewhere = [config.apiBase, config.monitoring?.address, config.map?.tiles].filter(Boolean).map((address) => new URL(address!).origin)
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' ${reactAriaStyle}`,
    "img-src 'self' data: blob:",
    `connect-src ${[...new Set(["'self'", identityOrigin, ...elsewhere])].join(' ')}`,
    "worker-src 'self'",
    `frame-src 'self' ${identityOrigin}`, // our own silent.html, after the provider has sent the frame back to it,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** Puts this deployment's configuration into the page. A page without the place for it is not ours, so nothing starts with one. */
export function withConfig(page: string, config: WebConfig): string {
  const place = '<meta name="nikau-config" content="{}" />'
  if (!page.includes(place)) throw new Error('the page has no place for the configuration')
  return page.replace(place, () => `<meta name="nikau-config" content="${escaped(JSON.stringify(config))}" />`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Where a bank may send a customer back to; any other name is a page that nobody can find. */
const returnBanks = ['pnz', 'bnz', 'westpac', 'asb']

/**
 * Begins to fetch the request while the code of the page is still under way: over a slow network one of the two would
 * otherwise wait for the other. An id that is none is left for the page to find out.
 */
export function withSummary(page: string, apiBase: string, requestId: string): string {
  if (!/^[\w-]{1,64}$/.test(requestId)) return page
  return page.replace(
    '<title>',
    () => `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escaped(apiBase)}/api/payment-requests/${requestId}/summary" /><title>`,
  )
}

/** Serves the built web app under /deimos: files that carry a hash in their name for ever, the page itself never from a cache. */
export async function serveWebApp(fastify: FastifyInstance, options: { folder: string; config: WebConfig }): Promise<void> {
  const read = async (name: string) => withConfig(await readFile(join(options.folder, name), 'utf8'), options.config)
  const [wallet, checkout] = [await read('index.html'), await read('checkout.html')]
  const policy = webPolicy(options.config, "'none'")
  const sendPage = (reply: FastifyReply, page: string) =>
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  // A shop may open the checkout in a window and wait there for its word, so the tie between the two windows is left whole.
  const sendCheckout = (reply: FastifyReply, page: string) => sendPage(reply.header('cross-origin-opener-policy', 'unsafe-none'), page)
  await fastify.register(fastifyStatic, {
    root: options.folder,
    prefix: '/deimos/',
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'checkout.html', '.vite/**'], // the pages are sent with their configuration, below
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // silent.html is framed by our own page while a session is renewed.
      void reply.header('content-security-policy', path.endsWith('silent.html') ? webPolicy(options.config, "'self'") : policy)
    },
  })
  fastify.get('/', (_request, reply) => reply.redirect('/deimos/'))
  fastify.get('/deimos', (_request, reply) => reply.redirect('/deimos/'))
  for (const path of ['/deimos/pay/:id', '/deimos/farmlands/pay/:id', '/deimos/farmlands/pay/:id/verify'])
    fastify.get<{ Params: { id: string } }>(path, ({ params }, reply) => sendCheckout(reply, withSummary(checkout, options.config.apiBase, params.id)))
  for (const bank of returnBanks) fastify.get(`/deimos/${bank}/oidc-callback`, (_request, reply) => sendCheckout(reply, checkout))
  // `/deimos/assets/` holds both: our files, which all have a point in their name, and the screen of an asset, whose id has none.
  // A file that is gone must not be answered with a page.
  fastify.get('/deimos/*', (request, reply) => (/^\/deimos\/assets\/[^?]*\./.test(request.url) ? reply.callNotFound() : sendPage(reply, wallet)))
}
