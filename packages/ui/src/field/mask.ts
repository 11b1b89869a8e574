/** The value of a text field and its caret position. */
export interface Typed {
  value: string
  caret: number
}

/** The characters that a field keeps, and how it formats them. All others are separators that the field adds itself. */
export interface Mask {
  accepts: (char: string) => boolean
  format: (kept: string) => string
}

export const digits = (char: string) => char >= '0' && char <= '9'

/**
 * Formats the input and restores the caret, by counting the kept characters before it. Deleting only a separator also deletes
 * the kept character next to it; otherwise the field would add the separator again and the key would seem dead. That is one
 * character deleted at the caret: replacing the value with the same one without separators is not a deletion.
 */
export function remask(previous: string, typed: Typed, mask: Mask, forward = false): Typed {
  const all = typed.value.split('')
  let kept = all.filter(mask.accepts)
  let before = all.slice(0, typed.caret).filter(mask.accepts).length
  const was = previous.split('').filter(mask.accepts)
  if (isDeletedAtCaret(previous, typed) && kept.length > 0 && kept.join('') === was.join('')) {
    const at = forward ? before : before - 1
    kept = kept.filter((_, index) => index !== at)
    if (!forward) before = Math.max(0, before - 1)
  }
  const value = mask.format(kept.join(''))
  return { value, caret: caretAfter(value, before, mask) }
}

function isDeletedAtCaret(previous: string, { value, caret }: Typed): boolean {
  return value === previous.slice(0, caret) + previous.slice(caret + 1) && value.length === previous.length - 1
}

function caretAfter(value: string, count: number, mask: Mask): number {
  if (count === 0) return 0
  let seen = 0
  for (let index = 0; index < value.length; index++) {
    if (mask.accepts(value.charAt(index))) seen++
    if (seen === count) return index + 1
  }
  return value.length
}
