/** One test of one run. Tests that were skipped have no outcome. */
export interface Outcome {
  /** The file of the test and its title: the same test in another run has the same. */
  test: string
  ids: string[]
  passed: boolean
}

export interface TestResults {
  startedAt: number
  outcomes: Outcome[]
}

export interface Item {
  id: string
  area: string
  /** Why it needs no test: the text after the mark `[not carried over]`. */
  leftOut?: string
}

const leftOutMark = '[not carried over]'

/** The items of a list of requirements, in order. */
export function readItems(markdown: string): Item[] {
  return [...markdown.matchAll(/^- \*\*([A-Z]+)-(\d+)\*\*(.*)$/gm)].map(([, area = '', number = '', line = '']) => {
    const text = line.trim()
    return { id: `${area}-${number}`, area, ...(text.startsWith(leftOutMark) && { leftOut: text.slice(leftOutMark.length).trim() }) }
  })
}

/** `[ROUTE-01]` and `[ROUTE-01, MERCH-02]` carry ids; `[API-01 to API-07]` and other brackets do not. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()))
}

interface VitestResults {
  startTime: number
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}

interface PlaywrightSuite {
  specs?: { title: string; file: string; tests: { results: { status: string }[] }[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightResults {
  stats: { startTime: string }
  suites: PlaywrightSuite[]
}

/** Reads either reporter's JSON; they are told apart by what only one of them has. */
export function readTestResults(json: unknown): TestResults {
  if (hasKey(json, 'testResults')) {
    const { startTime, testResults } = json as unknown as VitestResults
    const ran = testResults.flatMap(({ name, assertionResults }) => assertionResults.map(({ title, status }) => ({ file: name, title, status })))
    return { startedAt: startTime, outcomes: ran.flatMap(({ file, title, status }) => outcomeOf(file, title, status)) }
  }
  if (hasKey(json, 'suites')) {
    const { stats, suites } = json as unknown as PlaywrightResults
    const outcomes = suites.flatMap(specsOf).flatMap(({ file, title, tests }) => outcomeOf(file, title, statusOf(tests)))
    return { startedAt: Date.parse(stats.startTime), outcomes }
  }
  throw new Error('neither the results of vitest nor of Playwright')
}

const outcomeOf = (file: string, title: string, status: string): Outcome[] =>
  status === 'passed' || status === 'failed' ? [{ test: `${file} ${title}`, ids: idsIn(title), passed: status === 'passed' }] : []

/** The ids of tests that passed in the newest run that ran them: an older run does not cover what fails today. */
export function coveredIds(runs: TestResults[]): Set<string> {
  const newest = new Map<string, Outcome>()
  for (const { outcomes } of runs.toSorted((a, b) => a.startedAt - b.startedAt)) {
    for (const [test, same] of Map.groupBy(outcomes, ({ test }) => test)) newest.set(test, { ...same[0]!, passed: same.every(({ passed }) => passed) })
  }
  return new Set([...newest.values()].filter(({ passed }) => passed).flatMap(({ ids }) => ids))
}

const hasKey = (value: unknown, key: string): value is Record<string, unknown> => typeof value === 'object' && value !== null && key in value

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** One test runs once per browser project, with retries: the last try of each must have passed, and one must have run at all. */
function statusOf(tests: { results: { status: string }[] }[]): 'passed' | 'failed' | 'skipped' {
  const outcomes = tests.map(({ results }) => results.at(-1)?.status ?? 'skipped').filter((status) => status !== 'skipped')
  if (outcomes.length === 0) return 'skipped'
  return outcomes.every((status) => status === 'passed') ? 'passed' : 'failed'
}

export interface Coverage {
  area: string
  covered: number
  total: number
  /** Not covered, and for a reason. */
  leftOut: Item[]
  missing: string[]
}

export function coverage(items: Item[], covered: Set<string>): Coverage[] {
  return [...Map.groupBy(items, ({ area }) => area)].map(([area, all]) => {
    const open = all.filter(({ id }) => !covered.has(id))
    const leftOut = open.filter((item) => item.leftOut !== undefined)
    const missing = open.filter((item) => item.leftOut === undefined).map(({ id }) => id)
    return { area, covered: all.length - open.length, total: all.length, leftOut, missing }
  })
}
