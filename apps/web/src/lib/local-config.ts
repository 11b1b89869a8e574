import { type FlagName, flagNames } from '@nikau/contract/flags'
import { useSyncExternalStore } from 'react'

/** The settings of this browser, under one key: flags set by a developer, language, theme, shortcuts, whether the balance is hidden, and when installing was last offered. */
export type Language = 'en-NZ' | 'mi'
export type Theme = 'light' | 'dark'
export interface LocalConfig extends Partial<Record<FlagName, boolean>> {
  language?: Language
  /** Without it, the theme follows the system. */
  theme?: Theme
  balanceHidden?: boolean
  /** Keyboard shortcuts are switched off. */
  shortcutsOff?: boolean
  /** Home was opened here before. */
  visited?: boolean
  /** When installing the app was last offered here, in ISO 8601. */
  installOfferedAt?: string
}

export const localConfigKey = 'config.deimos'

const booleanSettings: readonly string[] = [...flagNames, 'balanceHidden', 'shortcutsOff', 'visited']
const isValid = (name: string, value: unknown) =>
  (booleanSettings.includes(name) && typeof value === 'boolean') ||
  (name === 'language' && (value === 'en-NZ' || value === 'mi')) ||
  (name === 'theme' && (value === 'light' || value === 'dark')) ||
  (name === 'installOfferedAt' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))

/** Drops unknown names and values of the wrong type: anything may have written to this storage. */
export function parseLocalConfig(text: string | null): LocalConfig {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return Object.fromEntries(Object.entries(value ?? {}).filter(([name, entry]) => isValid(name, entry)))
  } catch {
    return {}
  }
}

/** Falls back to memory when the browser refuses storage. */
function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    return localStorage
  } catch {
    let memory: string | null = null
    return { getItem: () => memory, setItem: (_, value) => (memory = value), removeItem: () => (memory = null) }
  }
}
const store = storage()

let text = store.getItem(localConfigKey)
let current = parseLocalConfig(text)
const listeners = new Set<() => void>()

/** Returns the same object until something changes, as useSyncExternalStore requires. */
export function localConfig(): LocalConfig {
  const now = store.getItem(localConfigKey)
  if (now !== text) {
    text = now
    current = parseLocalConfig(now)
  }
  return current
}

/** Changes the given settings; `undefined` removes one. */
export function updateLocalConfig(change: { [Name in keyof LocalConfig]?: LocalConfig[Name] | undefined }): void {
  store.setItem(localConfigKey, JSON.stringify({ ...localConfig(), ...change }))
  for (const listener of listeners) listener()
}

export function clearLocalConfig(): void {
  store.removeItem(localConfigKey)
  for (const listener of listeners) listener()
}

/** Changes in this tab and in others. */
export function subscribeToLocalConfig(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useLocalConfig = () => useSyncExternalStore(subscribeToLocalConfig, localConfig)
