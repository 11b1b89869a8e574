import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** react-aria puts one style element into the page; its hash is all that the policy allows beside our own files. */
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

export function webPolicy(identityOrigin: string, frameAncestors: "'none'" | "'self'"): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self' ${reactAriaStyle}`,
    "img-src 'self' data: blob:",
    `connect-src 'self' ${identityOrigin}`,
    "worker-src 'self'",
    `frame-src ${identityOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** Serves the built web app under /deimos: files that carry a hash in their name for ever, the page itself never from a cache. */
export async function serveWebApp(fastify: FastifyInstance, options: { folder: string; identityOrigin: string }): Promise<void> {
  const page = await readFile(join(options.folder, 'index.html'))
  const policy = webPolicy(options.identityOrigin, "'none'")
  const sendPage = (reply: FastifyReply) =>
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  await fastify.register(fastifyStatic, {
    root: options.folder,
    prefix: '/deimos/',
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      // silent.html is framed by our own page while a session is renewed.
      void reply.header('content-security-policy', path.endsWith('silent.html') ? webPolicy(options.identityOrigin, "'self'") : policy)
    },
  })
  fastify.get('/', (_request, reply) => reply.redirect('/deimos/'))
  fastify.get('/deimos', (_request, reply) => reply.redirect('/deimos/'))
  fastify.get('/deimos/*', (request, reply) => (request.url.startsWith('/deimos/assets/') ? reply.callNotFound() : sendPage(reply)))
}
