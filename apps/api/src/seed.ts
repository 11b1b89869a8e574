import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog, field, migrate, openDatabase, readConfig, schemaFolder } from '@nikau/runtime'
import { z } from 'zod'
import { seedMerchants } from './modules/merchants/index.ts'

// Migrates the database and fills the demo world through the modules' own use cases. Running it again adds nothing twice.
const config = readConfig(z.object({ DATABASE_URL: field.secret(), LOG_LEVEL: field.level().default('info') }), process.env)
const log = createLog({ name: 'seed', level: config.LOG_LEVEL })
const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-seed', log })
const read = async (file: string) => JSON.parse(await readFile(join(schemaFolder, 'seeds', file), 'utf8')) as never

log.info({ applied: await migrate(database) }, 'the schema is current')
const merchants = await seedMerchants(database.db, { merchants: await read('merchants.json'), wallets: await read('wallets.json') })
log.info({ merchants }, 'the demo world is there')
await database.close()
