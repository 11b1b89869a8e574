export const offlineCodesDatabase = 'nikau.offline-codes'
export const keptHomeDatabase = 'nikau.home'

/** Tells the other tabs that the person has signed out, so that none of them keeps anything again. */
export const signedOutChannel = 'nikau.signed-out'

/** Erases the codes that pay without signal, and their key. A file of its own, so that signing out needs nothing from the network. */
export const eraseOfflineCodes = (): Promise<void> => eraseRecord(offlineCodesDatabase)

/** Erases what lib/encrypted-record.ts has kept under this name, with its key. */
export function eraseRecord(database: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = indexedDB.deleteDatabase(database)
  // Another tab that is reading delays it; a browser that keeps nothing has nothing to erase.
  for (const outcome of ['success', 'blocked', 'error']) request.addEventListener(outcome, () => resolve())
  return promise
}

/** Everything that this device keeps of the person. */
export async function eraseAllRecords(): Promise<void> {
  await Promise.all([offlineCodesDatabase, keptHomeDatabase].map(eraseRecord))
}
