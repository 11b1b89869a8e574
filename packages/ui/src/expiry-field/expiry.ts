import type { Typed } from '../field/mask.ts'

/**
 * The expiry input's rules, MM/YY. Digits only; the slash comes by itself after the month; a first digit above 1 can only be
 * a whole month and gets its zero. A deletion leaves what it left: the slash is not put back until another digit is typed.
 */
export function rewriteExpiry(previous: string, typed: Typed): Typed {
  if (typed.value.length < previous.length) {
    const value = typed.value.replaceAll(/[^\d/]/g, '')
    return { value, caret: Math.min(typed.caret, value.length) }
  }
  const value = writeExpiry(typed.value)
  const atEnd = typed.caret >= typed.value.length
  if (atEnd) return { value, caret: value.length }
  const before = typed.value.slice(0, typed.caret).replaceAll(/\D/g, '').length
  return { value, caret: Math.min(value.length, before > 2 ? before + 1 : before) }
}

function writeExpiry(text: string): string {
  // "1/" is January as surely as "01".
  const padded = text.replace(/^\D*(\d)\D*\//, '0$1/')
  let digits = padded.replaceAll(/\D/g, '')
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (digits.length < 2) return digits
  const year = digits.slice(2)
  // A four-digit year, as browsers fill it in, keeps its last two.
  return `${digits.slice(0, 2)}/${/^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 2)}`
}
