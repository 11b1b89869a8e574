import { parseArgs } from 'node:util'
import type { TrialContext } from '../harness/trial.ts'
import { type Scratch, startScratch } from '../harness/postgres.ts'
import { concurrentHistories } from './concurrent.ts'
import { dropCommitAnswers } from './connection-drops.ts'
import { killPosters, killPostgres } from './kills.ts'
import { pureHistories } from './pure.ts'
import { ceilingRace, doubleSubmit } from './races.ts'
import { sequentialHistories } from './sequential.ts'

// `pnpm trial ledger [--quick] [--seed n] [--only part]`: the ledger against its model, against concurrent callers, and against kill -9.

export async function run({ quick, args, check }: TrialContext): Promise<void> {
  const { values } = parseArgs({ args, options: { quick: { type: 'boolean' }, seed: { type: 'string' }, only: { type: 'string' } } })
  const seed = Number(values.seed ?? Math.floor(Date.now() / 1000) % 1_000_000)
  console.log(`${quick ? 'short' : 'long'} form, seed ${seed}`)

  /** Not durable where nothing has to survive; durable where something is killed. */
  const parts: [name: string, durable: boolean, run: (scratch: Scratch) => Promise<string>][] = [
    ['pure', false, () => Promise.resolve(pureHistories({ histories: 10_000, seed }))],
    ['sequential', false, (scratch) => sequentialHistories(scratch, { histories: quick ? 300 : 10_000, seed })],
    ['concurrent', false, (scratch) => concurrentHistories(scratch, { histories: quick ? 500 : 10_000, seed, atOnce: 16 })],
    ['double-submit', false, doubleSubmit],
    ['ceiling', false, (scratch) => ceilingRace(scratch, quick ? 10 : 100)],
    ['kill-poster', true, (scratch) => killPosters(scratch, quick ? 4_000 : 20_000)],
    ['kill-postgres', true, (scratch) => killPostgres(scratch, quick ? { postings: 3_000, kills: 2 } : { postings: 20_000, kills: 5 })],
    ['connection-drops', true, (scratch) => dropCommitAnswers(scratch, quick ? 50 : 200)],
  ]
  for (const durable of [false, true]) {
    const chosen = parts.filter((part) => part[1] === durable && (values.only === undefined || part[0] === values.only))
    if (chosen.length === 0) continue
    const scratch = await startScratch({ durable })
    try {
      for (const [name, , runPart] of chosen) {
        const startedAt = performance.now()
        try {
          const summary = await runPart(scratch)
          console.log(`${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s): ${summary}`)
        } catch (error) {
          check(false, `${name} (seed ${seed}): ${(error as Error).stack}`)
        }
      }
    } finally {
      await scratch.stop()
    }
  }
}
