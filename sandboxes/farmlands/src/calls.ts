import type { FastifyInstance } from 'fastify'

/** A call to the company. Bodies are not recorded: they may hold card numbers. Status 0 means the connection was dropped before the response. */
export type Call = { at: string; method: string; path: string; status: number; ms: number; key: string | null }

const maxCalls = 2_000

export type Calls = ReturnType<typeof openCalls>

export const openCalls = () => {
  let calls: Call[] = []
  return {
    list: () => calls,
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        const [path = ''] = request.url.split('?')
        const startedAt = performance.now()
        reply.raw.once('close', () => {
          if (!path.startsWith('/v1/')) return
          const key = request.headers['idempotency-key']
          const status = reply.raw.writableFinished ? reply.raw.statusCode : 0
          const call = { at: new Date().toISOString(), method: request.method, path, status, ms: Math.round(performance.now() - startedAt) }
          calls = [...calls.slice(-maxCalls), { ...call, key: typeof key === 'string' ? key : null }]
        })
        done()
      })
    },
  }
}
