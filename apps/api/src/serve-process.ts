import { checkDatabase, createLog, createMetrics, openClock, openDatabase, randomIds, serveHealth, shutDownOnSignal, systemClock } from '@nikau/runtime'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'

/** The HTTP process. Any number may run at once; they share only the database. */
export async function startServing(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = readApiConfig(env)
  const log = createLog({ name: 'api', level: config.LOG_LEVEL })
  const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-api', log, connections: config.DB_CONNECTIONS })
  const { clock, close: closeClock } = await openClock({ url: config.CLOCK_URL })
  const metrics = createMetrics('api')
  const app = await createApp({ config, database, log, clock, wallClock: systemClock, ids: randomIds, metrics })
  const checks = { database: () => checkDatabase(database.db) }
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config
  const health = metricsPort === undefined ? undefined : await serveHealth({ port: metricsPort, host: metricsHost, metrics, checks, log })
  const address = await app.listen({ port: config.API_PORT, host: config.API_HOST })
  log.info({ address, metricsPort: health?.port }, 'API listening')
  shutDownOnSignal(log, [
    ['http', () => app.close()],
    ['metrics', async () => await health?.close()],
    ['database', () => database.close()],
    ['clock', async () => closeClock()],
    ['telemetry', stopTelemetry],
  ])
}
