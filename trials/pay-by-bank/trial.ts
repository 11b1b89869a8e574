import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { startBanks } from '@nikau/testing/banks'
import { startFarmlands } from '@nikau/testing/farmlands'
import { startWorld } from '../payments/world.ts'
import { cards, thieves } from './cards.ts'
import { compare } from './compare.ts'
import { kills } from './kills.ts'
import { strangers } from './strangers.ts'

// Payments from a bank, with every misbehaviour that the sandbox banks know, while the API and the worker are killed at each step;
// codes at the wrong bank, on the wrong payment and a second time; races. No customer pays twice, no bank payment is without its
// movement in the books or an operator who knows of it, and the clearing accounts are explained to the cent. The same for payments
// by farm-supplies card, whose company is killed as well, and whose details thieves guess at. `--cards` tries the cards alone.

const quick = process.argv.includes('--quick')
const breaches: string[] = []
const must = (condition: unknown, what: string) => void (condition || breaches.push(what))
const webOrigin = 'http://wallet.test'
const banks = await startBanks({ webOrigin })
await banks.settings({ slowMs: 500, settleMs: 300, lateRejectMs: 800, pendingMs: 1200 })
const PAY_BY_BANK = banks.config({ timeoutMs: 3000, patienceSeconds: 3 })
const folder = mkdtempSync(join(tmpdir(), 'nikau-farmlands-'))
const company = await startFarmlands({ folder })
const FARMLANDS = JSON.stringify([company.entry()])
// The same few cards are shown by very many customers.
const CARD_VERIFICATION = JSON.stringify({ codesOfCard: 1_000_000 })
const world = await startWorld({
  apiEnv: { PAY_BY_BANK, FARMLANDS, CARD_VERIFICATION, WEB_ORIGIN: webOrigin },
  workEnv: { PAY_BY_BANK, FARMLANDS },
})
try {
  const shop = await world.shop(['nikau.nzd.test', 'quartz-one-off.nzd.test', 'asb-payap-one-off.nzd.test', 'westpac-payap-one-off.nzd.test'])
  if (!process.argv.includes('--cards')) {
    await kills(world, banks, shop, must, quick)
    await strangers(world, banks, shop, must, quick)
    await compare(world, banks, must)
  }
  const farmShop = await world.shop(['nikau.nzd.test', 'farmlands.nzd.test'])
  await cards(world, company, farmShop, must, quick)
  await thieves(world, company, farmShop, must, quick)
  const audit = spawnSync(process.execPath, [join(import.meta.dirname, '../../tools/audit-books.ts')], {
    env: { ...process.env, DATABASE_URL: world.url },
    encoding: 'utf8',
  })
  const lines = audit.stdout.trim().split('\n')
  console.log(lines.at(-1))
  must(audit.status === 0, `pnpm audit:books says:\n${lines.filter((line) => !line.startsWith('ok')).join('\n')}`)
} catch (error) {
  breaches.push(`the trial could not be ended: ${String(error)}`)
}
await world.stop()
await banks.stop()
await company.stop()
rmSync(folder, { recursive: true, force: true })
for (const breach of breaches.slice(0, 50)) console.log(`BREACH ${breach}`)
console.log(breaches.length === 0 ? 'PASS' : `FAIL (${breaches.length})`)
process.exit(breaches.length === 0 ? 0 : 1)
