import type { ToastMessage } from '@nikau/ui'
import { useSyncExternalStore } from 'react'

/** A short confirmation. Nothing that matters is said only here. One that asks for something stays until it is answered. */
export interface Toast extends ToastMessage {
  stays?: boolean
}

const waiting: Toast[] = []
const listeners = new Set<() => void>()
let shown: ((message: Toast) => void) | undefined

export function toast(message: Toast): void {
  if (shown) return shown(message)
  waiting.push(message)
  for (const listener of listeners) listener()
}

/** The code that draws toasts is fetched with the first of them; it takes over what waits, and all that follows. */
export function showToastsBy(show: (message: Toast) => void): void {
  shown = show
  for (const message of waiting.splice(0)) show(message)
}

export function useAnyToast(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown !== undefined || waiting.length > 0,
  )
}
