import { useSyncExternalStore } from 'react'

/** A value in this browser’s storage that outlives a restart; the same in all of its tabs. */
export interface StoredValue<T> {
  get: () => T | undefined
  set: (value: T | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** Amounts are bigints in code; JSON has none. */
export const toStoredText = (value: unknown): string => JSON.stringify(value, replacer)
const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? { $cents: value.toString() } : value)
const reviver = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && '$cents' in value && typeof value.$cents === 'string' ? BigInt(value.$cents) : value

export function storedValue<T>(key: string): StoredValue<T> {
  let text: string | null | undefined
  let value: T | undefined
  const listeners = new Set<() => void>()
  const get = () => {
    const now = localStorage.getItem(key)
    if (now === text) return value
    text = now
    value = fromStoredText(now) as T | undefined
    return value
  }
  return {
    get,
    set: (next) => {
      if (next === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, toStoredText(next))
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', listener)
      }
    },
  }
}

/** What cannot be read was written by something else, or cut off: it counts as absent. */
export function fromStoredText(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text, reviver) as unknown
  } catch {
    return undefined
  }
}

export const useStoredValue = <T>(stored: StoredValue<T>): T | undefined => useSyncExternalStore(stored.subscribe, stored.get)
