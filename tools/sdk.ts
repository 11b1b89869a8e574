// `pnpm sdk`: writes the calls and types of packages/sdk from the contract. `--check` fails when the committed file is out of date.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints, namedSchemas } from '@nikau/contract/endpoints'
import { codesOf, typePrinter } from './sdk-types.ts'

/** What a merchant's server calls. */
const names = [
  'createPaymentRequest',
  'getPaymentRequest',
  'listPaymentRequests',
  'listPaymentRequestActivities',
  'cancelPaymentRequest',
  'voidPaymentRequest',
  'confirmPaymentRequest',
  'releasePaymentRequest',
  'payPaymentRequest',
  'acceptCondition',
  'declineCondition',
  'refundPaymentRequest',
  'getRefundOptions',
  'listMerchantPayments',
  'getMerchantPayment',
  'getMerchantPaymentTotals',
  'createPaymentLink',
  'listPaymentLinks',
  'archivePaymentLink',
  'listPayouts',
  'listNextPayouts',
  'getPayout',
  'listPayoutLines',
  'listMerchants',
  'getMerchantConfig',
  'createConnection',
  'getConnectionSummary',
  'registerFixedCode',
  'verifyFixedCode',
]
/** What webhooks carry. */
const events = ['WebhookNotification', 'WebhookChallenge', 'ScannedCode']

const root = join(import.meta.dirname, '..')
const path = join(root, 'packages/sdk/src/operations.ts')
const { interfaces, typeOf } = typePrinter()

const operations = names.map((name) => {
  const endpoint = endpoints[name]
  if (!endpoint) throw new Error(`the contract has no ${name}`)
  if (endpoint.access === 'person') throw new Error(`an API key cannot call ${name}`)
  return { name, endpoint }
})
const entries = operations.map(
  ({ name, endpoint }) => `/** ${endpoint.summary}. */
  ${name}: {
    params: ${typeOf(endpoint.params, 'sent')}
    query: ${typeOf(endpoint.query, 'sent')}
    body: ${typeOf(endpoint.body, 'sent')}
    answer: ${typeOf(endpoint.answer, 'answered')}
    code: ${codesOf(endpoint)
      .map((code) => `'${code}'`)
      .join(' | ')}
  }`,
)
for (const name of events) typeOf(namedSchemas.get(name), 'answered')
const missing = events.filter((name) => !interfaces.has(name))
for (const name of missing) interfaces.set(name, typeOf(namedSchemas.get(name), 'answered'))

const source = `// Written by \`pnpm sdk\` from the contract. Amounts are text of whole cents.

${[...interfaces]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, type]) => (type.startsWith('{') ? `export interface ${name} ${type}` : `export type ${name} = ${type}`))
  .join('\n\n')}

/** The calls: what is sent, what is answered, and the codes of refusals. */
export interface Operations {
  ${entries.join('\n  ')}
}

export type Operation = keyof Operations

export const routes: Readonly<Record<Operation, { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string }>> = {
  ${operations.map(({ name, endpoint }) => `${name}: { method: '${endpoint.method}', path: '${endpoint.path}' },`).join('\n  ')}
}
`
const { stdout, status } = spawnSync(join(root, 'node_modules/.bin/oxfmt'), ['--stdin-filepath', path], { input: source, encoding: 'utf8' })
if (status !== 0) throw new Error(`not formatted:\n${source}`)
if (!process.argv.includes('--check')) {
  writeFileSync(path, stdout)
} else if (stdout !== readFileSync(path, 'utf8')) {
  console.error('packages/sdk/src/operations.ts is out of date. Run pnpm sdk.')
  process.exitCode = 1
}
