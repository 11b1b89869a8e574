import { parseArgs } from 'node:util'
import { addressesOf } from './dev-services.ts'

// `pnpm smoke`: requests every address that `pnpm dev` prints.
const { values } = parseArgs({ options: { built: { type: 'boolean', default: false }, base: { type: 'string', default: '4000' } } })
const where = addressesOf(Number(values.base), values.built ? 'built' : 'dev')

const checks: [name: string, address: string, expected: RegExp][] = [
  ['wallet', `${where.web}/deimos/`, /<div id="root">/],
  ['locations', `${where.web}/deimos/locations`, /<div id="root">/],
  ...(values.built ? [] : [['wallet source', `${where.web}/deimos/src/app/start.tsx`, /import/] as [string, string, RegExp]]),
  ['API is ready', `${where.api}/readyz`, /"status":"ok"/],
  ['merchants are seeded', `${where.api}/api/merchants/search?name=Ponsonby`, /"items":\[\{/],
  ['sign-in is ready', `${where.identity}/readyz`, /"status":"ok"/],
  ['OpenID discovery', `${where.identity}/oidc/.well-known/openid-configuration`, /authorization_endpoint/],
  ['desk', `${where.desk}/desk/`, /<div id="root">/],
  ['desk is ready', `${where.desk}/readyz`, /"status":"ok"/],
  ['worker is ready', `${where.work}/readyz`, /"status":"ok"/],
  ['shop', where.shop, /<html|<!doctype/i],
  ['banks', `${where.banks}/control`, /<html|<!doctype/i],
  ['farmlands', `${where.farmlands}/control`, /<html|<!doctype/i],
  ['registers', `${where.registers}/healthz`, /"ok":true/],
  ['message inbox', where.messages, /<html|<!doctype/i],
  ['OpenAPI document', `${where.api}/openapi.json`, /"openapi":"3\.1\.0"/],
  ['documentation', where.docs, /<html|<!doctype|not built/i],
  ['API reference', `${where.api}/reference/`, /<html|<!doctype|not built/i],
]

let failed = 0
for (const [name, address, expected] of checks) {
  const text = await fetch(address, { headers: { accept: 'text/html,application/json' } }).then(
    (response) => (response.ok ? response.text() : `status ${response.status}`),
    (error: Error) => error.message,
  )
  const passed = expected.test(text)
  if (!passed) failed++
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${address}${passed ? '' : `  ${text.slice(0, 120)}`}`)
}
console.log(`${checks.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
