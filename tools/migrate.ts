import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'

// Brings the database that DATABASE_URL names to the current schema. Safe to run again, and by several processes at once.

const url = process.env.DATABASE_URL
if (!url) {
  console.error('DATABASE_URL is not set. Example: DATABASE_URL=postgres://user:password@localhost:5432/nikau pnpm migrate')
  process.exit(1)
}
const database = openDatabase({ url: new Secret(url), name: 'nikau-migrate', log: createLog({ name: 'migrate', level: 'warn' }) })
try {
  const applied = await migrate(database)
  for (const name of applied) console.log(`applied ${name}`)
  console.log(applied.length === 0 ? 'The schema is current.' : `The schema is current; ${applied.length} files applied.`)
} catch (error) {
  console.error(`Migration failed: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  await database.close()
}
