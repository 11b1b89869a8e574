import { useSyncExternalStore } from 'react'

/** The bank account chosen for a top-up. It survives a reload, so that a retry never debits another account. */
const key = 'selectedBankAuthorityId'
const listeners = new Set<() => void>()

const selectedBank = (): string | undefined => sessionStorage.getItem(key) ?? undefined

export function selectBank(id: string | undefined): void {
  if (id === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, id)
  for (const listener of listeners) listener()
}

export function useSelectedBank(): string | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, selectedBank)
}
