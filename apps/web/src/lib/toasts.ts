import type { ToastMessage } from '@nikau/ui'
import { useSyncExternalStore } from 'react'

/** A short confirmation; nothing important is said only in a toast. A toast that asks for something is persistent. */
export interface Toast extends ToastMessage {
  persistent?: boolean
}

const queue: Toast[] = []
const listeners = new Set<() => void>()
let renderer: ((message: Toast) => void) | undefined

export function toast(message: Toast): void {
  if (renderer) return renderer(message)
  queue.push(message)
  for (const listener of listeners) listener()
}

/** The rendering code is fetched with the first toast, and then takes over the queue. */
export function setToastRenderer(show: (message: Toast) => void): void {
  renderer = show
  for (const message of queue.splice(0)) show(message)
}

export function useHasToasts(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => renderer !== undefined || queue.length > 0,
  )
}
