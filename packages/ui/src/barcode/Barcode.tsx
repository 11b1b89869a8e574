import { useEffect, useState } from 'react'
import { barHeight, code128, inFours, type Bars } from './bars.ts'

export interface BarcodeProps {
  /** Absent while it is requested: the paper then has its place. */
  value: string | undefined
  /** Accessible name ("Barcode 9990 0012 3456 7890"). */
  label: string
  /** Called when the code failed to load, or Code 128 cannot encode the value. */
  onFailure?: ((reason: unknown) => void) | undefined
  /** Rotated by 90 degrees, for a long code on a narrow screen. */
  rotated?: boolean | undefined
  /** Uses the available height. */
  tall?: boolean | undefined
}

/** Figure spaces, which are as wide as digits: they keep the height of the line, or of the two that large text needs. */
const noDigits = Array.from({ length: 4 }, () => '\u2007'.repeat(4))

/** A Code 128 barcode, black on white in both themes, with its digits in groups of four. The last code stays until the next one is rendered. */
export function Barcode({ value, label, onFailure, rotated, tall }: BarcodeProps) {
  const [last, setLast] = useState<{ value: string; bars: Bars }>()
  const drawn = value === undefined ? undefined : last
  useEffect(() => {
    if (value === undefined) return undefined
    let current = true
    code128(value).then(
      (bars) => current && setLast({ value, bars }),
      (reason: unknown) => current && onFailure?.(reason),
    )
    return () => {
      current = false
    }
  }, [value, onFailure])
  const digits = drawn?.value ?? value
  const paper = (
    <div className="n-paper" data-tall={tall || undefined} aria-busy={drawn?.value !== value || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline SVG */}
      <svg className="n-bars" viewBox={`0 0 ${drawn?.bars.width ?? 1} ${barHeight}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {drawn && <path d={drawn.bars.path} />}
      </svg>
      <p className="n-digits" aria-hidden>
        {(digits === undefined ? noDigits : inFours(digits)).map((group, index) => (
          // New elements: spaces that nobody sees have not moved.
          <span key={`${digits === undefined ? 'space' : 'digits'} ${index}`}>{group}</span>
        ))}
      </p>
    </div>
  )
  return rotated ? <div className="n-turn">{paper}</div> : paper
}
