import { violations } from '@nikau/ledger'
import { kills } from './kills.ts'
import { races } from './races.ts'
import { targets } from './targets.ts'
import { startWorld } from './world.ts'

// Payments through the real HTTP API by many at once: races for one request, for the last dollar and the last cent of a quota,
// the same call a thousand times, an API and a worker that are killed again and again, hostile addresses. Money must not be lost
// or doubled, and every merchant must hear of every payment.

const quick = process.argv.includes('--quick')
const breaches: string[] = []
const must = (condition: unknown, what: string) => void (condition || breaches.push(what))
const world = await startWorld()
try {
  await races(world, must, quick)
  await targets(world, must)
  await kills(world, must, quick)
  for (const broken of await violations(world.database.db)) breaches.push(`${broken.invariant}: ${JSON.stringify(broken.broken)}`)
  console.log(`invariants: ${breaches.length === 0 ? 'all hold' : 'see below'}`)
} catch (error) {
  breaches.push(`the trial could not be ended: ${String(error)}`)
}
await world.stop()
for (const breach of breaches.slice(0, 50)) console.log(`BREACH ${breach}`)
console.log(breaches.length === 0 ? 'PASS' : `FAIL (${breaches.length})`)
process.exit(breaches.length === 0 ? 0 : 1)
