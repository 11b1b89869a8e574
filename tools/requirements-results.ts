/** What a file of test results covers: the ids in the titles of tests that passed, and when the run started. */
export interface TestResults {
  ids: string[]
  startedAt: number
}

export interface Item {
  id: string
  area: string
  /** Items marked `[not carried over]` need no test. */
  needed: boolean
}

/** The items of docs/requirements.md, in order. */
export function readItems(markdown: string): Item[] {
  return [...markdown.matchAll(/^- \*\*([A-Z]+)-(\d+)\*\*(.*)$/gm)].map(([, area = '', number = '', text = '']) => ({
    id: `${area}-${number}`,
    area,
    needed: !text.trimStart().startsWith('[not carried over]'),
  }))
}

/** `[ROUTE-01]` and `[ROUTE-01, MERCH-02]` carry ids; `[API-01 to API-07]` and other brackets do not. */
export function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d+(?:\s*,\s*[A-Z]+-\d+)*)\]/g)].flatMap(([, ids = '']) => ids.split(',').map((id) => id.trim()))
}

interface VitestResults {
  startTime: number
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

interface PlaywrightSuite {
  specs?: { title: string; tests: { results: { status: string }[] }[] }[]
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
    const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
    return { ids: passed.flatMap(({ title }) => idsIn(title)), startedAt: startTime }
  }
  if (hasKey(json, 'suites')) {
    const { stats, suites } = json as unknown as PlaywrightResults
    const passed = suites.flatMap(specsOf).filter(({ tests }) => hasPassed(tests))
    return { ids: passed.flatMap(({ title }) => idsIn(title)), startedAt: Date.parse(stats.startTime) }
  }
  throw new Error('neither the results of vitest nor of Playwright')
}

const hasKey = (value: unknown, key: string): value is Record<string, unknown> => typeof value === 'object' && value !== null && key in value

const specsOf = (suite: PlaywrightSuite): NonNullable<PlaywrightSuite['specs']> => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** One test runs once per browser project, with retries: the last try of each must have passed, and one must have run at all. */
function hasPassed(tests: { results: { status: string }[] }[]): boolean {
  const outcomes = tests.map(({ results }) => results.at(-1)?.status ?? 'skipped').filter((status) => status !== 'skipped')
  return outcomes.length > 0 && outcomes.every((status) => status === 'passed')
}

export interface Coverage {
  area: string
  covered: number
  total: number
  missing: string[]
}

export function coverage(items: Item[], covered: Set<string>): Coverage[] {
  const areas = Map.groupBy(
    items.filter(({ needed }) => needed),
    ({ area }) => area,
  )
  return [...areas].map(([area, needed]) => {
    const missing = needed.filter(({ id }) => !covered.has(id)).map(({ id }) => id)
    return { area, covered: needed.length - missing.length, total: needed.length, missing }
  })
}
