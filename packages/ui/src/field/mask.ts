/** A text field's content and where its caret stands. */
export interface Typed {
  value: string
  caret: number
}

/** What a field keeps of the typing, and how it writes it. Everything that is not kept is punctuation the field puts in itself. */
export interface Mask {
  keeps: (char: string) => boolean
  write: (kept: string) => string
}

export const digits = (char: string) => char >= '0' && char <= '9'

/**
 * Rewrites what was typed in the field's own form and finds the caret's place again, by counting the kept characters before it.
 * A deletion that hit only punctuation takes the neighbouring kept character too: else the field would put the
 * punctuation back and the key would seem dead. One character is gone then; the same value written over it without any
 * punctuation is no deletion.
 */
export function remask(previous: string, typed: Typed, mask: Mask, forward = false): Typed {
  const all = typed.value.split('')
  let kept = all.filter(mask.keeps)
  let before = all.slice(0, typed.caret).filter(mask.keeps).length
  const was = previous.split('').filter(mask.keeps)
  if (typed.value.length === previous.length - 1 && kept.length > 0 && kept.join('') === was.join('')) {
    const at = forward ? before : before - 1
    kept = kept.filter((_, index) => index !== at)
    if (!forward) before = Math.max(0, before - 1)
  }
  const value = mask.write(kept.join(''))
  return { value, caret: caretAfter(value, before, mask) }
}

function caretAfter(value: string, count: number, mask: Mask): number {
  if (count === 0) return 0
  let seen = 0
  for (let index = 0; index < value.length; index++) {
    if (mask.keeps(value.charAt(index))) seen++
    if (seen === count) return index + 1
  }
  return value.length
}
