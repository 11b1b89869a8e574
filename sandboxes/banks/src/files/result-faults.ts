import type { FaultKind } from '../fault-injection.ts'
import type { Result } from './batches.ts'

/** A result as one answer shows it, which may be wrong. What the bank did stays as it is. */
export type ShownResult = Omit<Result, 'outcome' | 'reason'> & { outcome: string; reason: string | null }

/** Applies injected faults to the results of one answer, oldest first. */
export const showResults = (results: readonly Result[], faults: readonly FaultKind[]): ShownResult[] => {
  let shown: ShownResult[] = [...results]
  const changeFirst = (change: Partial<ShownResult>): void => {
    shown = shown.map((result, place) => (place === 0 ? { ...result, ...change } : result))
  }
  if (faults.includes('lost-line')) shown = shown.slice(1)
  if (faults.includes('wrong-amount') && shown[0]) changeFirst({ cents: shown[0].cents + 1 })
  if (faults.includes('new-outcome')) changeFirst({ outcome: 'recalled' })
  if (faults.includes('new-reason')) shown = shown.map((result) => (result.reason === null ? result : { ...result, reason: '42' }))
  return faults.includes('shuffle') ? shown.toReversed() : shown
}
