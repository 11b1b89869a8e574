import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { conclude, sourceFiles } from './check-source.ts'

// Extracts the messages from the source again and compares. The catalogues are restored afterwards: a check changes nothing.
// The line number of a message is ignored, or every change to a screen would change every catalogue.

/** Run by its file: the package manager might install first, and a check changes nothing. */
const cli = 'node_modules/@lingui/cli/dist/lingui.js'

const apps = ['web', 'desk']
const catalogues = () => new Map(sourceFiles(...apps.map((app) => `apps/${app}/src/locales/*.po`)).map((file) => [file, readFileSync(file, 'utf8')]))
const before = catalogues()

let after: typeof before
try {
  for (const app of apps) execFileSync(process.execPath, [cli, 'extract', '--clean'], { cwd: `apps/${app}`, stdio: 'pipe' })
  after = catalogues()
} finally {
  for (const [file, text] of before) if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

const faults = [...after]
  .filter(([file, text]) => withoutLines(before.get(file) ?? '') !== withoutLines(text))
  .map(([file, text]) => `${file} differs from the texts of the screens: ${difference(before.get(file) ?? '', text)}`)
for (const app of apps) if (![...before.keys()].some((file) => file.startsWith(`apps/${app}/`))) faults.push(`no catalogue found in apps/${app}/src/locales`)
if (faults.length > 0) faults.push('run `pnpm --filter @nikau/web --filter @nikau/desk extract` and commit')
conclude(faults, `${before.size} catalogues up to date`)

function withoutLines(catalogue: string): string {
  return catalogue.replaceAll(/^(#: .*?):\d+$/gm, '$1')
}

function difference(old: string, fresh: string): string {
  const messages = (text: string) => new Set(text.match(/^msgid ".+"$/gm))
  const missing = [...messages(fresh).difference(messages(old))]
  const stale = [...messages(old).difference(messages(fresh))]
  return [...missing.map((line) => `+ ${line}`), ...stale.map((line) => `- ${line}`)].slice(0, 5).join(', ') || 'the files or the order of the messages differ'
}
