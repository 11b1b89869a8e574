import type { FastifyInstance } from 'fastify'

/** A call that reached the company. Never a body: it may hold a card's number. Status 0 is one that was cut before an answer left. */
export type Call = { at: string; method: string; path: string; status: number; ms: number; key: string | null }

const kept = 2_000

export type Calls = ReturnType<typeof openCalls>

export const openCalls = () => {
  let calls: Call[] = []
  return {
    list: () => calls,
    watch(app: FastifyInstance): void {
      app.addHook('onRequest', (request, reply, done) => {
        const [path = ''] = request.url.split('?')
        const began = performance.now()
        reply.raw.once('close', () => {
          if (!path.startsWith('/v1/')) return
          const key = request.headers['idempotency-key']
          const status = reply.raw.writableFinished ? reply.raw.statusCode : 0
          const call = { at: new Date().toISOString(), method: request.method, path, status, ms: Math.round(performance.now() - began) }
          calls = [...calls.slice(-kept), { ...call, key: typeof key === 'string' ? key : null }]
        })
        done()
      })
    },
  }
}
