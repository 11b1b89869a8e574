/** A scale from zero up to a round number above every value, in four steps. */
export function scaleOf(values: readonly number[]): number[] {
  const highest = Math.max(4, ...values)
  const size = 10 ** Math.floor(Math.log10(highest / 4))
  const step = [1, 2, 2.5, 4, 5, 8, 10].map((factor) => factor * size).find((candidate) => Number.isInteger(candidate) && candidate * 4 >= highest)!
  return [0, 1, 2, 3, 4].map((index) => index * step)
}

export interface Plot {
  left: number
  right: number
  top: number
  bottom: number
}

export function pointsOf(values: readonly number[], highest: number, { left, right, top, bottom }: Plot): [number, number][] {
  const step = (right - left) / Math.max(1, values.length - 1)
  return values.map((value, index) => [left + index * step, bottom - (value / highest) * (bottom - top)])
}

export const pathOf = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
