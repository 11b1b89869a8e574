import { createServer, type IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Named checks that must all pass before the process is sent work. */
export type Checks = Record<string, () => Promise<unknown>>

export async function checkDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Names of the checks that failed or took longer than a second. The reason is in the log of the dependency. */
async function failedChecks(checks: Checks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const timeout = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('check timed out')), 1000).unref())
      try {
        await Promise.race([check(), timeout])
        return []
      } catch {
        return [name]
      }
    }),
  )
  return results.flat()
}

/** Public; metrics are not (serveHealth). */
export const healthPaths = ['/healthz', '/readyz'] as const

export interface HealthResponse {
  status: number
  contentType: string
  body: string
}

/** /healthz (the process runs) and /readyz (its dependencies answer). */
export async function respondHealth(path: string | undefined, checks: Checks): Promise<HealthResponse> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path !== '/readyz') return json(404, { status: 'not found' })
  const failing = await failedChecks(checks)
  return failing.length > 0 ? json(503, { status: 'not ready', failing }) : json(200, { status: 'ok' })
}

/** A request that came through a proxy is from outside, whatever address it has here. */
function isProxied(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || ['forwarded', 'via', 'x-real-ip'].includes(name))
}

async function respondMetrics(headers: IncomingHttpHeaders, { registry }: Metrics): Promise<HealthResponse> {
  if (isProxied(headers)) return json(404, { status: 'not found' })
  return { status: 200, contentType: registry.contentType, body: await registry.metrics() }
}

function json(status: number, body: object): HealthResponse {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

/** Serves the health endpoints and /metrics on a port of their own, apart from the public one, which may be behind a proxy. */
export async function serveHealth(options: { port: number; host?: string; metrics: Metrics; checks: Checks; log: Log }) {
  const server = createServer((request, reply) => {
    const path = request.url?.split('?')[0]
    const response = path === '/metrics' ? respondMetrics(request.headers, options.metrics) : respondHealth(path, options.checks)
    response
      .catch((error: unknown) => {
        options.log.warn({ err: error, path: request.url }, 'health request failed')
        return json(503, { status: 'failed' })
      })
      .then(({ status, contentType, body }) => reply.writeHead(status, { 'content-type': contentType }).end(body))
      .catch((error: unknown) => options.log.warn({ err: error }, 'health response not sent'))
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
