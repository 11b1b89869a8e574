import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

// `pnpm check [--only types,lint] [--build]`: everything about the source that a machine can decide, one line each.
// The checks run two at a time, the longest first; what a failing one printed follows at the end.

const self = (name: string): string[] => [process.execPath, `tools/${name}.ts`]
const bin = (name: string, ...args: string[]): string[] => [`node_modules/.bin/${name}`, ...args]

const checks: Record<string, { what: string; command: string[]; needs?: string }> = {
  'types-server': { what: 'what runs on the server has types', command: bin('tsc', '-p', 'tsconfig.json') },
  'types-web': { what: 'what runs in a browser has types', command: bin('tsc', '-p', 'tsconfig.web.json') },
  unused: { what: 'no file, export or package is unused', command: bin('knip', '--no-progress') },
  messages: { what: 'the catalogues hold what the screens say', command: self('check-messages') },
  lint: { what: 'no promise dropped, no case forgotten', command: bin('oxlint') },
  boundaries: { what: 'imports follow the arrows of the house', command: self('check-boundaries') },
  screens: { what: 'texts come from catalogues, colours from tokens', command: self('check-screens') },
  secrets: { what: 'no secret is compared with ===', command: self('check-secrets') },
  format: { what: 'one format', command: bin('oxfmt', '--check', '.') },
  bundle: { what: 'first loads stay within budget', command: bin('size-limit'), needs: 'apps/web/dist/.vite/manifest.json' },
}

const { values } = parseArgs({ options: { only: { type: 'string' }, build: { type: 'boolean', default: false } } })
const names = Object.keys(checks)
/** `types` stands for `types-server` and `types-web`. */
const matching = (asked: string) => names.filter((name) => name === asked || name.startsWith(`${asked}-`))
const asked = values.only?.split(',') ?? names
const wanted = new Set(asked.flatMap(matching))
const unknown = asked.filter((name) => matching(name).length === 0)
if (unknown.length > 0) {
  console.error(`no such check: ${unknown.join(', ')}; there are ${names.join(', ')}`)
  process.exit(2)
}

if (values.build && (await run(['pnpm', '--filter', '@nikau/web', 'build'])).code !== 0) {
  console.error('the web app does not build')
  process.exit(1)
}

const failures: { name: string; output: string }[] = []
const queue = Object.entries(checks).filter(([name]) => wanted.has(name))
const started = Date.now()
await Promise.all([worker(), worker()])

for (const { name, output } of failures) console.log(`\n${name}\n${output.trimEnd()}`)
console.log(`\n${failures.length === 0 ? 'all checks passed' : `failed: ${failures.map(({ name }) => name).join(', ')}`} in ${seconds(started)}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, { what, command, needs }] = next
    const begun = Date.now()
    if (needs !== undefined && !existsSync(needs)) {
      // Asked for by name, a check that cannot look has failed; in a run of all it is only not due yet.
      if (values.only !== undefined) failures.push({ name, output: `${needs} is missing: build first, or pass --build` })
      console.log(`${values.only === undefined ? 'skip' : 'FAIL'}  ${name.padEnd(13)}         nothing built`)
      continue
    }
    const { code, output } = await run(command)
    const failed = code !== 0
    if (failed) failures.push({ name, output })
    console.log(`${failed ? 'FAIL' : 'ok  '}  ${name.padEnd(13)}${seconds(begun).padStart(7)}  ${what}`)
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
