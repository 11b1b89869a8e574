import { createVitest, type TestCase } from 'vitest/node'
import { idsIn } from './requirements-results.ts'

// Runs tests for tools/requirements-mutants.ts, as a process of its own in a copy of the working tree: `node tools/mutants-tests.ts
// <project>`. Vitest, the database server and the browser stay up from one run to the next.

export interface TestRun {
  test: string
  item: string
  /** A file that is not as it was in the run before, nor as it will be in the next. */
  changed?: string
  /** Of each test, which may wait for something that never comes, and whose first failure is enough. */
  limitMs?: number
}

/** Of the tests that are titled with the item. */
export interface TestRunResult {
  passed: number
  failures: string[]
  /** The slowest of them. */
  slowestMs: number
  /** Why none ran, if it is known. */
  problem?: string | undefined
}

const project = process.argv[2] ?? 'node'
const vitest = await createVitest('test', { watch: false, project: [project], reporters: [{}] })
const limits = vitest.projects.map(({ config }) => ({ config, testTimeout: config.testTimeout, poll: config.expect.poll?.timeout }))
// A busy machine starts a browser slowly, and whether it starts is not what is tested.
for (const { config } of limits) config.browser.connectTimeout = 300_000

process.on('message', (run: TestRun) => void answer(run))
process.on('disconnect', () => void vitest.close().then(() => process.exit(0)))

async function answer(run: TestRun): Promise<void> {
  process.send!(await resultOf(run))
}

async function resultOf({ test, item, changed, limitMs }: TestRun): Promise<TestRunResult> {
  if (changed !== undefined) vitest.invalidateFile(changed)
  for (const { config, testTimeout, poll } of limits) {
    config.bail = limitMs === undefined ? 0 : 1
    config.testTimeout = limitMs ?? testTimeout
    config.expect.poll = { ...config.expect.poll, timeout: limitMs === undefined ? poll : limitMs / 2 }
  }
  vitest.setGlobalTestNamePattern(new RegExp(String.raw`\[[^\]]*\b${item}\b`))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([test]))
  if (changed !== undefined) vitest.invalidateFile(changed)
  const modules = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${test}`))
  const tests = modules.flatMap(({ children }) => [...children.allTests()])
  const own = tests.filter(({ name }) => idsIn(name).includes(item))
  const results = own.map((test: TestCase) => test.result())
  return {
    passed: results.filter(({ state }) => state === 'passed').length,
    failures: results.filter(({ state }) => state === 'failed').map(({ errors }) => errors?.map(({ name, message }) => `${name}: ${message}`).join('\n') ?? ''),
    slowestMs: Math.max(0, ...own.map((test: TestCase) => test.diagnostic()?.duration ?? 0)),
    problem: [...modules.flatMap((module) => module.errors()), ...(unhandledErrors as Error[])][0]?.message.split('\n')[0],
  }
}
