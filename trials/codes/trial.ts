import type { TrialContext } from '../harness/trial.ts'
import { tryEdges } from './edges.ts'
import { startCodesEnvironment } from './environment.ts'
import { tryGuesses } from './guesses.ts'
import { raceTills } from './races.ts'

// Patron codes against those who guess them, use them twice or out of their time. Guesses come from many merchants, with the limit on
// guesses and without it: what is accepted must be no more than the computed chance allows. A code at two tills in the same moment, at
// two APIs, is one payment. Codes pay to the last millisecond of their life and not one longer, and nothing after what ends them.

export async function run({ quick, check }: TrialContext): Promise<string> {
  const environment = await startCodesEnvironment()
  try {
    const guesses = await tryGuesses(
      environment,
      check,
      quick
        ? { people: 10, codesEach: 50, shops: 8, guesses: 50_000, httpMs: 4000 }
        : { people: 100, codesEach: 100, shops: 100, guesses: 1_000_000, httpMs: 150_000 },
    )
    const races = await raceTills(
      environment,
      check,
      quick ? { people: 5, codesEach: 4, withinMillisecond: 1 } : { people: 30, codesEach: 10, withinMillisecond: 500 },
    )
    const edges = await tryEdges(environment, check, quick ? 2 : 20)
    const broken = await environment.query<{ invariant: string }>('select invariant from violations()')
    check(broken.length === 0, `invariants: ${broken.map(({ invariant }) => invariant).join(', ')}`)
    return `${guesses}; ${races}; ${edges}`
  } finally {
    await environment.stop()
  }
}
