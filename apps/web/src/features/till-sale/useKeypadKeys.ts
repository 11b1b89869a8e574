import { useEffect, useEffectEvent } from 'react'
import { type Key, keyOfKeyboard } from './keypad.ts'

/** Digits and Backspace of a keyboard type as the keypad does, unless a field has the focus. */
export function useKeypadKeys(onKey: (key: Key, at: number) => void): void {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
      const key = keyOfKeyboard(event.key)
      if (key) handle(key, event.timeStamp)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
