import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** react-aria adds one style element to the page; the policy allows it by its hash. */
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** No page of the desk runs inline code, loads anything from another host, or is framed. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${reactAriaStyle}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the built desk under /desk: files with a hash in their name are immutable, the page is never stored. */
export async function serveDeskPages(fastify: FastifyInstance, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const sendPage = (reply: FastifyReply) =>
    reply.header('content-security-policy', policy).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  await fastify.register(fastifyStatic, {
    root: folder,
    prefix: '/desk/',
    index: false,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**'],
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  fastify.get('/', (_request, reply) => reply.redirect('/desk/'))
  fastify.get('/desk', (_request, reply) => reply.redirect('/desk/'))
  // A missing file must return 404, not the page.
  fastify.get('/desk/*', (request, reply) => (request.url.startsWith('/desk/assets/') ? reply.callNotFound() : sendPage(reply)))
}
