import { createServer } from 'node:http'
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

export const healthPaths = ['/healthz', '/readyz', '/metrics'] as const

export interface HealthResponse {
  status: number
  contentType: string
  body: string
}

/** /healthz (the process runs), /readyz (its dependencies answer) and /metrics, which is not for requests that came through a proxy. */
export async function respondHealth(
  path: string | undefined,
  headers: Readonly<Record<string, unknown>>,
  { metrics, checks }: { metrics: Metrics; checks: Checks },
): Promise<HealthResponse> {
  if (path === '/healthz') return json(200, { status: 'ok' })
  if (path === '/readyz') {
    const failing = await failedChecks(checks)
    return failing.length > 0 ? json(503, { status: 'not ready', failing }) : json(200, { status: 'ok' })
  }
  const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (path === '/metrics' && !proxied) return { status: 200, contentType: metrics.registry.contentType, body: await metrics.registry.metrics() }
  return json(404, { status: 'not found' })
}

function json(status: number, body: object): HealthResponse {
  return { status, contentType: 'application/json', body: JSON.stringify(body) }
}

/** Serves the health endpoints for a process that has no HTTP server of its own. */
export async function serveHealth(options: { port: number; host?: string; metrics: Metrics; checks: Checks; log: Log }) {
  const server = createServer((request, response) => {
    respondHealth(request.url?.split('?')[0], request.headers, options)
      .catch((error: unknown) => {
        options.log.warn({ err: error, path: request.url }, 'health request failed')
        return json(503, { status: 'failed' })
      })
      .then(({ status, contentType, body }) => response.writeHead(status, { 'content-type': contentType }).end(body))
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
