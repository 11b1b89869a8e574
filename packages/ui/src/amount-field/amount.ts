import { digits, type Mask } from '../field/mask.ts'

/** Digits with separators of thousands, and a decimal point with two places. No rounding or padding while typing. */
export const amountMask: Mask = {
  accepts: (char) => digits(char) || char === '.',
  format: (kept) => {
    const [whole = '', ...rest] = kept.split('.')
    const limited = whole.slice(0, 9).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    return rest.length === 0 ? limited : `${limited}.${rest.join('').slice(0, 2)}`
  },
}
