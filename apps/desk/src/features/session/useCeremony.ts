import { useState } from 'react'
import { useDesk } from '../../lib/desk-context.ts'
import { DeskError } from '../../lib/desk-error.ts'

/** `unused`: the operator closed the browser's dialog, or there is no passkey on this device. */
export type CeremonyProblem = 'unused' | DeskError

interface Ceremony {
  start: () => void
  isBusy: boolean
  problem: CeremonyProblem | undefined
}

/** One use of the passkey, and what went wrong with the last. */
export function useCeremony(): Ceremony {
  const desk = useDesk()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<CeremonyProblem>()
  const start = async () => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await desk.confirmPasskey()
    } catch (error) {
      setProblem(error instanceof DeskError ? error : 'unused')
    } finally {
      setIsBusy(false)
    }
  }
  return { start: () => void start(), isBusy, problem }
}
