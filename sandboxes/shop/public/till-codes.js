// What a till accepts as a code, and how it tells a hand scanner from an amount that is typed.

/** Says at once what is wrong with a code, without a call; undefined when it can be charged. */
export function faultOf(code) {
  if (!/^\d+$/.test(code)) return 'This is not a payment code.'
  if (code.length === 9) return undefined // a Farmlands card, which has no check digit
  if (code.length !== 16) return 'A code has 16 digits, or 9 on a Farmlands card.'
  return passesLuhn(code) ? undefined : 'The check digit is wrong. Scan or type the code again.'
}

/** Every second digit from the right is doubled, and the digits of all results are added. */
function passesLuhn(digits) {
  let sum = 0
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** An amount has seven digits at most, so more of them in one go and then Enter come from a hand scanner, however slow the machine. */
const fewestDigits = 8
const maxGapMs = 1000

/**
 * Collects key presses. `onTyped` gets each digit, with `isFirst` for the first after a pause; `onScan` gets the digits that turn out
 * to be a code. The returned function takes a key and its time, and answers whether it ended a scan.
 */
export function createWedge({ onScan, onTyped }) {
  let digits = ''
  let last = 0
  return (key, at) => {
    if (at - last > maxGapMs) digits = ''
    last = at
    if (key === 'Enter' && digits.length >= fewestDigits) {
      const code = digits
      digits = ''
      onScan(code)
      return true
    }
    if (!/^\d$/.test(key)) return false
    onTyped(key, digits === '')
    digits += key
    return false
  }
}
