/** Sizes that till scanners read reliably: modules 2 wide, bars 100 high. */
export const barHeight = 100
export const moduleWidth = 2

export interface Bars {
  /** Total width, in the unit of the path. */
  width: number
  path: string
}

/**
 * Code 128 as one SVG path. jsbarcode encodes the modules; its own renderer would add inline styles, which the content security
 * policy forbids. Loaded only where a barcode is shown.
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
