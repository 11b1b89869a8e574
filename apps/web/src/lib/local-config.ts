import { type FlagName, flagNames } from '@nikau/contract/flags'
import { useSyncExternalStore } from 'react'

/** What this browser remembers, all of it under one key: flags set by a developer, language, theme, and whether the balance is hidden. */
export type Language = 'en-NZ' | 'mi'
export type Theme = 'light' | 'dark'
export interface LocalConfig extends Partial<Record<FlagName, boolean>> {
  language?: Language
  /** Without one the system decides. */
  theme?: Theme
  balanceHidden?: boolean
}

export const localConfigKey = 'config.deimos'

const switches: readonly string[] = [...flagNames, 'balanceHidden']
const known = (name: string, value: unknown) =>
  (switches.includes(name) && typeof value === 'boolean') ||
  (name === 'language' && (value === 'en-NZ' || value === 'mi')) ||
  (name === 'theme' && (value === 'light' || value === 'dark'))

/** What is not ours, or not of its kind, is as if it were not there: anyone may have written to this store. */
export function parseLocalConfig(text: string | null): LocalConfig {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(Object.entries(value ?? {}).filter(([name, entry]) => known(name, entry)))
  } catch {
    return {}
  }
}

/** A browser that keeps nothing (storage refused) still works for as long as the page stands. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return localStorage
  } catch {
    let kept: string | null = null
    return { getItem: () => kept, setItem: (_, value) => (kept = value), removeItem: () => (kept = null) }
  }
}
const store = storage()

let text = store.getItem(localConfigKey)
let current = parseLocalConfig(text)
const listeners = new Set<() => void>()

/** The same object until something changes, as React asks of a snapshot. */
export function localConfig(): LocalConfig {
  const now = store.getItem(localConfigKey)
  if (now !== text) {
    text = now
    current = parseLocalConfig(now)
  }
  return current
}

/** Changes what is named and keeps the rest; `undefined` forgets an entry. */
export function rememberLocally(change: { [Name in keyof LocalConfig]?: LocalConfig[Name] | undefined }): void {
  store.setItem(localConfigKey, JSON.stringify({ ...localConfig(), ...change }))
  for (const listener of listeners) listener()
}

export function forgetLocalConfig(): void {
  store.removeItem(localConfigKey)
  for (const listener of listeners) listener()
}

/** Calls back on every change, in this tab or in another. */
export function onLocalConfig(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useLocalConfig = () => useSyncExternalStore(onLocalConfig, localConfig)
