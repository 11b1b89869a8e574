import { parseArgs } from 'node:util'
import { createLog, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { announcePrice } from '../apps/api/src/modules/fees/announce.ts'
import { pricedMethods } from '../apps/api/src/modules/fees/rules.ts'
import { selectMerchantPrices } from '../apps/api/src/modules/fees/store.ts'

// `DATABASE_URL=… pnpm fees show <merchant>`, `announce <merchant> <method> --rate 60 [--fixed 10] [--cap 500] --from 2027-02-01 [--by name]`:
// a merchant's own prices; see docs/operations/fees.md.

const usage = `usage: DATABASE_URL=postgres://… pnpm fees show <merchant>
  | announce <merchant> ${pricedMethods.join('|')} --rate <hundredths of a percent> [--fixed <cents>] [--cap <cents>] --from <YYYY-MM-DD> [--by name]`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: 'string' }, fixed: { type: 'string', default: '0' }, cap: { type: 'string' }, from: { type: 'string' }, by: { type: 'string' } },
})
const [command = '', merchantId = '', methodName = ''] = positionals
const url = process.env.DATABASE_URL
if (!url || merchantId === '' || !['show', 'announce'].includes(command)) fail(usage, 2)

const database = openDatabase({ url: new Secret(url), name: 'fees', log: createLog({ name: 'fees', level: 'warn' }), connections: 1 })
try {
  process.exitCode = command === 'show' ? await show() : await announce()
} finally {
  await database.close()
}

async function show(): Promise<number> {
  const prices = await selectMerchantPrices(database.db, merchantId)
  for (const { method, firstDay, rate, fixed, cap } of prices.toReversed())
    console.log(`${firstDay}  ${method.padEnd(11)}  rate ${rate}  fixed ${fixed}${cap === undefined ? '' : `  cap ${cap}`}`)
  console.log(`${prices.length} prices of its own`)
  return 0
}

async function announce(): Promise<number> {
  const { rate, fixed, cap, from, by = process.env.USER } = values
  const method = pricedMethods.find((name) => name === methodName)
  const isWhole = (text: string | undefined) => text !== undefined && /^\d{1,9}$/.test(text)
  if (!method || !isWhole(rate) || !isWhole(fixed) || (cap !== undefined && !isWhole(cap)) || !/^\d{4}-\d{2}-\d{2}$/.test(from ?? '')) fail(usage, 2)
  if (!by) fail('--by: say who you are', 2)
  const price = { method, firstDay: from!, rate: BigInt(rate!), fixed: BigInt(fixed), ...(cap !== undefined && { cap: BigInt(cap) }) }
  const done = await announcePrice({ db: database.db, clock: systemClock }, { merchantId, price, operator: by })
  if (done === 'announced') {
    console.log(`${merchantId} ${method} announced for ${from}`)
    return 0
  }
  const earliest = done.code === 'TOO_EARLY' ? `: the earliest day is ${String(done.detail.earliest)}` : ''
  console.error(`${done.code}${earliest}`)
  return 1
}

function fail(message: string, code: number): never {
  console.error(message)
  process.exit(code)
}
