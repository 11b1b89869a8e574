import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret } from '@nikau/runtime'
import { drawReport, toCsv } from '../apps/api/src/modules/safeguarding/export.ts'
import { selectReport, selectSignatures } from '../apps/api/src/modules/safeguarding/store.ts'

// `DATABASE_URL=… pnpm safeguarding <day> [--format pdf|csv|json]`: writes the safeguarding report of a day with its digest and signatures
// to standard output, with a login that can only read; see docs/operations/safeguarding.md.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { format: { type: 'string', default: 'json' } } })
const [day = ''] = positionals
const url = process.env.DATABASE_URL
if (!url || positionals.length !== 1 || !/^\d{4}-\d\d-\d\d$/.test(day) || !['pdf', 'csv', 'json'].includes(values.format)) {
  console.error('usage: DATABASE_URL=postgres://… pnpm safeguarding <day> [--format pdf|csv|json]')
  process.exit(2)
}
const database = openDatabase({ url: new Secret(url), name: 'safeguarding', log: createLog({ name: 'safeguarding', level: 'warn' }), connections: 1 })
try {
  const row = await selectReport(database.db, day)
  if (row) {
    const signatures = await selectSignatures(database.db, day)
    const signed = { row, signatures }
    if (values.format === 'pdf') process.stdout.write(await drawReport(signed))
    else if (values.format === 'csv') process.stdout.write(toCsv(signed))
    else process.stdout.write(`${JSON.stringify({ digest: row.digest, signatures, content: row.content }, null, 2)}\n`)
  } else {
    console.error(`no report of ${day}`)
    process.exitCode = 1
  }
} finally {
  await database.close()
}
