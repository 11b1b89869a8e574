import { useEffect } from 'react'
import { useStoredValue, storedValue } from '../../lib/stored-value.ts'
import { currentTurn } from './device.ts'

/** When somebody last touched the till; a restart does not make it younger. */
const lastUse = storedValue<number>('till.lastUse')
const noteEveryMs = 20_000

/** Ends the turn on the device too after 30 minutes without use, so that nobody finds a till that only looks open. */
export function useTurnEnd(isBusy: boolean): void {
  const turn = useStoredValue(currentTurn)
  useEffect(() => {
    if (!turn) return undefined
    const endsAfterMs = turn.endsAfter * 1000
    const end = new AbortController()
    const isOver = () => Date.now() - (lastUse.get() ?? Date.now()) >= endsAfterMs
    const check = () => {
      if (isOver() && !isBusy) currentTurn.set(undefined)
    }
    const note = () => {
      if (!isOver() && Date.now() - (lastUse.get() ?? 0) > noteEveryMs) lastUse.set(Date.now())
    }
    check()
    const timer = setInterval(check, 10_000)
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, note, { signal: end.signal, capture: true })
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [turn, isBusy])
}

export const noteUse = (): void => lastUse.set(Date.now())
