import { parseArgs } from 'node:util'
import { createLog, openDatabase } from '@nikau/runtime'
import { readRotationConfig, rotateKeys } from './key-rotation.ts'

// `DATABASE_URL=… BANK_NUMBER_KEYS=new:…,old:… WEBHOOK_SECRET=new:…,old:… pnpm rotate-keys [--batch 200]`: seals everything again with
// the first key of each variable and says which keys can be removed. See docs/operations/key-rotation.md.

const { values } = parseArgs({ options: { batch: { type: 'string', default: '200' } } })
const batchSize = Number(values.batch)
if (!Number.isInteger(batchSize) || batchSize < 1 || batchSize > 5000) {
  console.error('--batch: a whole number from 1 to 5000')
  process.exit(2)
}
const config = readRotationConfig(process.env)
const log = createLog({ name: 'rotate-keys', level: 'warn' })
const database = openDatabase({ url: config.DATABASE_URL, name: 'nikau-rotate-keys', log, connections: 2 })
try {
  // Exit code 3: not finished, run it again.
  process.exitCode = (await rotateKeys(database.db, config, { batchSize, print: (line) => console.log(line) })) ? 0 : 3
} finally {
  await database.close()
}
