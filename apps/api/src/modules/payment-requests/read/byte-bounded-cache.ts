/** A cache that holds at most so many bytes, as its entries report them. The oldest entry makes room for a new one. */
export interface ByteBoundedCache<Value> {
  get(key: string): Value | undefined
  /** A value that is larger than the whole cache is not kept. */
  set(key: string, value: Value, bytes: number): void
  readonly bytes: number
  readonly size: number
}

export function createByteBoundedCache<Value>(maxBytes: number): ByteBoundedCache<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>()
  let total = 0
  const remove = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get: (key) => entries.get(key)?.value,
    set(key, value, bytes) {
      remove(key)
      if (bytes > maxBytes) return
      for (const oldest of entries.keys()) {
        if (total + bytes <= maxBytes) break
        remove(oldest)
      }
      entries.set(key, { value, bytes })
      total += bytes
    },
    get bytes() {
      return total
    },
    get size() {
      return entries.size
    },
  }
}
