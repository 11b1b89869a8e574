import { useState } from 'react'
import { CallError } from './call-error.ts'
import { isOutcomeUnknown } from './outcome-unknown.ts'

/** Counts how often in a row the outcome of a call stayed unknown. */
export function useUnknownOutcomes(): { unknowns: number; count: (error: unknown) => void } {
  const [unknowns, setUnknowns] = useState(0)
  const count = (error: unknown) => setUnknowns((before) => (error instanceof CallError && isOutcomeUnknown(error) ? before + 1 : 0))
  return { unknowns, count }
}
