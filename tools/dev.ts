import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatMobile } from '@nikau/nz/phone'
import { startDevEnvironment } from './dev-environment.ts'
import { addressesOf } from './dev-services.ts'
import { demoOperators, demoPeople, firstPayment } from './demo.ts'

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
const base = Number(values.base)
const web = values.built ? 'built' : 'dev'
const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1)
const say = (text: string) => console.log(`  ${seconds().padStart(5)} s  ${text}`)
console.log('Starting Nikau. The first start takes about half a minute.')
if (values.fresh) {
  say('Deleting the data of earlier runs')
  rmSync(values.data, { recursive: true, force: true })
}
let doing = ''
let saidAt = Date.now()
/** On a slow machine a step takes long enough to look stuck. */
const reminder = setInterval(() => {
  if (Date.now() - saidAt < 5000) return
  saidAt = Date.now()
  say(`… ${doing}`)
}, 500)
await startDevEnvironment({
  folder: values.data,
  base,
  web,
  exitCodeWhenInterrupted: 0,
  onProgress: (text) => {
    doing = text
    saidAt = Date.now()
    say(text)
  },
}).finally(() => clearInterval(reminder))
const where = addressesOf(base, web)

const rows: [string, string][] = [
  ['Wallet', `${where.web}/deimos/`],
  ['Shop locations', `${where.web}/deimos/locations`],
  ['Sandbox shop', where.shop],
  ['Its till', `${where.shop}/till`],
  ['SMS and email inbox', where.messages],
  ['Sandbox banks', `${where.banks}/control`],
  ['Sandbox farm card', `${where.farmlands}/control`],
  ['Desk', `${where.desk}/desk/`],
  ['Documentation', where.docs],
  ['API reference', `${where.docs}/reference/`],
  ['Sign-in (OpenID)', `${where.identity}/oidc/.well-known/openid-configuration`],
]
console.log(`\nNikau is ready after ${seconds()} s; data and logs in ${values.data}\n`)
console.log('Your first payment:')
for (const [index, step] of firstPayment(where).entries()) console.log(`  ${index + 1}. ${step}`)
console.log('\nAddresses:')
for (const [name, address] of rows) console.log(`  ${name.padEnd(26)} ${address}`)
console.log('\nDemo people. Sign in with the mobile number; the code is in the inbox:')
for (const { givenName, phone, scenario } of demoPeople) console.log(`  ${givenName.padEnd(8)} ${formatMobile(phone)}   ${scenario}`)
console.log('\nOperators of the desk. Each adds a passkey by their link once, then signs in with it:')
for (const { operator, roles, link } of demoOperators(where.identity)) console.log(`  ${operator.padEnd(8)} ${roles.join(', ').padEnd(14)} ${link}`)
console.log('\nPress Ctrl-C to stop. The data stays.')
