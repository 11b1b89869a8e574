import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { coverage, coveredIds, idsIn, readItems, readTestResults } from './requirements-results.ts'

const list = `# Requirements, such as [FRUIT-09]
- **FRUIT-01** Apples are shown. (§1)
- **FRUIT-02** [open] Pears → shown. (§1)
- **FRUIT-03** [not carried over] quinces. (§1)
- **ROOT-01** Kūmara are shown; see [not carried over] above. (§2)
`
const inTheFuture = Date.now() + 86_400_000

function vitestRun(tests: Record<string, string>, startTime = inTheFuture) {
  return { startTime, testResults: [{ name: 'fruit.test.ts', assertionResults: Object.entries(tests).map(([title, status]) => ({ title, status })) }] }
}

function playwrightRun(specs: Record<string, string[][]>, startTime = inTheFuture) {
  const tests = Object.entries(specs).map(([title, projects]) => ({
    title,
    file: 'fruit.spec.ts',
    tests: projects.map((tries) => ({ results: tries.map((status) => ({ status })) })),
  }))
  return { stats: { startTime: new Date(startTime).toISOString() }, suites: [{ specs: [], suites: [{ specs: tests }] }] }
}

test('reads items by area and why some need no test', () => {
  expect(readItems(list)).toEqual([
    { id: 'FRUIT-01', area: 'FRUIT' },
    { id: 'FRUIT-02', area: 'FRUIT' },
    { id: 'FRUIT-03', area: 'FRUIT', leftOut: 'quinces. (§1)' },
    { id: 'ROOT-01', area: 'ROOT' },
  ])
})

test.each([
  ['one [FRUIT-01]', ['FRUIT-01']],
  ['two [FRUIT-01] [ROOT-01]', ['FRUIT-01', 'ROOT-01']],
  ['a list [FRUIT-01, ROOT-01]', ['FRUIT-01', 'ROOT-01']],
  ['a range [FRUIT-01 to FRUIT-07]', []],
  ['without brackets FRUIT-01, in round ones (FRUIT-01), or other words [open]', []],
])('ids in a title, case %#', (title, ids) => {
  expect(idsIn(title)).toEqual(ids)
})

test('only passed tests of a vitest run count', () => {
  const run = vitestRun({ 'a [A-1]': 'passed', 'b [A-2]': 'failed', 'c [A-3]': 'skipped', 'd [A-4]': 'todo', 'e [A-5]': 'pending' })
  expect([...coveredIds([readTestResults(run)])]).toEqual(['A-1'])
})

test('a Playwright test counts when its last attempt passed in every project that ran it', () => {
  const run = playwrightRun({
    'a [A-1]': [['passed'], ['skipped']],
    'b [A-2]': [['failed', 'passed']],
    'c [A-3]': [['passed'], ['failed']],
    'd [A-4]': [['skipped']],
    'e [A-5]': [['timedOut']],
    'f [A-6]': [[]],
  })
  expect([...coveredIds([readTestResults(run)])]).toEqual(['A-1', 'A-2'])
})

test('of several runs the newest that ran a test decides', () => {
  const older = readTestResults(vitestRun({ 'a [A-1]': 'passed', 'b [A-2]': 'passed', 'c [A-3]': 'failed', 'd [A-4]': 'passed' }, 1))
  const newer = readTestResults(vitestRun({ 'a [A-1]': 'failed', 'b [A-2]': 'skipped', 'c [A-3]': 'passed' }, 2))
  for (const runs of [
    [older, newer],
    [newer, older],
  ])
    expect([...coveredIds(runs)]).toEqual(['A-2', 'A-3', 'A-4'])
})

test('coverage lists missing items, and apart from them those that need no test and have none', () => {
  const quinces = { id: 'FRUIT-03', area: 'FRUIT', leftOut: 'quinces. (§1)' }
  expect(coverage(readItems(list), new Set(['FRUIT-02', 'ROOT-01']))).toEqual([
    { area: 'FRUIT', covered: 1, total: 3, leftOut: [quinces], missing: ['FRUIT-01'] },
    { area: 'ROOT', covered: 1, total: 1, leftOut: [], missing: [] },
  ])
  expect(coverage(readItems(list), new Set(['FRUIT-03']))[0]).toEqual({ area: 'FRUIT', covered: 1, total: 3, leftOut: [], missing: ['FRUIT-01', 'FRUIT-02'] })
})

const folder = mkdtempSync(join(tmpdir(), 'requirements-'))
const results = join(folder, 'results')
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => rmSync(results, { recursive: true, force: true }))

function command(files: Record<string, unknown>, ...args: string[]) {
  for (const [name, content] of Object.entries(files)) {
    spawnSync('mkdir', ['-p', results])
    writeFileSync(join(results, name), JSON.stringify(content))
  }
  writeFileSync(join(folder, 'list.md'), list)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/requirements.ts', '--results', results, '--list', join(folder, 'list.md'), ...args], {
    encoding: 'utf8',
  })
  return { status, lines: (stdout + stderr).trim().split('\n') }
}

test('the command passes only when nothing is missing in the selected areas', () => {
  const files = {
    'vitest-node.json': vitestRun({ 'apples [FRUIT-01]': 'passed', 'pears [FRUIT-02]': 'failed' }),
    'playwright.json': playwrightRun({ 'kūmara [ROOT-01]': [['passed']] }),
  }
  expect(command(files)).toEqual({
    status: 1,
    lines: [
      'FRUIT       1/2  missing FRUIT-02',
      'ROOT        1/1',
      'left out FRUIT-03: quinces. (§1)',
      '3 of 4: 2 covered, 1 left out with reasons, 1 missing',
    ],
  })
  expect(command(files, '--area', 'ROOT')).toEqual({ status: 0, lines: ['ROOT        1/1', '1 of 1: 1 covered'] })
  expect(command(files, '--area', 'NUT')).toEqual({ status: 2, lines: ['unknown area: NUT'] })
})

test('several lists are printed one after the other, and an area is found in any of them', () => {
  const files = { 'vitest-node.json': vitestRun({ 'apples [FRUIT-01, FRUIT-02]': 'passed', 'kūmara [ROOT-01]': 'passed' }) }
  const more = join(folder, 'more.md')
  writeFileSync(more, '- **NUT-01** Almonds are shown. [nuts]\n')
  expect(command(files, '--list', more)).toEqual({
    status: 1,
    lines: [
      join(folder, 'list.md'),
      'FRUIT       2/2',
      'ROOT        1/1',
      'left out FRUIT-03: quinces. (§1)',
      '4 of 4: 3 covered, 1 left out with reasons',
      '',
      more,
      'NUT         0/1  missing NUT-01',
      '0 of 1: 0 covered, 1 missing',
      '',
      '4 of 5: 3 covered, 1 left out with reasons, 1 missing',
    ],
  })
  expect(command(files, '--list', more, '--area', 'NUT,ROOT')).toEqual({
    status: 1,
    lines: ['ROOT        1/1', 'NUT         0/1  missing NUT-01', '1 of 2: 1 covered, 1 missing'],
  })
})

test('the lists in docs are read, each id once', () => {
  const names = readdirSync('docs').filter((name) => name.startsWith('requirements'))
  const ids = names.flatMap((name) => readItems(readFileSync(join('docs', name), 'utf8'))).map(({ id }) => id)
  expect(names.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(ids.length)
})

test('without results nothing is covered', () => {
  expect(command({}).status).toBe(1)
})

test('warns about results older than the source and about unknown ids', () => {
  const { status, lines } = command({ 'vitest-node.json': vitestRun({ 'a [FRUIT-01] [FRUIT-02] [ROOT-01] [ROOT-77]': 'passed' }, 0) })
  expect(status).toBe(0)
  expect(lines[0]).toMatch(/^warning: .*vitest-node\.json is older than the newest source file/)
  expect(lines[1]).toBe('warning: unknown requirement ids: ROOT-77')
})
