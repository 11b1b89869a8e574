import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sourceFiles } from './check-source.ts'
import { coverage, readItems, readTestResults } from './requirements-results.ts'

// `pnpm requirements [--area MERCH,ROUTE]`: which requirements are covered by tests that ran and passed. It reads the results
// of the test runs in .results and not the source, so that a test title alone covers nothing.

const { values } = parseArgs({
  options: { area: { type: 'string' }, results: { type: 'string', default: '.results' }, list: { type: 'string', default: 'docs/requirements.md' } },
})
const items = readItems(readFileSync(values.list, 'utf8'))
const areas = new Set(values.area?.split(',') ?? items.map(({ area }) => area))
const unknownAreas = [...areas].filter((area) => !items.some((item) => item.area === area))
if (unknownAreas.length > 0) {
  console.error(`unknown area: ${unknownAreas.join(', ')}`)
  process.exit(2)
}

const files = resultFiles(values.results)
if (files.length === 0) {
  console.error(`no results in ${values.results}: run the tests first`)
  process.exit(1)
}
const results = files.map((file) => ({ file, ...readTestResults(JSON.parse(readFileSync(file, 'utf8'))) }))
const coveredIds = new Set(results.flatMap(({ ids }) => ids))

const newest = Math.max(...sourceFiles('**/*.ts', '**/*.tsx', '**/*.sql').map((file) => statSync(file).mtimeMs))
for (const { file, startedAt } of results) if (startedAt < newest) console.log(`warning: ${file} is older than the newest source file; run those tests again`)
const strays = [...coveredIds].filter((id) => !items.some((item) => item.id === id))
if (strays.length > 0) console.log(`warning: unknown requirement ids: ${strays.join(', ')}`)

const rows = coverage(items, coveredIds).filter(({ area }) => areas.has(area))
for (const { area, covered, total, missing } of rows)
  console.log(`${area.padEnd(8)}${`${covered}/${total}`.padStart(7)}${missing.length > 0 ? `  missing ${missing.join(' ')}` : ''}`)
const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + count(row), 0)
const missing = sum((row) => row.missing.length)
console.log(
  `covered ${sum((row) => row.covered)} of ${sum((row) => row.total)} requirements in ${rows.length} area${rows.length === 1 ? '' : 's'}, ${missing} missing`,
)
process.exitCode = missing === 0 ? 0 : 1

function resultFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(?:vitest|playwright).*\.json$/.test(name))
      .map((name) => join(folder, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
