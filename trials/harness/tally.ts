import type { Check } from './trial.ts'

export type Tally = ReturnType<typeof createTally>

/** Counts attacks and how many of them were refused. */
export function createTally(check: Check) {
  let [refusedInAll, triedInAll] = [0, 0]
  return {
    /** Each entry is one attempt: true means that it was refused. */
    count(attack: string, attempts: boolean[]): void {
      const refused = attempts.filter(Boolean).length
      refusedInAll += refused
      triedInAll += attempts.length
      console.log(`${attack}: refused ${refused} of ${attempts.length}`)
      check(refused === attempts.length, `${attack}: ${attempts.length - refused} not refused`)
    },
    check(held: boolean, property: string): void {
      console.log(`${held ? 'held  ' : 'BROKEN'} ${property}`)
      check(held, property)
    },
    summary: () => `refused ${refusedInAll} of ${triedInAll}`,
  }
}
