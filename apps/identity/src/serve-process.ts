import { checkDatabase, createLog, createMetrics, openDatabase, randomIds, serveHealth, shutDownOnSignal, systemClock } from '@nikau/runtime'
import { createApp } from './app.ts'
import { identityConfig } from './config.ts'
import { deleteExpired } from './delete-expired.ts'

const deleteIntervalMs = 5 * 60_000

/** Starts the identity process. It has no local state, so any number can run in parallel. */
export async function startIdentity(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = identityConfig(env)
  const log = createLog({ name: 'identity', level: config.logLevel })
  const database = openDatabase({ url: config.databaseUrl, name: 'nikau-identity', log })
  const metrics = createMetrics('identity')
  const app = await createApp({ config, db: database.db, clock: systemClock, ids: randomIds, log, metrics })
  const checks = { database: () => checkDatabase(database.db) }
  const { port: metricsPort, host: metricsHost } = config.metrics
  const health = metricsPort === undefined ? undefined : await serveHealth({ port: metricsPort, host: metricsHost, metrics, checks, log })

  // Every instance deletes expired rows; rows locked by one are skipped by the others.
  const deleteTimer = setInterval(() => {
    deleteExpired(database.db, systemClock.now()).then(
      (deleted) => deleted > 0 && log.info({ deleted }, 'expired rows deleted'),
      (error: unknown) => log.warn({ err: error }, 'deleting expired rows failed'),
    )
  }, deleteIntervalMs)

  const address = await app.listen({ port: config.port, host: config.host })
  log.info({ address, issuer: config.issuer.href, metricsPort: health?.port }, 'identity listening')
  shutDownOnSignal(log, [
    ['delete expired rows', async () => clearInterval(deleteTimer)],
    ['http', () => app.close()],
    ['metrics', async () => await health?.close()],
    ['database', () => database.close()],
    ['telemetry', stopTelemetry],
  ])
}
