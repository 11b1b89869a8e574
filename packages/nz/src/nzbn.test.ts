import { expect, test } from 'vitest'
import { formatNzbn, parseNzbn } from './nzbn.ts'

// The first is a well-known example of GS1.
const valid = ['4006381333931', '9429045812361', '9429050011223']

test('right check digits are valid, with and without spaces', () => {
  for (const nzbn of valid) expect(parseNzbn(formatNzbn(nzbn))).toBe(nzbn)
  expect(formatNzbn('9429045812361')).toBe('9429 045 812 361')
})

test('another last digit, two digits exchanged, and anything that is not thirteen digits are not', () => {
  for (const nzbn of valid)
    for (let digit = 0; digit < 10; digit++) {
      const changed = nzbn.slice(0, 12) + digit
      expect(parseNzbn(changed)).toBe(changed === nzbn ? nzbn : undefined)
    }
  expect(['', '942904581236', '94290458123610', '9429-045-812-361', '9492045812361', '９４２９０４５８１２３６１'].map(parseNzbn)).toEqual(
    Array.from({ length: 6 }),
  )
})
