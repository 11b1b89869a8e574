// Part of `pnpm openapi`: writes docs/guides/errors.md from the contract. `--check` fails when the committed file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonRefusals } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { errorTexts } from '@nikau/contract/error-texts'

const path = join(import.meta.dirname, '../docs/guides/errors.md')
const byCode = new Map<string, { statuses: Set<number>; calls: string[] }>()
for (const [code, status] of Object.entries(commonRefusals)) byCode.set(code, { statuses: new Set([status]), calls: [] })
for (const endpoint of Object.values(endpoints)) {
  for (const [code, status] of Object.entries(endpoint.refusals)) {
    const entry = byCode.get(code) ?? { statuses: new Set(), calls: [] }
    entry.statuses.add(status)
    if (!(code in commonRefusals)) entry.calls.push(`\`${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}\``)
    byCode.set(code, entry)
  }
}
const rows = [...byCode].toSorted(([a], [b]) => (a < b ? -1 : 1))

const text = `# Error catalogue

Written from the contract by \`pnpm openapi\`. Every refusal has one form, with the code in \`message\`; what is refused has changed nothing.

\`\`\`json
{ "statusCode": 403, "error": "Forbidden", "message": "REFUND_WINDOW_EXCEEDED" }
\`\`\`

A 400 whose \`message\` is a sentence says which field does not match the contract; the client gives it the code \`BAD_REQUEST\`. A code may come with more fields, such as \`reason\`, \`limit\` or \`left\`. New codes can appear: treat one that you do not know by its status.

## Codes

| Code | Status | Means |
|---|---|---|
${rows.map(([code, { statuses }]) => `| \`${code}\` | ${[...statuses].join(', ')} | ${errorTexts[code]} |`).join('\n')}

## Which call has which code

Codes that every call may have are left out: ${Object.keys(commonRefusals)
  .map((code) => `\`${code}\``)
  .join(', ')}.

${rows
  .filter(([, { calls }]) => calls.length > 0)
  .map(([code, { calls }]) => `- \`${code}\`: ${calls.join(', ')}`)
  .join('\n')}
`
if (!process.argv.includes('--check')) {
  writeFileSync(path, text)
} else if (text !== readFileSync(path, 'utf8')) {
  console.error('docs/guides/errors.md is out of date. Run pnpm openapi.')
  process.exitCode = 1
}
