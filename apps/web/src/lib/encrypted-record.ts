import { eraseRecord } from './erase-records.ts'

// What a device keeps of a person for the time without signal: one record, encrypted with a key that scripts can use but cannot read.
// A copy of the browser's files is worth nothing without the browser; docs/decisions/0142 says what that does and does not protect.

const [storeName, recordKey] = ['set', 'current']

/** There is one at most: of the person who signed in last. */
interface StoredRecord {
  userId: string
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

/** `isWanted` is asked last, because encrypting takes a moment in which the person can sign out. */
export async function keepRecord(database: string, userId: string, text: string, isWanted: () => boolean = () => true): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const stored: StoredRecord = { userId, key, iv, content: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)) }
  if (isWanted()) await inStore(database, 'readwrite', (store) => store.put(stored, recordKey))
}

/** The record of this person; without a name, of the person who signed in last, for a start without signal. That of another person is erased. */
export async function readRecord(database: string, userId: string | undefined): Promise<{ userId: string; text: string } | undefined> {
  const stored = await inStore(database, 'readonly', (store) => store.get(recordKey) as IDBRequest<StoredRecord | undefined>)
  if (!stored) return undefined
  if (userId !== undefined && stored.userId !== userId) {
    await eraseRecord(database)
    return undefined
  }
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, stored.key, stored.content)
  return { userId: stored.userId, text: new TextDecoder().decode(plain) }
}

async function inStore<T>(name: string, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(name)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await answerOf(opening)
  try {
    const transaction = database.transaction(storeName, mode)
    const committed = Promise.withResolvers<void>()
    transaction.addEventListener('complete', () => committed.resolve())
    transaction.addEventListener('abort', () => committed.reject(transaction.error ?? new Error('the transaction was aborted')))
    const [answer] = await Promise.all([answerOf(act(transaction.objectStore(storeName))), committed.promise])
    return answer
  } finally {
    database.close()
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error ?? new Error('the database did not answer')))
  return promise
}
