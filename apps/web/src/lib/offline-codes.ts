import { type OfflineCodeSet, offlineCodeSet } from '@nikau/contract/patron-codes'
import * as z from 'zod/mini'
import { eraseOfflineCodes, offlineCodesDatabase } from './erase-offline-codes.ts'

// The codes that pay without signal, encrypted with a key that scripts can use but cannot read. A copy of the browser's files is
// worth nothing without the browser; docs/decisions/0142 says what that does and does not protect.

const [storeName, recordKey] = ['set', 'current']

/** There is one at most: of the person who signed in last. */
interface StoredSet {
  userId: string
  key: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  content: ArrayBuffer
}

export interface KeptCodes {
  set: OfflineCodeSet
  /** Codes that the person says have paid. */
  usedIds: string[]
}

const content = z.object({ set: offlineCodeSet, usedIds: z.array(z.string()) })

export async function keepOfflineCodes(userId: string, codes: KeptCodes): Promise<void> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(z.encode(content, codes)))
  const stored: StoredSet = { userId, key, iv, content: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) }
  await inStore('readwrite', (store) => store.put(stored, recordKey))
}

/** The codes of this person; without a name, of the person who signed in last, for a start without signal. Those of another person are erased. */
export async function readOfflineCodes(userId: string | undefined): Promise<KeptCodes | undefined> {
  const stored = await inStore('readonly', (store) => store.get(recordKey) as IDBRequest<StoredSet | undefined>)
  if (!stored) return undefined
  if (userId !== undefined && stored.userId !== userId) {
    await eraseOfflineCodes()
    return undefined
  }
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, stored.key, stored.content)
  return z.decode(content, JSON.parse(new TextDecoder().decode(plain)) as z.input<typeof content>)
}

/** The person says that a code has paid, so it is not shown again. */
export async function markCodeUsed(codeId: string): Promise<void> {
  const stored = await inStore('readonly', (store) => store.get(recordKey) as IDBRequest<StoredSet | undefined>)
  const kept = await readOfflineCodes(undefined)
  if (stored && kept) await keepOfflineCodes(stored.userId, { ...kept, usedIds: [...kept.usedIds, codeId] })
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(offlineCodesDatabase)
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
