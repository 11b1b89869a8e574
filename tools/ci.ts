import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

// Runs every check and test in order, each with a log in .results, and ends with the count.

const root = join(import.meta.dirname, '..')
const results = join(root, '.results')

interface Step {
  name: string
  command: string
  /** Where the step's runner writes its results; a step without one counts as one test. */
  report?: string
  /**
   * How what failed is looked at a second time, alone (docs/decisions/0013): only where time is part of the test. Trials
   * of money have none: what they find once is true.
   */
  again?: (failed: Failed[]) => string
}

interface Failed {
  file: string
  title: string
  message: string
}

const filesOf = (failed: Failed[]) => [...new Set(failed.map((test) => test.file))].join(' ')

/** Whatever failed, and the journey that moves the world's clock, which waits for all others and was not made if one of them failed. */
function journeysAgain(failed: Failed[]): string {
  // Whoever could not sign in beforehand kept everybody from setting out: then all journeys are made.
  if (failed.some(({ file }) => file.endsWith('.setup.ts'))) return 'RESULTS=playwright-again pnpm e2e'
  const others = failed.filter(({ file }) => !file.endsWith('.clock.spec.ts'))
  const clock = 'RESULTS=playwright-clock pnpm e2e --no-deps --project clock'
  return others.length > 0 ? `RESULTS=playwright-again pnpm e2e ${filesOf(others)} --project phone --project desktop && ${clock}` : clock
}

const steps: Step[] = [
  { name: 'web app builds', command: 'pnpm build' },
  { name: 'house rules', command: 'pnpm check' },
  { name: 'unit and database tests', command: 'pnpm test', report: 'vitest-node.json', again: (failed) => `RESULTS=node-again pnpm test ${filesOf(failed)}` },
  {
    name: 'browser tests',
    command: 'pnpm test:browser',
    report: 'vitest-browser.json',
    again: (failed) => `RESULTS=browser-again pnpm exec vitest run --project 'browser*' ${filesOf(failed)}`,
  },
  { name: 'schema on PostgreSQL 15', command: 'node tools/schema-on-15.ts' },
  { name: 'journeys', command: 'pnpm e2e', report: 'playwright.json', again: journeysAgain },
  { name: 'the checks catch planted faults', command: 'pnpm check:self' },
  { name: 'trial: database lost and back', command: 'pnpm trial database-loss --quick' },
  { name: 'trial: workers killed around a delivery', command: 'pnpm trial messages --quick' },
  { name: 'trial: thieves at the front door', command: 'pnpm trial identity --quick' },
  { name: 'trial: the ledger against its model, races and kills', command: 'pnpm trial ledger --quick' },
  { name: 'trial: faults planted in the ledger', command: 'pnpm trial ledger-faults --quick' },
  { name: 'trial: payments raced, repeated and killed', command: 'pnpm trial payments --quick' },
  { name: 'trial: every endpoint with what nobody should send', command: 'pnpm trial fuzz' },
  { name: 'trial: months of money between wallets and the bank', command: 'pnpm trial funds --quick' },
  { name: 'trial: banks that fail, processes killed at each step', command: 'pnpm trial pay-by-bank --quick' },
  { name: 'bench: the ledger against the bare engine', command: 'pnpm bench ledger --quick', again: () => 'pnpm bench ledger --quick' },
  { name: 'bench: a thousand open checkout pages', command: 'pnpm bench checkout-poll --quick', again: () => 'pnpm bench checkout-poll --quick' },
  {
    name: 'bench: the first picture of the checkout against bare React',
    command: 'pnpm bench checkout-paint --quick',
    again: () => 'pnpm bench checkout-paint --quick',
  },
  { name: 'newcomer: pnpm dev and pnpm smoke', command: 'node tools/newcomer.ts', again: () => 'node tools/newcomer.ts' },
]

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
let passed = 0
let failed = 0
const began = Date.now()
for (const step of steps) {
  const start = Date.now()
  const { code, output } = await run(step.command)
  writeFileSync(join(results, `${step.name.replaceAll(/\W+/g, '-')}.log`), output)
  const report = step.report ? reportOf(join(results, step.report)) : undefined
  let wrong = report?.failed ?? []
  let good = code === 0 && (report === undefined || (wrong.length === 0 && report.passed > 0))
  if (!good) {
    for (const test of wrong) console.log(`failed: ${test.file}: ${test.title}\n${test.message.slice(0, 1500)}\n`)
    if (!report || wrong.length === 0) console.log(output.slice(-6000))
    const few = report === undefined || (wrong.length > 0 && wrong.length <= 5)
    if (step.again && few) {
      const second = await run(step.again(wrong))
      good = second.code === 0
      console.log(good ? `unsteady: ${step.name}; what failed passes when it runs alone` : second.output.slice(-3000))
      if (good) wrong = []
    }
  }
  const counts = report ? { passed: report.passed + report.failed.length - wrong.length, failed: wrong.length } : undefined
  passed += counts?.passed ?? (good ? 1 : 0)
  failed += counts?.failed || (good ? 0 : 1)
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${step.name}${counts ? ` (${counts.passed} passed, ${counts.failed} failed)` : ''}, ${((Date.now() - start) / 1000).toFixed(0)} s`,
  )
}
console.log(`took ${((Date.now() - began) / 60_000).toFixed(1)} min`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function run(command: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', command], { cwd: root, env: { ...process.env, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })
}

interface VitestReport {
  testResults: { name: string; message: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
  suites?: PlaywrightSuite[]
}

/** What passed and what did not, from the file that vitest or Playwright wrote. No file means that nothing ran. */
function reportOf(file: string): { passed: number; failed: Failed[] } {
  if (!existsSync(file)) return { passed: 0, failed: [] }
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | { suites: PlaywrightSuite[]; errors: { message?: string }[] }
  if ('testResults' in report) {
    const tests = report.testResults.flatMap((result) => {
      const name = relative(root, result.name)
      const own = result.assertionResults.map((test) => ({ ...test, file: name, title: test.fullName, message: test.failureMessages.join('\n') }))
      const broken = result.status === 'failed' && own.every((test) => test.status !== 'failed')
      return broken ? [...own, { status: 'failed', file: name, title: 'the file itself', message: result.message }] : own
    })
    return { passed: tests.filter((test) => test.status === 'passed').length, failed: tests.filter((test) => test.status === 'failed') }
  }
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = report.suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ ...test, file: `e2e/${spec.file}`, title: spec.title })))
  const failed = tests
    .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
    .map((test) => ({ ...test, message: test.results.map((result) => result.error?.message ?? '').join('\n') }))
  return { passed: tests.filter((test) => test.status === 'expected').length, failed }
}
