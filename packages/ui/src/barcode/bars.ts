/** The numbers the till's scanner was tuned to: each module 2 wide, the bars 100 high. */
export const barHeight = 100
export const moduleWidth = 2

export interface Bars {
  /** Total width in the same unit as the path. */
  width: number
  path: string
}

/**
 * Code 128 as one path of rectangles. jsbarcode does the encoding and hands over the modules as ones and zeroes; drawing them
 * ourselves keeps its inline styles out of a page whose security policy forbids them. Loaded only where a barcode is shown.
 */
export async function code128(value: string): Promise<Bars> {
  const { default: encode } = await import('jsbarcode')
  const target: { encodings?: { data: string }[] } = {}
  encode(target, value, { format: 'CODE128', height: barHeight, width: moduleWidth })
  const modules = (target.encodings ?? []).map((part) => part.data).join('')
  const runs = [...modules.matchAll(/1+/g)].map(
    (run) => `M${run.index * moduleWidth} 0h${run[0].length * moduleWidth}v${barHeight}H${run.index * moduleWidth}z`,
  )
  return { width: modules.length * moduleWidth, path: runs.join('') }
}

/** `9990001234567890` as `9990`, `0012`, `3456`, `7890`. */
export function inFours(value: string): string[] {
  return value.match(/.{1,4}/g) ?? []
}
