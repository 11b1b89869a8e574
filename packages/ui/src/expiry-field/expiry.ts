import type { Typed } from '../field/mask.ts'

/**
 * Formats an expiry as MM/YY. Digits only; the slash is added after the month; a first digit above 1 is a whole month and gets
 * a leading zero. After a deletion, the slash is not added again until another digit is typed.
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
  // "1/" is January too.
  const padded = text.replace(/^\D*(\d)\D*\//, '0$1/')
  let digits = padded.replaceAll(/\D/g, '')
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (digits.length < 2) return digits
  const year = digits.slice(2)
  // Browsers autofill a four-digit year; the last two digits are kept.
  return `${digits.slice(0, 2)}/${/^20\d\d$/.test(year) ? year.slice(2) : year.slice(0, 2)}`
}
