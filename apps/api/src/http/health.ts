import { checkDatabase, type Db, healthPaths, measureHttp, type Metrics, respondHealth } from '@nikau/runtime'
import type { FastifyInstance } from 'fastify'

/** Serves the health endpoints and measures all routes that are added afterwards. The metrics have a port of their own. */
export function serveHealth(fastify: FastifyInstance, db: Db, metrics: Metrics): void {
  const observe = measureHttp(metrics)
  const checks = { database: () => checkDatabase(db) }
  fastify.addHook('onResponse', async (request, reply) => {
    // A stream that was open for minutes is no slow call.
    if (reply.getHeader('content-type') === 'text/event-stream') return
    observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
  })
  for (const path of healthPaths)
    fastify.get(path, async (_request, reply) => {
      const { status, contentType, body } = await respondHealth(path, checks)
      return reply.code(status).type(contentType).send(body)
    })
}
