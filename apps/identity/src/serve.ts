import { createLog, openDatabase, randomIds, shutDownOnSignal, systemClock } from '@nikau/runtime'
import { createApp } from './app.ts'
import { identityConfig } from './config.ts'
import { sweepExpired } from './sweep.ts'

const config = identityConfig(process.env)
const log = createLog({ name: 'identity', level: config.logLevel })
const database = openDatabase({ url: config.databaseUrl, name: 'identity', log })
const app = await createApp({ config, db: database.db, clock: systemClock, ids: randomIds, log })

// Every instance sweeps; rows that one of them holds are passed over by the others.
const sweeping = setInterval(() => {
  sweepExpired(database.db, systemClock.now()).then(
    (gone) => gone > 0 && log.info({ gone }, 'expired rows removed'),
    (error: unknown) => log.warn({ err: error }, 'the sweep failed'),
  )
}, 5 * 60_000)

await app.listen({ port: config.port, host: '::' })
log.info({ issuer: config.issuer.href, port: config.port }, 'listening')
shutDownOnSignal(log, [
  ['sweep', async () => clearInterval(sweeping)],
  ['http', () => app.close()],
  ['database', () => database.close()],
])
