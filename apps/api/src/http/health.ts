import { answersSql, createMetrics, type Db, failing } from '@nikau/runtime'
import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'

/** Lives, can work, and how it fares: for whoever keeps the processes running. Durations are counted by route, never by address. */
export function serveHealth(fastify: FastifyInstance, db: Db): void {
  const { registry } = createMetrics('api')
  const seconds = new Histogram({
    name: 'nikau_http_seconds',
    help: 'How long answers took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  fastify.addHook('onResponse', async (request, reply) => {
    seconds.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  fastify.get('/healthz', () => ({ status: 'up' }))
  fastify.get('/readyz', async (_request, reply) => {
    const faults = await failing({ database: () => answersSql(db) })
    return faults.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', faults })
  })
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
