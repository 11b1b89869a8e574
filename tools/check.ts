import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'

// `pnpm check [--only types,lint] [--build]`: the checks of the source, one line each. They run two at a time, the longest
// first; the output of each that fails follows at the end.

const tool = (name: string, ...args: string[]): string[] => [process.execPath, `tools/${name}.ts`, ...args]
const bin = (name: string, ...args: string[]): string[] => [`node_modules/.bin/${name}`, ...args]
/** A test that compares a document with the code. This reporter leaves the results file of `pnpm test` as it is. */
const documentTest = (file: string): string[] => bin('vitest', 'run', '--project', 'node', '--reporter=dot', file)

interface Check {
  what: string
  command: string[]
  /** A file that the check reads and that a build writes. */
  needs?: string
  /** Part of `pnpm test`; here it runs only when it is selected by name, as `pnpm check:self` does. */
  inTests?: true
}

const checks: Record<string, Check> = {
  'types-server': { what: 'server code has types', command: bin('tsc', '-p', 'tsconfig.json') },
  'types-web': { what: 'browser code has types', command: bin('tsc', '-p', 'tsconfig.web.json') },
  unused: { what: 'no file, export or package is unused', command: bin('knip', '--no-progress') },
  messages: { what: 'the catalogues hold the texts of the screens', command: tool('check-messages') },
  'schema-diagram': { what: 'docs/architecture/schema.md shows the schema', command: tool('er-diagram', '--check') },
  lint: { what: 'no floating promise, no missing case', command: bin('oxlint') },
  boundaries: { what: 'imports follow the architecture', command: tool('check-boundaries') },
  openapi: { what: 'the committed OpenAPI document is current', command: tool('openapi', '--check') },
  errors: { what: 'the error catalogue has the codes of the contract', command: tool('error-catalogue', '--check') },
  sdk: { what: 'the merchants’ client has the calls of the contract', command: tool('sdk', '--check') },
  documents: { what: 'links, paths and commands in the documents exist', command: tool('check-documents') },
  screens: { what: 'texts come from catalogues, colours from tokens', command: tool('check-screens') },
  tables: { what: 'each table is written by one module', command: tool('check-tables') },
  transitions: { what: 'request status follows the transition table', command: tool('check-transitions') },
  secrets: { what: 'no secret is compared with ===', command: tool('check-secrets') },
  format: { what: 'files are formatted', command: bin('oxfmt', '--check', '.') },
  'money-tables': { what: 'use cases post what docs/money shows', command: documentTest('apps/api/src/money-tables/'), inTests: true },
  exceptions: { what: 'the runbook has every exception kind', command: documentTest('apps/api/src/modules/exceptions/kinds.test.ts'), inTests: true },
  bundle: { what: 'first loads stay within budget', command: bin('size-limit'), needs: 'apps/web/dist/.vite/manifest.json' },
}

const { values } = parseArgs({ options: { only: { type: 'string' }, build: { type: 'boolean', default: false } } })
const names = Object.keys(checks)
/** `types` selects `types-server` and `types-web`. */
const matching = (selector: string) => names.filter((name) => name === selector || name.startsWith(`${selector}-`))
const selectors = values.only?.split(',') ?? names.filter((name) => !checks[name]?.inTests)
const selected = new Set(selectors.flatMap(matching))
const unknown = selectors.filter((selector) => matching(selector).length === 0)
if (unknown.length > 0) {
  console.error(`unknown check: ${unknown.join(', ')}; known: ${names.join(', ')}`)
  process.exit(2)
}

if (values.build && (await run(['pnpm', '--filter', '@nikau/web', 'build'])).code !== 0) {
  console.error('the web app does not build')
  process.exit(1)
}

const failures: { name: string; output: string }[] = []
const queue = Object.entries(checks).filter(([name]) => selected.has(name))
const started = Date.now()
await Promise.all([worker(), worker()])

for (const { name, output } of failures) console.log(`\n${name}\n${output.trimEnd()}`)
console.log(`\n${failures.length === 0 ? 'all checks passed' : `failed: ${failures.map(({ name }) => name).join(', ')}`} in ${seconds(started)}`)
process.exitCode = failures.length === 0 ? 0 : 1

async function worker(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, { what, command, needs }] = next
    const startedAt = Date.now()
    if (needs !== undefined && !existsSync(needs)) {
      // Selected by name, a check without its input fails; in a run of all checks it is skipped.
      if (values.only !== undefined) failures.push({ name, output: `${needs} is missing: build first, or pass --build` })
      console.log(`${values.only === undefined ? 'skip' : 'FAIL'}  ${name.padEnd(16)}         nothing built`)
      continue
    }
    const { code, output } = await run(command)
    const failed = code !== 0
    if (failed) failures.push({ name, output })
    console.log(`${failed ? 'FAIL' : 'ok  '}  ${name.padEnd(16)}${seconds(startedAt).padStart(7)}  ${what}`)
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
