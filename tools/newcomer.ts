import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { chromium } from 'playwright'
import { takeStep } from './browser-steps.ts'

// `pnpm newcomer`: follows the README literally, from its first command to a payment from the wallet. It runs the commands of "Quick start",
// then the steps that `pnpm dev` prints, in a browser. The last line counts them as JSON. `--installed` leaves out what precedes `pnpm dev`.

const { values } = parseArgs({ options: { installed: { type: 'boolean', default: false }, base: { type: 'string', default: '4700' } } })
const root = join(import.meta.dirname, '..')
/** Beside a developer's own environment: other ports, other data. */
const asides = { 'pnpm dev': ` --fresh --base ${values.base} --data .data/newcomer`, 'pnpm smoke': ` --base ${values.base}` }
const maxStartSeconds = 40
const patience = 30_000

const startedAt = Date.now()
const secondsSince = (since: number) => Math.round((Date.now() - since) / 100) / 10
const seconds: Record<string, number> = {}
let [commands, steps, actions] = [0, 0, 0]
let dev: { process: ChildProcess; output: () => string } | undefined
let isFinishing = false
let browser: Awaited<ReturnType<typeof chromium.launch>> | undefined
const say = (text: string) => console.log(`${secondsSince(startedAt).toFixed(1).padStart(6)} s  ${text}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void finish(`stopped by ${signal}`))
try {
  for (const command of quickStart()) await follow(command)
  const start = seconds.start ?? 0
  await finish(start > maxStartSeconds ? `pnpm dev took ${start} s; the limit is ${maxStartSeconds}` : undefined)
} catch (error) {
  await finish(error instanceof Error ? error.message : String(error))
}

/** The commands of the README's "Quick start". */
function quickStart(): string[] {
  const block = /## Quick start\n[^]*?```sh\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? ''
  const found = block
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean)
  const first = found.indexOf('pnpm dev')
  if (first < 0) throw new Error('the README’s quick start has no `pnpm dev`')
  return values.installed ? found.slice(first) : found
}

async function follow(command: string): Promise<void> {
  commands++
  const since = Date.now()
  say(`$ ${command}`)
  if (command === 'pnpm dev') {
    dev = start(command + asides[command])
    await printed(dev, 'Ctrl-C')
    seconds.start = secondsSince(since)
    const payment = Date.now()
    await payForTheFirstTime(dev.output())
    seconds.payment = secondsSince(payment)
    return
  }
  const run = start(command + (command === 'pnpm smoke' ? asides[command] : ''))
  const [code] = (await once(run.process, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${command} failed:\n${run.output().slice(-3000)}`)
}

/** In a process group of its own, which gets the signal of a Ctrl-C as a whole. */
function start(command: string): { process: ChildProcess; output: () => string } {
  const child = spawn('bash', ['-c', command], { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return { process: child, output: () => output }
}

async function printed(run: { process: ChildProcess; output: () => string }, text: string): Promise<void> {
  for (const deadline = Date.now() + 240_000; !run.output().includes(text); await sleep(50))
    if (run.process.exitCode !== null || Date.now() > deadline) throw new Error(`pnpm dev did not start:\n${run.output().slice(-3000)}`)
}

async function payForTheFirstTime(output: string): Promise<void> {
  const lines = /Your first payment:\n([^]*?)\n\n/.exec(output)?.[1]?.split('\n') ?? []
  if (lines.length === 0) throw new Error('pnpm dev printed no steps')
  browser = await chromium.launch(chromiumLaunch)
  const context = await browser.newContext({ locale: 'en-NZ', viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  for (const line of lines) {
    steps++
    say(line.trim())
    actions += await takeStep(context, page, line).catch((error: Error) => {
      throw new Error(`“${line.trim()}” failed at ${page.url()}: ${error.message}`)
    })
  }
}

/** Stops everything that was started, and exits. What fails because of that is no news. */
async function finish(problem?: string): Promise<void> {
  if (isFinishing) return
  isFinishing = true
  await browser?.close().catch(() => {})
  const stopped = dev === undefined || (await stop(dev.process))
  const failure = problem ?? (stopped ? undefined : 'pnpm dev did not stop on Ctrl-C')
  if (failure !== undefined) console.error(`FAIL ${failure}`)
  console.log(JSON.stringify({ passed: failure === undefined, commands, steps, actions, seconds: { ...seconds, total: secondsSince(startedAt) } }))
  process.exit(failure === undefined ? 0 : 1)
}

/** Whether a Ctrl-C was enough. */
async function stop(child: ChildProcess): Promise<boolean> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    if (!isRunning(child.pid!)) return true
    process.kill(-child.pid!, signal)
    for (const deadline = Date.now() + 20_000; Date.now() < deadline && isRunning(child.pid!);) await sleep(100)
    if (!isRunning(child.pid!)) return signal === 'SIGINT'
  }
  return false
}

/** Whether a process of the group is left. */
function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
