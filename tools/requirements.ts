import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sourceFiles } from './check-source.ts'
import { coverage, type Coverage, coveredIds, readItems, readTestResults } from './requirements-results.ts'

// `pnpm requirements [--area MERCH,CLAIM]`: which requirements are covered by tests that ran and passed, for each list or, with
// --area, for areas of any list. It reads the results of the test runs in .results and not the source, so that a test title alone
// covers nothing. Several runs may be there: of each test the newest counts, so that old results do not hide a failure of today.
//
// `pnpm requirements --mutants [--count 60] [--seed 7] [--item CODE-05,NAV-02] [--quick]`: takes the behaviour of items out of the
// source, one at a time, and expects the item's own test to fail (docs/decisions/0150). --quick tries six items, others each day.

const { values } = parseArgs({
  options: {
    area: { type: 'string' },
    results: { type: 'string', default: '.results' },
    list: { type: 'string', multiple: true },
    mutants: { type: 'boolean', default: false },
    count: { type: 'string' },
    seed: { type: 'string' },
    item: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const lists = (values.list ?? listFiles('docs')).map((file) => ({ file, items: readItems(readFileSync(file, 'utf8')) }))
const items = lists.flatMap((list) => list.items)

if (values.mutants) {
  const { runMutants } = await import('./requirements-mutants.ts')
  const { item, quick } = values
  const count = Number(values.count ?? (quick ? 6 : 60))
  const seed = Number(values.seed ?? (quick ? Math.floor(Date.now() / 86_400_000) : Math.floor(Math.random() * 1_000_000)))
  const good = await runMutants({ items, count, seed, quick, ...(item !== undefined && { only: item.split(',') }) })
  process.exit(good ? 0 : 1)
}

const areas = values.area === undefined ? undefined : new Set(values.area.split(','))
const unknownAreas = [...(areas ?? [])].filter((area) => !items.some((item) => item.area === area))
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
const covered = coveredIds(results)

const newest = Math.max(...sourceFiles('**/*.ts', '**/*.tsx', '**/*.sql').map((file) => statSync(file).mtimeMs))
for (const { file, startedAt } of results) if (startedAt < newest) console.log(`warning: ${file} is older than the newest source file; run those tests again`)
const strays = [...covered].filter((id) => !items.some((item) => item.id === id))
if (strays.length > 0) console.log(`warning: unknown requirement ids: ${strays.join(', ')}`)

const printed: Coverage[] = []
for (const { file, items: chosen } of areas ? [{ file: undefined, items: items.filter(({ area }) => areas.has(area)) }] : lists) {
  const rows = coverage(chosen, covered)
  if (file !== undefined && lists.length > 1) console.log(file)
  for (const row of rows) console.log(lineOf(row))
  for (const { id, leftOut } of rows.flatMap((row) => row.leftOut)) console.log(`left out ${id}: ${leftOut}`)
  if (file !== undefined && lists.length > 1) console.log(`${sumOf(rows)}\n`)
  printed.push(...rows)
}
console.log(sumOf(printed))
process.exitCode = printed.every(({ missing }) => missing.length === 0) ? 0 : 1

function lineOf({ area, covered, total, leftOut, missing }: Coverage): string {
  return `${area.padEnd(8)}${`${covered}/${total - leftOut.length}`.padStart(7)}${missing.length > 0 ? `  missing ${missing.join(' ')}` : ''}`
}

function sumOf(rows: Coverage[]): string {
  const sum = (count: (row: Coverage) => number) => rows.reduce((total, row) => total + count(row), 0)
  const total = sum((row) => row.total)
  const covered = sum((row) => row.covered)
  const leftOut = sum((row) => row.leftOut.length)
  const missing = sum((row) => row.missing.length)
  const parts = [`${covered} covered`, leftOut > 0 && `${leftOut} left out with reasons`, missing > 0 && `${missing} missing`]
  return `${total - missing} of ${total}: ${parts.filter((part) => part !== false).join(', ')}`
}

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => /^(requirements(?:-[a-z]+)?)\.md$/.exec(name)?.[1] ?? [])
    .toSorted()
    .map((name) => join(folder, `${name}.md`))
}

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
