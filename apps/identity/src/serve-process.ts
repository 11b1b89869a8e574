import { createLog, createMetrics, openDatabase, randomIds, shutDownOnSignal, systemClock } from '@nikau/runtime'
import { createApp } from './app.ts'
import { identityConfig } from './config.ts'
import { sweepExpired } from './sweep.ts'

const sweepEvery = 5 * 60_000

/** The identity process. Any number of them may run side by side: none holds anything that another would miss. */
export async function startIdentity(env: NodeJS.ProcessEnv, stopTelemetry: () => Promise<void>): Promise<void> {
  const config = identityConfig(env)
  const log = createLog({ name: 'identity', level: config.logLevel })
  const database = openDatabase({ url: config.databaseUrl, name: 'nikau-identity', log })
  const app = await createApp({ config, db: database.db, clock: systemClock, ids: randomIds, log, metrics: createMetrics('identity') })

  // Every instance sweeps; rows that one of them holds are passed over by the others.
  const sweeping = setInterval(() => {
    sweepExpired(database.db, systemClock.now()).then(
      (gone) => gone > 0 && log.info({ gone }, 'expired rows removed'),
      (error: unknown) => log.warn({ err: error }, 'the sweep failed'),
    )
  }, sweepEvery)

  const address = await app.listen({ port: config.port, host: config.host })
  log.info({ address, issuer: config.issuer.href }, 'the door is open')
  shutDownOnSignal(log, [
    ['sweep', async () => clearInterval(sweeping)],
    ['http', () => app.close()],
    ['database', () => database.close()],
    ['telemetry', stopTelemetry],
  ])
}
