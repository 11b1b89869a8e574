import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Runs every check and test in order, each with a log in .results, and ends with the count.

const root = join(import.meta.dirname, '..')
const results = join(root, '.results')

interface Step {
  name: string
  command: string
  /** Where the step's runner writes its results; a step without one counts as one test. */
  report?: string
}

const steps: Step[] = [
  { name: 'web app builds', command: 'pnpm build' },
  { name: 'house rules', command: 'pnpm check' },
  { name: 'unit and database tests', command: 'pnpm test', report: 'vitest-node.json' },
  { name: 'browser tests', command: 'RESULTS=browser pnpm test:browser', report: 'vitest-browser.json' },
  { name: 'schema on PostgreSQL 15', command: 'node tools/schema-on-15.ts' },
  { name: 'journeys', command: 'pnpm e2e', report: 'playwright.json' },
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
  { name: 'bench: the ledger against the bare engine', command: 'pnpm bench ledger --quick' },
  { name: 'bench: a thousand open checkout pages', command: 'pnpm bench checkout-poll --quick' },
  { name: 'bench: the first picture of the checkout against bare React', command: 'pnpm bench checkout-paint --quick' },
  { name: 'newcomer: pnpm dev and pnpm smoke', command: 'node tools/newcomer.ts' },
]

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
let passed = 0
let failed = 0
const began = Date.now()
for (const step of steps) {
  const start = Date.now()
  const { code, output } = await run(step.command)
  const counts = step.report ? countsOf(join(results, step.report)) : undefined
  const good = code === 0 && (counts === undefined || (counts.failed === 0 && counts.passed > 0))
  passed += counts?.passed ?? (good ? 1 : 0)
  failed += counts?.failed ?? (good ? 0 : 1)
  if (!good && counts?.failed === 0) failed++
  writeFileSync(join(results, `${step.name.replaceAll(/\W+/g, '-')}.log`), output)
  console.log(
    `${good ? 'ok  ' : 'FAIL'} ${step.name}${counts ? ` (${counts.passed} passed, ${counts.failed} failed)` : ''}, ${((Date.now() - start) / 1000).toFixed(0)} s`,
  )
  if (!good) console.log(output.slice(-6000))
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

function countsOf(file: string): { passed: number; failed: number } {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests?: number
    numFailedTests?: number
    stats?: { expected: number; unexpected: number; flaky: number }
  }
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 1 }
}
