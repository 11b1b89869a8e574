// `pnpm openapi`: writes docs/openapi.json from the contract. `--check` fails when the committed file is out of date.
import { openApi } from '@nikau/contract/openapi'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const path = join(import.meta.dirname, '../docs/openapi.json')
const current = `${JSON.stringify(openApi(), null, 2)}\n`

if (!process.argv.includes('--check')) {
  await writeFile(path, current)
} else if (current !== (await readFile(path, 'utf8').catch(() => ''))) {
  console.error('docs/openapi.json is out of date. Run pnpm openapi.')
  process.exitCode = 1
}
