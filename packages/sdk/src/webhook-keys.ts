import { importKey, type PublishedKey, type VerifyingKey } from './webhook-signature.ts'

export type KeyLookup = { found: VerifyingKey } | { problem: 'key-unknown' | 'keys-unavailable' }

const timeoutMs = 5000
/** When the answer does not say for how long it holds. */
const defaultLifeMs = 300_000
/** After a reading that did not help: made-up signatures come with made-up keys, and not each of them is worth a call. */
const cooldownMs = 10_000

/** The published keys of one webhook, kept as long as their answer allows and read again early when a key is unknown. */
export function createKeyCache(address: string, now: () => Date) {
  let keys = new Map<string, VerifyingKey>()
  let expiresAt = 0
  let restsUntil = 0
  let reading: Promise<boolean> | undefined

  async function read(): Promise<boolean> {
    try {
      const response = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) return false
      const published = ((await response.json()) as { keys: PublishedKey[] }).keys
      keys = new Map(await Promise.all(published.map(async (key) => [key.kid, await importKey(key)] as const)))
      const maxAge = /max-age=(\d{1,6})/.exec(response.headers.get('cache-control') ?? '')?.[1]
      expiresAt = now().getTime() + (maxAge === undefined ? defaultLifeMs : Number(maxAge) * 1000)
      return true
    } catch {
      return false
    }
  }

  return async (kid: string): Promise<KeyLookup> => {
    const at = now().getTime()
    const isDue = at >= expiresAt || !keys.has(kid)
    // At most one reading at a time. While the keys cannot be read, those that are known go on to count.
    const wasRead = isDue && (reading !== undefined || at >= restsUntil) ? await (reading ??= read().finally(() => (reading = undefined))) : expiresAt > 0
    const key = keys.get(kid)
    if (isDue && !(wasRead && key)) restsUntil = now().getTime() + cooldownMs
    if (key) return { found: key }
    return { problem: wasRead ? 'key-unknown' : 'keys-unavailable' }
  }
}
