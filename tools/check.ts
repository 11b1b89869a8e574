import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

// `pnpm check [--only types,lint] [--build]`: everything about the source that a machine can decide, one line each.
// The checks run two at a time, the longest first; what a failing one printed follows at the end.

const self = (name: string): string[] => [process.execPath, `tools/${name}.ts`]
const bin = (name: string, ...args: string[]): string[] => [`node_modules/.bin/${name}`, ...args]

const checks: Record<string, { what: string; commands: string[][]; needs?: string }> = {
  types: {
    what: 'every expression has a type, on the server and in the browser',
    commands: [bin('tsc', '-p', 'tsconfig.json'), bin('tsc', '-p', 'tsconfig.web.json')],
  },
  unused: { what: 'no file, export or package is unused', commands: [bin('knip', '--no-progress')] },
  messages: { what: 'the catalogues hold what the screens say', commands: [self('check-messages')] },
  lint: { what: 'no promise dropped, no case forgotten', commands: [bin('oxlint')] },
  boundaries: { what: 'imports follow the arrows of the house', commands: [self('check-boundaries')] },
  screens: { what: 'texts come from catalogues, colours from tokens', commands: [self('check-screens')] },
  secrets: { what: 'no secret is compared with ===', commands: [self('check-secrets')] },
  format: { what: 'one format', commands: [bin('oxfmt', '--check', '.')] },
  bundle: { what: 'first loads stay within budget', commands: [bin('size-limit')], needs: 'apps/web/dist/.vite/manifest.json' },
}

const { values } = parseArgs({ options: { only: { type: 'string' }, build: { type: 'boolean', default: false } } })
const wanted = values.only?.split(',') ?? Object.keys(checks)
const unknown = wanted.filter((name) => !(name in checks))
if (unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`)
  process.exit(2)
}

if (values.build && (await run(['pnpm', '--filter', '@nikau/web', 'build'])).code !== 0) {
  console.error('the web app does not build')
  process.exit(1)
}

const failures: { name: string; output: string }[] = []
const queue = Object.entries(checks).filter(([name]) => wanted.includes(name))
const started = Date.now()
await Promise.all([worker(), worker()])

for (const { name, output } of failures) console.log(`\n${name}\n${output.trimEnd()}`)
console.log(`\n${failures.length === 0 ? 'all checks passed' : `failed: ${failures.map(({ name }) => name).join(', ')}`} in ${seconds(started)}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, { what, commands, needs }] = next
    const begun = Date.now()
    if (needs !== undefined && !existsSync(needs)) {
      // Asked for by name, a check that cannot look has failed; in a run of all it is only not due yet.
      if (values.only !== undefined) failures.push({ name, output: `${needs} is missing: build first, or pass --build` })
      console.log(`${values.only === undefined ? 'skip' : 'FAIL'}  ${name.padEnd(11)}         nothing built`)
      continue
    }
    let output = ''
    let failed = false
    for (const command of commands) {
      const result = await run(command)
      output += result.output
      failed ||= result.code !== 0
    }
    if (failed) failures.push({ name, output })
    console.log(`${failed ? 'FAIL' : 'ok  '}  ${name.padEnd(11)}${seconds(begun).padStart(7)}  ${what}`)
  }
}

function run([command = '', ...args]: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } })
    let output = ''
    const collect = (chunk: Buffer) => void (output += chunk.toString())
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ code: null, output: `${command}: ${error.message}\n` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
