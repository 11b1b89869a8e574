import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLedger } from '@nikau/ledger'
import { createLog, createVault, field, migrate, openDatabase, randomIds, readConfig, schemaFolder, systemClock } from '@nikau/runtime'
import { z } from 'zod'
import { bankFields, quotaLimits, webhookFields } from './config.ts'
import { seedDemo, seedSandboxShop } from './modules/demo/index.ts'
import { seedMerchants } from './modules/merchants/index.ts'

// Migrates the database and fills the demo world through the modules' own use cases. Running it again adds nothing twice.
const config = readConfig(
  z.object({
    DATABASE_URL: field.secret(),
    LOG_LEVEL: field.level().default('info'),
    QUOTA_LIMITS: quotaLimits(),
    /** The key that the sandbox shop will use, and where it will stand; without them it has no place in the demo world. */
    SHOP_KEY: field.secret().optional(),
    SHOP_ORIGIN: field.url().optional(),
    WEBHOOK_SECRET: webhookFields().WEBHOOK_SECRET,
    ...bankFields(),
    /** How much the power user has done. */ DEMO_MOVEMENTS: field.count().default(10_000),
  }),
  process.env,
)
const log = createLog({ name: 'seed', level: config.LOG_LEVEL })
const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-seed', log })
const { db } = database
const read = async (file: string) => JSON.parse(await readFile(join(schemaFolder, 'seeds', file), 'utf8')) as never

log.info({ applied: await migrate(database) }, 'the schema is current')
const merchants = await seedMerchants(db, { merchants: await read('merchants.json'), wallets: await read('wallets.json') })

let told = systemClock.now()
const clock = { now: () => told, set: (at: Date) => void (told = at) }
const ledger = createLedger({ url: config.DATABASE_URL, name: 'nikau-seed', log, clock })
const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
const means = { db, ledger, clock, ids: randomIds, limits: config.QUOTA_LIMITS, vault }
const { movements, shopkeeper } = await seedDemo(
  means,
  { people: await read('people.json'), issuers: await read('issuers.json'), movements: config.DEMO_MOVEMENTS },
  systemClock.now(),
)
clock.set(systemClock.now())
const { SHOP_KEY: key, SHOP_ORIGIN: origin, WEBHOOK_SECRET: webhookSecret } = config
if (key && origin) await seedSandboxShop(means, { ownerId: shopkeeper, key, origin, webhookSecret })
log.info({ merchants, movements }, 'the demo world is there')
await ledger.close()
await database.close()
