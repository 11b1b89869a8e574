import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProcessorTime } from './ci-processor-time.ts'
import { type FailedTest, readResults } from './ci-results.ts'
import { phases, type Step } from './ci-steps.ts'

// Runs every check and test (tools/ci-steps.ts), each with a log in .results, and ends with the count.
// `node tools/ci.ts text` runs only the steps whose name contains the text.

const root = join(import.meta.dirname, '..')
const results = join(root, '.results')
/** More failures than this are not chance, and are not run again. */
const maxRerun = 5

interface Run {
  code: number | null
  output: string
  wallSeconds: number
  /** Processor time of the step's processes, user and system. */
  cpuSeconds: number
}

interface Pending {
  step: Step
  passed: number
  failed: FailedTest[]
}

const selected = process.argv[2] ?? ''
if (selected === '') rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const total = { passed: 0, failed: 0, cpuSeconds: 0 }
const reruns: Pending[] = []
const processorTime = createProcessorTime()
const startedAt = Date.now()
for (const { lanes, steps } of phases) {
  const queue = steps.filter(({ name }) => name.includes(selected))
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let step = queue.shift(); step; step = queue.shift()) await runStep(step)
    }),
  )
}
for (const pending of reruns) await rerun(pending)
const wallSeconds = (Date.now() - startedAt) / 1000
console.log(`took ${minutes(wallSeconds)} min; processor time ${minutes(total.cpuSeconds)} min`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function runStep(step: Step): Promise<void> {
  const run = await execute(step.command)
  writeFileSync(join(results, `${step.name.replaceAll(/\W+/g, '-')}.log`), run.output)
  total.cpuSeconds += run.cpuSeconds
  const report = step.report ? readResults(root, join(results, step.report)) : undefined
  const failed = report?.failed ?? []
  const good = run.code === 0 && (report === undefined || (failed.length === 0 && report.passed > 0))
  if (good) return finish(step, run, report?.passed, 0)
  for (const test of failed) console.log(`failed: ${test.file}: ${test.title}\n${test.message.slice(0, 1500)}\n`)
  if (failed.length === 0) console.log(`failed: ${step.name}\n${run.output.slice(-6000)}`)
  const isFew = report === undefined || (failed.length > 0 && failed.length <= maxRerun)
  if (!step.rerun || !isFew) return finish(step, run, report?.passed, Math.max(1, failed.length))
  console.log(`     ${step.name}, ${times(run)}: failed, runs again at the end`)
  reruns.push({ step, passed: report?.passed ?? 0, failed })
}

/** The second run, while nothing else is running. */
async function rerun({ step, passed, failed }: Pending): Promise<void> {
  const run = await execute(step.rerun!(failed))
  total.cpuSeconds += run.cpuSeconds
  const good = run.code === 0
  console.log(good ? `unsteady: ${step.name}; what failed passes when it runs alone` : run.output.slice(-3000))
  const counted = step.report !== undefined
  finish(step, run, counted ? passed + (good ? failed.length : 0) : undefined, good ? 0 : Math.max(1, failed.length))
}

/** Counts a step and prints its line; `passed` is the number of its tests, if it has a report. */
function finish(step: Step, run: Run, passed: number | undefined, failed: number): void {
  total.passed += passed ?? (failed === 0 ? 1 : 0)
  total.failed += failed
  const counts = passed === undefined ? '' : ` (${passed} passed, ${failed} failed)`
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${step.name}${counts}, ${times(run)}`)
}

function times({ wallSeconds, cpuSeconds }: Run): string {
  return `${wallSeconds.toFixed(0)} s, processor ${cpuSeconds.toFixed(0)} s`
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1)
}

function execute(command: string): Promise<Run> {
  return new Promise((resolve) => {
    const began = Date.now()
    // Steps start hundreds of short Node processes, which compile the same files: with the cache each takes a third less processor time.
    const env = { ...process.env, NO_COLOR: '1', NODE_COMPILE_CACHE: join(root, '.data/compile-cache') }
    const child = spawn('bash', ['-c', command], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    processorTime.start(child.pid!)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('close', (code) => resolve({ code, output, wallSeconds: (Date.now() - began) / 1000, cpuSeconds: processorTime.stop(child.pid!) }))
  })
}
