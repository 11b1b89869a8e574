/**
 * A hand scanner is a keyboard that types digits faster than any person and ends with Enter. It reads from any screen of the till, whatever
 * has the focus.
 */
export interface HandScanner {
  /** True when the key belongs to a scan, so that nothing else acts on it. */
  press(key: string, at: number): boolean
}

/** A person needs far longer between two keys; scanners need 5 to 30 ms. */
const maxGapMs = 50
/** The shortest code that is scanned. Fewer digits before Enter were typed by a person. */
const minDigits = 6

/** `startedAt`: when its first digit was pressed, which looks like one that a person types. */
export function createHandScanner(onScan: (digits: string, startedAt: number) => void): HandScanner {
  let digits = ''
  let startedAt = 0
  let lastAt = -Infinity
  return {
    press(key, at) {
      if (at - lastAt > maxGapMs) digits = ''
      lastAt = at
      if (/^\d$/.test(key)) {
        if (digits === '') startedAt = at
        digits += key
        return digits.length > 1
      }
      const scanned = digits
      digits = ''
      if (key !== 'Enter' || scanned.length < minDigits) return false
      onScan(scanned, startedAt)
      return true
    },
  }
}
