import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyReply } from 'fastify'
import { noFaults, type Faults, faultsFrom, applyFaults } from './faults.ts'
import type { Inbox } from './inbox.ts'
import { inboxPage, faultsPage } from './pages.ts'

const publicFolder = join(import.meta.dirname, '../public')
const files: Record<string, string> = { 'sandbox.css': 'text/css', 'inbox.js': 'text/javascript', 'icon.svg': 'image/svg+xml' }
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

interface Query {
  to?: string
  since?: string
  timeout?: string
}

/** The SMS provider, the pages of the sandbox, and the API for tests. */
export async function startHttp(options: { host: string; port: number; inbox: Inbox; faults: Faults; secret?: string }) {
  const { inbox, faults } = options
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: 64 * 1024 })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  })
  const dropConnection = (reply: FastifyReply) => {
    reply.hijack()
    reply.raw.destroy()
  }

  app.post('/sms', async (request, reply) => {
    if (faults.down) return dropConnection(reply)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || (options.secret && token !== options.secret)) return reply.code(401).send({ error: 'wrong secret' })
    const key = request.headers['idempotency-key']
    const { to, text } = (request.body ?? {}) as { to?: unknown; text?: unknown }
    if (typeof key !== 'string' || key === '') return reply.code(400).send({ error: 'Idempotency-Key is missing' })
    if (typeof to !== 'string' || !/^\+[1-9]\d{6,14}$/.test(to)) return reply.code(422).send({ error: 'to is not a phone number' })
    if (typeof text !== 'string' || text === '') return reply.code(422).send({ error: 'text is missing' })
    let response: { id: number; repeated: boolean } | undefined
    const delivery = await applyFaults(faults, () => {
      const { received, repeated } = inbox.accept({ channel: 'sms', to, from: 'Nikau', subject: '', text, key })
      response = { id: received.id, repeated }
    })
    if (delivery === 'accepted') return reply.code(202).send(response)
    inbox.count(delivery === 'dropped' ? 'dropped' : 'refused')
    if (delivery === 'dropped') return dropConnection(reply)
    return reply.code(delivery === 'refused' ? 503 : 422).send({ error: delivery })
  })

  app.get<{ Querystring: Query }>('/api/messages', async ({ query }) => ({ messages: inbox.list(query), counts: inbox.counts() }))
  app.get<{ Querystring: Query }>('/api/messages/wait', async ({ query }, reply) => {
    const found = await inbox.wait(query, Math.min(Number(query.timeout) || 10_000, 60_000))
    return found ?? reply.code(408).send({ error: 'no message received' })
  })
  app.delete('/api/messages', async (_request, reply) => {
    inbox.clear()
    return reply.code(204).send()
  })
  app.get('/api/faults', async () => faults)
  app.put<{ Body: Record<string, unknown> }>('/api/faults', async ({ body }) => Object.assign(faults, noFaults, faultsFrom(body)))
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get<{ Querystring: Query }>('/', async ({ query }, reply) => reply.type('text/html').send(inboxPage(inbox.list(query), inbox.counts(), faults, query.to)))
  app.get('/faults', async (_request, reply) => reply.type('text/html').send(faultsPage(faults, inbox.counts())))
  app.post<{ Body: Record<string, unknown> }>('/faults', async ({ body }, reply) => {
    // Browsers do not send an unchecked box.
    Object.assign(faults, noFaults, faultsFrom({ down: 'false', ...body }))
    return reply.redirect('/faults', 303)
  })
  app.post('/empty', async (_request, reply) => {
    inbox.clear()
    return reply.redirect('/', 303)
  })
  for (const [name, type] of Object.entries(files)) {
    app.get(`/${name}`, async (_request, reply) => reply.type(type).send(await readFile(join(publicFolder, name))))
  }

  await app.listen({ host: options.host, port: options.port })
  return { port: (app.server.address() as { port: number }).port, stop: () => app.close() }
}
