// `pnpm trial ledger [--quick] [--seed n] [--only part]`: the ledger against its model, against itself, and against kill -9.
import { parseArgs } from 'node:util'
import { concurrentHistories } from './concurrent.ts'
import { cutCommits } from './cuts.ts'
import { killPosters, killPostgres } from './kills.ts'
import { pureHistories } from './pure.ts'
import { ceilingRace, doubleSubmit } from './races.ts'
import { type Scratch, startScratch } from './scratch.ts'
import { sequentialHistories } from './sequential.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { quick: { type: 'boolean', default: false }, seed: { type: 'string' }, only: { type: 'string' } },
})
const quick = values.quick
const seed = Number(values.seed ?? Math.floor(Date.now() / 1000) % 1_000_000)
console.log(`trial ledger, ${quick ? 'short' : 'long'} form, seed ${seed}`)

/** Speed where nothing has to survive; every write on disk where something is killed. */
const parts: [name: string, durable: boolean, run: (scratch: Scratch) => Promise<string>][] = [
  ['pure', false, () => Promise.resolve(pureHistories({ histories: 10_000, seed }))],
  ['sequential', false, (scratch) => sequentialHistories(scratch, { histories: quick ? 300 : 10_000, seed })],
  ['concurrent', false, (scratch) => concurrentHistories(scratch, { histories: quick ? 500 : 10_000, seed, atOnce: 16 })],
  ['double', false, doubleSubmit],
  ['ceiling', false, (scratch) => ceilingRace(scratch, quick ? 10 : 100)],
  ['kill-poster', true, (scratch) => killPosters(scratch, quick ? 4_000 : 20_000)],
  ['kill-postgres', true, (scratch) => killPostgres(scratch, quick ? { postings: 3_000, kills: 2 } : { postings: 20_000, kills: 5 })],
  ['cut-commit', true, (scratch) => cutCommits(scratch, quick ? 50 : 200)],
]

let failed = 0
for (const durable of [false, true]) {
  const mine = parts.filter((part) => part[1] === durable && (values.only === undefined || part[0] === values.only))
  if (mine.length === 0) continue
  const scratch = await startScratch({ durable })
  try {
    for (const [name, , run] of mine) {
      const start = performance.now()
      try {
        const sentence = await run(scratch)
        console.log(`PASS ${name} (${((performance.now() - start) / 1000).toFixed(1)} s): ${sentence}`)
      } catch (error) {
        failed++
        console.log(`FAIL ${name} (seed ${seed}): ${(error as Error).stack}`)
      }
    }
  } finally {
    await scratch.stop()
  }
}
console.log(failed === 0 ? 'trial ledger: all passed' : `trial ledger: ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
