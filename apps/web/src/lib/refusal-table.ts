import type { Endpoint, RefusalOf } from '@nikau/contract'

/** What a screen says about each refusal of its call. A new code in the contract does not compile until it has a text. */
export type RefusalTable<E extends Endpoint, T> = Readonly<Record<RefusalOf<E>, T>>

/** The entry of a refusal; undefined for codes that the contract does not list. */
export function entryOf<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined
}
