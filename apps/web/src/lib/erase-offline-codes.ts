export const offlineCodesDatabase = 'nikau.offline-codes'

/** Erases the codes that pay without signal, and their key. A file of its own, so that signing out needs nothing from the network. */
export function eraseOfflineCodes(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(offlineCodesDatabase)
  // Another tab that is reading delays it; a browser that keeps nothing has nothing to erase.
  for (const outcome of ['success', 'blocked', 'error']) request.addEventListener(outcome, () => resolve())
  return promise
}
