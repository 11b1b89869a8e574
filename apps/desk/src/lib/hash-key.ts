/** Amounts are bigints, which JSON does not have; and the order of an input's fields makes no other key. */
export function hashKey(key: readonly unknown[]): string {
  return JSON.stringify(key, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    return isPlain ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
  })
}
