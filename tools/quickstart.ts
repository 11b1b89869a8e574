import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { chromium } from 'playwright'
import { takeStep } from './browser-steps.ts'
import { startDevEnvironment } from './dev-environment.ts'

// `pnpm quickstart`: follows docs/guides/quickstart.md word by word on an environment of its own: runs the commands in one shell, saves the
// files, and does what the numbered sentences say in a browser. The last line has the seconds as JSON. `--dev` needs no build.

const { values } = parseArgs({ options: { base: { type: 'string', default: '4500' }, dev: { type: 'boolean', default: false } } })
const root = join(import.meta.dirname, '..')
const data = join(root, '.data/quickstart-environment')
const folder = join(root, '.data/quickstart')
const maxSeconds = 600
const base = Number(values.base)

/** The guide has the ports of `pnpm dev`; here are others beside it. The built wallet is served by the API. */
const here = (text: string) => text.replaceAll(/(localhost:|listen\()40(\d\d)\b/g, (_, before: string, offset: string) => `${before}${base + Number(offset)}`)
const guide = here(readFileSync(join(root, 'docs/guides/quickstart.md'), 'utf8'))

type Step = { kind: 'run'; text: string } | { kind: 'save'; name: string; text: string } | { kind: 'browse'; text: string }
const steps: Step[] = [...guide.matchAll(/```(sh|ts ([\w-]+\.ts))\n([^]*?)```|^\d+\. (.+)$/gm)].map(([, block, name, text, sentence]): Step => {
  if (sentence !== undefined) return { kind: 'browse', text: sentence }
  return block === 'sh' ? { kind: 'run', text: text! } : { kind: 'save', name: name!, text: text! }
})

const seconds = (since: number) => Math.round((Date.now() - since) / 100) / 10
const startedAt = Date.now()
const say = (text: string) => console.log(`${seconds(startedAt).toFixed(1).padStart(6)} s  ${text}`)
const last = { output: '' }
let browser: Awaited<ReturnType<typeof chromium.launch>> | undefined
let shell: ReturnType<typeof openShell> | undefined

rmSync(data, { recursive: true, force: true })
rmSync(folder, { recursive: true, force: true })
const environment = await startDevEnvironment({ folder: data, base, web: values.dev ? 'dev' : 'built', exitCodeWhenInterrupted: 1 })
const started = seconds(startedAt)
const followedAt = Date.now()
const failure = await follow().then(
  () => (seconds(followedAt) > maxSeconds ? `it took longer than ${maxSeconds} s` : undefined),
  (error: Error) => error.message,
)
const followed = seconds(followedAt)
shell?.end()
await browser?.close()
await environment.stop()
if (failure !== undefined) console.error(`FAIL ${failure}`)
console.log(JSON.stringify({ passed: failure === undefined, steps: steps.length, seconds: { start: started, quickstart: followed } }))
process.exit(failure === undefined ? 0 : 1)

async function follow(): Promise<void> {
  const kinds = new Set(steps.map(({ kind }) => kind))
  if (kinds.size !== 3) throw new Error('the guide has no commands, files or sentences')
  shell = openShell()
  browser = await chromium.launch(chromiumLaunch)
  const context = await browser.newContext({ locale: 'en-NZ', viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  for (const step of steps) {
    if (step.kind === 'save') {
      say(`save ${step.name}`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, step.name), step.text)
    } else if (step.kind === 'run') {
      say(`$ ${step.text.trim().split('\n')[0]}`)
      last.output = await shell.run(step.text)
    } else {
      const printed = /https?:\/\/\S+/.exec(last.output)?.[0]
      const sentence = step.text.replace('the address that was printed', printed ?? 'an address that was not printed')
      say(sentence)
      await takeStep(context, page, sentence).catch((error: Error) => {
        throw new Error(`“${sentence}” failed at ${page.url()}: ${error.message}`)
      })
    }
  }
  if (!last.output.includes('verified payment-request:paid')) throw new Error(`no verified webhook: ${last.output}`)
}

/** One shell for all commands, as a reader has it: variables and the folder stay. */
function openShell() {
  const child = spawn('bash', ['-m'], { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  let count = 0
  return {
    async run(commands: string): Promise<string> {
      const from = output.length
      const mark = `quickstart-step-${++count}-ended`
      child.stdin.write(`{ set -e\n${commands}\n} && set +e; echo "${mark} $?"\n`)
      for (const deadline = Date.now() + 120_000; !output.includes(`${mark} `, from); await sleep(50))
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the commands did not end:\n${commands}\n${output.slice(from)}`)
      const text = output.slice(from)
      if (!text.includes(`${mark} 0`)) throw new Error(`the commands failed:\n${commands}\n${text}`)
      return text
    },
    end: () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    },
  }
}
