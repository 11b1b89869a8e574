import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { showMobile } from '@nikau/contract/phone'
import { addressesOf, startWorld } from './world.ts'

// `pnpm dev`: everything, on this machine. `--built` serves the built web app from the API, as in production; `--fresh` forgets the data of earlier runs.
const { values } = parseArgs({
  options: {
    built: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    base: { type: 'string', default: '4000' },
    data: { type: 'string', default: join(import.meta.dirname, '../.data/dev') },
  },
})
const began = Date.now()
if (values.fresh) rmSync(values.data, { recursive: true, force: true })
const base = Number(values.base)
const web = values.built ? 'built' : 'dev'
const world = await startWorld({ folder: values.data, base, web })
const where = addressesOf(base, web)

const rows: [string, string][] = [
  ['Wallet', `${where.web}/deimos/`],
  ['Shops that take Nikau', `${where.web}/deimos/locations`],
  ['A shop to buy from', where.shop],
  ['Banks: accounts, controls', `${where.banks}/control`],
  ['Farm cards, statements', `${where.farmlands}/control`],
  ['Every SMS and e-mail', where.messages],
  ['API reference', `${where.api}/reference`],
  ['Sign-in (OpenID)', `${where.identity}/oidc/.well-known/openid-configuration`],
]
console.log(`Nikau is up after ${((Date.now() - began) / 1000).toFixed(1)} s; data and logs in ${values.data}\n`)
for (const [name, address] of rows) console.log(`  ${name.padEnd(26)} ${address}`)
console.log('\nPeople of the demo world; sign in with the number, the code is in the inbox of messages:')
const people = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seeds/people.json'), 'utf8')) as { givenName: string; phone: string; story: string }[]
for (const { givenName, phone, story } of people) console.log(`  ${givenName.padEnd(8)} ${showMobile(phone)}   ${story}`)
console.log('\nCtrl-C stops it; the data stays.')

// The package with PostgreSQL's binaries ends the server, and then us, at the first signal: under the feet of parts that are still finishing.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal)
  process.on(signal, () => void world.stop().then(() => process.exit(0)))
}
