export type Drawing = 'wide' | 'narrow'

/** In units of the drawing, which are pixels at the usual width. */
const sizes = { wide: { width: 516, height: 204, base: 180, label: 36 }, narrow: { width: 310, height: 190, base: 166, label: 40 } }
const [axis, top] = [52, 22]

/** Where everything goes in a drawing of so many bars. */
export function layout(drawing: Drawing, count: number, max: number) {
  const { width, height, base, label } = sizes[drawing]
  const step = (width - axis) / Math.max(1, count)
  const bar = Math.min(24, step * 0.62)
  const places = Array.from({ length: count }, (_, at) => {
    const middle = axis + step * (at + 0.5)
    return { start: middle - bar / 2, end: middle + bar / 2, middle }
  })
  const y = (value: number) => base - (value / max) * (base - top)
  return { width, height, axis, base, places, labelEvery: Math.ceil(label / step), y }
}

/** The top of the axis: twice a round number, so that the line in the middle is round too. */
export function niceTop(max: number): number {
  if (max <= 0) return 200
  const half = max / 2
  const unit = 10 ** Math.floor(Math.log10(half))
  return 2 * unit * [1, 2, 2.5, 5, 10].find((factor) => factor * unit >= half)!
}

/** A bar with rounded upper corners, as far as its height allows. */
export function barPath(start: number, end: number, y: number, base: number): string {
  const radius = Math.min(4, base - y, (end - start) / 2)
  const place = (value: number) => value.toFixed(1)
  const [left, right] = [`M${place(start)} ${base}V${place(y + radius)}`, `H${place(end - radius)}`]
  return `${left}q0-${place(radius)} ${place(radius)}-${place(radius)}${right}q${place(radius)} 0 ${place(radius)} ${place(radius)}V${base}z`
}
