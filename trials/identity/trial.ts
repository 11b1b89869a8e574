import { attackClient } from './client.ts'
import { killInTheMiddle, logOut } from './endings.ts'
import { attackAddresses, attackCodes } from './guesses.ts'
import { attackProtocol } from './oauth.ts'
import { compareAnswers } from './sameness.ts'
import { createTally, startWorld } from './world.ts'

// Everything a thief tries at the front door, against real processes: each attempt must be refused. And what an honest person
// must get: the same answer whoever they are, and a sign-in that outlives the process that began it.

const quick = process.argv.includes('--quick')
const world = await startWorld()
const tally = createTally()
try {
  await attackProtocol(world, tally)
  await attackClient(world, tally)
  await logOut(world, tally, quick ? 6 : 20)
  await killInTheMiddle(world, tally)
  await compareAnswers(world, tally, quick ? 60 : 200)
  await attackAddresses(world, tally)
  await attackCodes(world, tally, quick ? 1000 : 10_000)
} finally {
  await world.stop()
}
const { refused, tried } = tally.totals()
for (const breach of tally.breaches) console.log(`BREACH ${breach}`)
console.log(`refused ${refused} of ${tried}`)
console.log(tally.breaches.length === 0 ? 'PASS' : 'FAIL')
process.exit(tally.breaches.length === 0 ? 0 : 1)
