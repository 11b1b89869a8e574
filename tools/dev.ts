import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatMobile } from '@nikau/nz/phone'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'

// `pnpm dev`: everything, on this machine. `--built` serves the built web app from the API, as in production; `--fresh` deletes the data of earlier runs.
const { values } = parseArgs({
  options: {
    built: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    base: { type: 'string', default: '4000' },
    data: { type: 'string', default: join(import.meta.dirname, '../.data/dev') },
  },
})
const startedAt = Date.now()
if (values.fresh) rmSync(values.data, { recursive: true, force: true })
const base = Number(values.base)
const web = values.built ? 'built' : 'dev'
const environment = await startDevEnvironment({ folder: values.data, base, web })
const where = addressesOf(base, web)

const rows: [string, string][] = [
  ['Wallet', `${where.web}/deimos/`],
  ['Shop locations', `${where.web}/deimos/locations`],
  ['Sandbox shop', where.shop],
  ['Its till', `${where.shop}/till`],
  ['Sandbox banks', `${where.banks}/control`],
  ['Sandbox farm card', `${where.farmlands}/control`],
  ['SMS and email inbox', where.messages],
  ['API reference', `${where.api}/reference`],
  ['Sign-in (OpenID)', `${where.identity}/oidc/.well-known/openid-configuration`],
]
console.log(`Nikau is ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s; data and logs in ${values.data}\n`)
for (const [name, address] of rows) console.log(`  ${name.padEnd(26)} ${address}`)
console.log('\nSeeded people. Sign in with the mobile number; the code is in the message inbox:')
const people = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seeds/people.json'), 'utf8')) as {
  givenName: string
  phone: string
  scenario: string
}[]
for (const { givenName, phone, scenario } of people) console.log(`  ${givenName.padEnd(8)} ${formatMobile(phone)}   ${scenario}`)
console.log('\nPress Ctrl-C to stop. The data stays.')

// The package with the PostgreSQL binaries stops the server at the first signal, while services still need it: replace its handlers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal)
  process.on(signal, () => void environment.stop().then(() => process.exit(0)))
}
