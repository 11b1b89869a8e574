import helmet from '@fastify/helmet'
import { openApi } from '@nikau/contract/openapi'
import type { Clock, Database, Log } from '@nikau/runtime'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ApiConfig } from './config.ts'
import type { Server } from './http/bind.ts'
import { handleErrors } from './http/errors.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import { serveWebApp } from './http/web-app.ts'
import { merchantRoutes } from './modules/merchants/index.ts'

/** The HTTP application: the explicit list of modules, the hooks around them, the one error handler. */
export async function createApp(options: { config: ApiConfig; database: Database; log: Log; clock: Clock }): Promise<FastifyInstance> {
  const { config, database, log, clock } = options
  const { db } = database
  const fastify = Fastify({
    logger: false,
    trustProxy: config.TRUST_PROXY,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
  })
  handleErrors(fastify, log)
  await fastify.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
  })

  const limiter = createRateLimiter(db, clock)
  fastify.addHook('onClose', () => limiter.close())
  const server: Server = { fastify, limiter, authenticate: async () => undefined }
  merchantRoutes(server, db)

  fastify.get('/healthz', () => ({ status: 'up' }))
  fastify.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database away' })
    }
  })
  const document = openApi()
  fastify.get('/openapi.json', () => document)
  if (config.API_REFERENCE) await referencePage(fastify)
  if (config.WEB_DIST) await serveWebApp(fastify, { folder: config.WEB_DIST, identityOrigin: config.IDENTITY_ORIGIN })
  return fastify
}

/** The reference page brings an inline script, so it has a policy of its own; it is loaded only where it is asked for. */
async function referencePage(fastify: FastifyInstance): Promise<void> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  await fastify.register(async (inner) => {
    inner.addHook('onSend', async (_request, reply) => {
      void reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
      )
    })
    await inner.register(scalar, { routePrefix: '/reference', configuration: { url: '/openapi.json', withDefaultFonts: false, hideClientButton: true } })
  })
}
