import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowSimulatedTime, createLedger } from '@nikau/ledger'
import { createLog, createVault, field, openDatabase, randomIds, readConfig, schemaFolder, systemClock } from '@nikau/runtime'
import { z } from 'zod'
import { bankFields, linkFields, quotaLimits, webhookFields } from './config.ts'
import { seedMerchants } from './modules/merchants/index.ts'
import { assertSeedable, SeedRefused, seedDemoData, seedOperators, seedSandboxShop } from './seed/index.ts'

// Seeds demo data into a migrated database through the modules' own use cases. Running it again adds nothing twice.
const config = readConfig(
  z.object({
    DATABASE_URL: field.secret(),
    LOG_LEVEL: field.level().default('info'),
    QUOTA_LIMITS: quotaLimits(),
    /** The sandbox shop's API key and origin; without them the shop is not seeded. */
    SHOP_KEY: field.secret().optional(),
    SHOP_ORIGIN: field.url().optional(),
    /** A second key of the shop, with all rights, for the quickstart. */
    SHOP_OWNER_KEY: field.secret().optional(),
    WEBHOOK_SECRET: webhookFields().WEBHOOK_SECRET,
    ...bankFields(),
    ...linkFields(),
    /** Movements of the power user. */
    SEED_MOVEMENTS: field.count().default(10_000),
  }),
  process.env,
)
const log = createLog({ name: 'seed', level: config.LOG_LEVEL })
const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-seed', log })
const { db } = database
const read = async (file: string) => JSON.parse(await readFile(join(schemaFolder, 'seeds', file), 'utf8')) as never

try {
  await assertSeedable(db, process.env)
  await seed()
} catch (error) {
  if (!(error instanceof SeedRefused)) throw error
  log.error(error.message)
  process.exitCode = 1
} finally {
  await database.close()
}

async function seed(): Promise<void> {
  // The demo data has a past.
  await allowSimulatedTime(db)
  let now = systemClock.now()
  const clock = { now: () => now, set: (at: Date) => void (now = at) }
  const ledger = createLedger({ url: config.DATABASE_URL, name: 'nikau-seed', log, clock })
  const vault = createVault({ keys: config.BANK_NUMBER_KEYS, fingerprintKey: config.BANK_NUMBER_FINGERPRINTS })
  const deps = { db, ledger, clock, ids: randomIds, limits: config.QUOTA_LIMITS, vault, linkSecret: config.LINK_SECRET, webOrigin: config.WEB_ORIGIN }
  const merchants = await seedMerchants(db, { merchants: await read('merchants.json'), wallets: await read('wallets.json') })
  const { movements, shopkeeper } = await seedDemoData(
    deps,
    { people: await read('people.json'), issuers: await read('issuers.json'), movements: config.SEED_MOVEMENTS },
    systemClock.now(),
  )
  clock.set(systemClock.now())
  const { SHOP_KEY: key, SHOP_ORIGIN: origin, SHOP_OWNER_KEY: ownerKey, WEBHOOK_SECRET: webhookSecret } = config
  if (key && origin) await seedSandboxShop(deps, { ownerId: shopkeeper, key, ...(ownerKey && { ownerKey }), origin, webhookSecret })
  await seedOperators(deps, await read('operators.json'))
  log.info({ merchants, movements }, 'demo data seeded')
  await ledger.close()
}
