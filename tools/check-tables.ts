import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { conclude } from './check-source.ts'
import { tableOwners } from './table-owners.ts'

// Each table is written by one module. Two writers share rules that neither of them owns, and no import shows it.
// `node tools/check-tables.ts --list` prints every table with the module that writes it.

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const { tables, owners, writes, faults } = tableOwners((file) => readFileSync(file, 'utf8'))

if (values.list) {
  const width = Math.max(...tables.map((table) => table.length))
  for (const table of tables) console.log(`${table.padEnd(width)}  ${owners.get(table) ?? 'no writer'}`)
} else {
  for (const table of tables) {
    const modules = [...new Set(writes.filter((write) => write.table === table).map((write) => write.module))]
    if (modules.length < 2) continue
    faults.push(`${table} is written by ${modules.join(' and ')}`)
    for (const { module, file, line } of writes.filter((write) => write.table === table)) faults.push(`  ${module}: ${file}:${line}`)
  }
  conclude(faults, `${tables.length} tables, each written by one module`)
}
