import { expect, test } from 'vitest'
import { barPath, layout, niceTop } from './layout.ts'

test('the axis ends at twice a round number that is not below the highest bar', () => {
  expect([19_020, 20_000, 20_001, 1, 0, 999_999, 7].map(niceTop)).toEqual([20_000, 20_000, 40_000, 1, 200, 1_000_000, 10])
})

test('bars stay inside the drawing and apart from each other, from one hour to the 25 of the longest day', () => {
  for (const drawing of ['wide', 'narrow'] as const)
    for (const count of [1, 6, 12, 23, 25]) {
      const { places, axis, width, labelEvery } = layout(drawing, count, 100)
      expect(places[0]!.start).toBeGreaterThan(axis)
      expect(places.at(-1)!.end).toBeLessThan(width)
      for (const [at, place] of places.entries()) expect(place.start).toBeGreaterThan(places[at - 1]?.end ?? 0)
      expect(((width - axis) / count) * labelEvery).toBeGreaterThanOrEqual(36)
    }
})

test('a low bar has flatter corners and does not reach below its base', () => {
  expect(barPath(10, 30, 178, 180)).toBe('M10.0 180V180.0q0-2.0 2.0-2.0H28.0q2.0 0 2.0 2.0V180z')
})
