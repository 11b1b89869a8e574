import { storedValue } from '../../lib/stored-value.ts'

const stored = storedValue<string>('till.deviceId')

/** Names this device in the requests that it makes. */
export function deviceId(): string {
  const kept = stored.get()
  if (kept !== undefined) return kept
  const fresh = crypto.randomUUID()
  stored.set(fresh)
  return fresh
}
