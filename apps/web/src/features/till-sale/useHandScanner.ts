import { useEffect, useEffectEvent } from 'react'
import { createHandScanner } from './hand-scanner.ts'

/** Reads a hand scanner on every screen. Its keys reach no field and no button. */
export function useHandScanner(onScan: (digits: string, startedAt: number) => void): void {
  const handle = useEffectEvent(onScan)
  useEffect(() => {
    const scanner = createHandScanner((digits, startedAt) => handle(digits, startedAt))
    const listen = (event: KeyboardEvent) => {
      if (!scanner.press(event.key, event.timeStamp)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])
}
