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

/** Serves the built web app under /deimos: files that carry a hash in their name for ever, the page itself never from a cache. */
export async function serveWebApp(fastify: FastifyInstance, options: { folder: string; config: WebConfig }): Promise<void> {
  const page = withConfig(await readFile(join(options.folder, 'index.html'), 'utf8'), options.config)
  const policy = webPolicy(options.config, "'none'")
  const sendPage = (reply: FastifyReply) =>
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  await fastify.register(fastifyStatic, {
    root: options.folder,
    prefix: '/deimos/',
    index: false,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**'], // the page is sent with its configuration, below
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // silent.html is framed by our own page while a session is renewed.
      void reply.header('content-security-policy', path.endsWith('silent.html') ? webPolicy(options.config, "'self'") : policy)
    },
  })
  fastify.get('/', (_request, reply) => reply.redirect('/deimos/'))
  fastify.get('/deimos', (_request, reply) => reply.redirect('/deimos/'))
  // `/deimos/assets/` holds both: our files, which all have a point in their name, and the screen of an asset, whose id has none.
  // A file that is gone must not be answered with a page.
  fastify.get('/deimos/*', (request, reply) => (/^\/deimos\/assets\/[^?]*\./.test(request.url) ? reply.callNotFound() : sendPage(reply)))
}
