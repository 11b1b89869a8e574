import { digits, type Mask } from '../field/mask.ts'

/** Digits and one point with two places. Nothing else is touched while typing: no rounding, no filling up, no commas put in. */
export const amountMask: Mask = {
  keeps: (char) => digits(char) || char === '.',
  write: (kept) => {
    const [whole = '', ...rest] = kept.split('.')
    const limited = whole.slice(0, 9)
    return rest.length === 0 ? limited : `${limited}.${rest.join('').slice(0, 2)}`
  },
}
