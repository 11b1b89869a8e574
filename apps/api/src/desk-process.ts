import { checkDatabase, createLog, createMetrics, openClock, openDatabase, serveHealth, shutDownOnSignal, systemClock } from '@nikau/runtime'
import { createDeskApp } from './desk-app.ts'
import { readDeskConfig } from './desk-config.ts'

/** The process of the desk, with a listener of its own. Any number may run at once; they share only the database. */
export async function startDesk(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = readDeskConfig(env)
  const log = createLog({ name: 'desk', level: config.LOG_LEVEL })
  const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-desk', log, connections: config.DB_CONNECTIONS })
  const { clock, close: closeClock } = await openClock({ url: config.CLOCK_URL })
  const metrics = createMetrics('desk')
  const app = await createDeskApp({ config, database, log, clock, wallClock: systemClock, metrics })
  const checks = { database: () => checkDatabase(database.db) }
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = config
  const health = metricsPort === undefined ? undefined : await serveHealth({ port: metricsPort, host: metricsHost, metrics, checks, log })
  const address = await app.listen({ port: config.DESK_PORT, host: config.DESK_HOST })
  log.info({ address, metricsPort: health?.port }, 'desk listening')
  shutDownOnSignal(log, [
    ['http', () => app.close()],
    ['metrics', async () => await health?.close()],
    ['database', () => database.close()],
    ['clock', async () => closeClock()],
    ['telemetry', stopTelemetry],
  ])
}
