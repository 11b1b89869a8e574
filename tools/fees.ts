import { createLog, openDatabase, Secret } from '@nikau/runtime'
import { selectMerchantPrices } from '../apps/api/src/modules/fees/store.ts'

// `DATABASE_URL=… pnpm fees show <merchant>`: a merchant's own prices; see docs/operations/fees.md.

const [command, merchantId = ''] = process.argv.slice(2)
const url = process.env.DATABASE_URL
if (!url || command !== 'show' || merchantId === '') {
  console.error('usage: DATABASE_URL=postgres://… pnpm fees show <merchant>')
  process.exit(2)
}

const database = openDatabase({ url: new Secret(url), name: 'fees', log: createLog({ name: 'fees', level: 'warn' }), connections: 1 })
try {
  const prices = await selectMerchantPrices(database.db, merchantId)
  for (const { method, firstDay, rate, fixed, cap } of prices.toReversed())
    console.log(`${firstDay}  ${method.padEnd(11)}  rate ${rate}  fixed ${fixed}${cap === undefined ? '' : `  cap ${cap}`}`)
  console.log(`${prices.length} prices of its own`)
} finally {
  await database.close()
}
