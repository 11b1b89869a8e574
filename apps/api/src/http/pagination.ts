export const defaultPageSize = 50

export interface Page<Item> {
  items: Item[]
  nextPageKey?: string
}

/** Stores select one row more than the limit: if it is there, another page follows, and its key is made from the last row shown. */
export function toPage<Row, Item>(rows: readonly Row[], limit: number, toItem: (row: Row) => Item, keyOf: (last: Row) => string): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(toItem), ...(rows.length > limit && last !== undefined && { nextPageKey: keyOf(last) }) }
}

/** A page key that is a number. Anything else starts the list from the beginning. */
export function decodeNumberKey(pageKey: string | undefined): bigint | undefined {
  return pageKey !== undefined && /^\d{1,18}$/.test(pageKey) ? BigInt(pageKey) : undefined
}

/** A page key of several sort columns, opaque to callers. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** The values of a cursor, for the caller to check; empty if the key is not one of ours. */
export function decodeCursor(pageKey: string | undefined): unknown[] {
  if (pageKey === undefined) return []
  try {
    const values: unknown = JSON.parse(Buffer.from(pageKey, 'base64url').toString())
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}
