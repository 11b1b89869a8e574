import { type Cents, cents } from '@nikau/money'

/** Digits as they were typed, cents from the right: `160` is $1.60. No leading zero is kept. */
export type Typed = string

export type Key = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '00' | 'delete'

export const typedAmount = (typed: Typed): Cents => cents(BigInt(typed || '0'))

/** What a key makes of the digits; undefined when the amount, with what is in the basket already, would pass the limit. */
export function pressKey(typed: Typed, key: Key, { basket, limit }: { basket: Cents; limit: Cents }): Typed | undefined {
  if (key === 'delete') return typed.slice(0, -1)
  // A zero before any other digit says nothing.
  const next = (typed + key).replace(/^0+/, '')
  return typedAmount(next) + basket > limit ? undefined : next
}

/** The key of a keyboard that a keypad has too. */
export function keyOfKeyboard(key: string): Key | undefined {
  if (/^\d$/.test(key)) return key as Key
  return key === 'Backspace' || key === 'Delete' ? 'delete' : undefined
}
