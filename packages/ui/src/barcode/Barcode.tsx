import { useEffect, useState } from 'react'
import { barHeight, code128, inFours, type Bars } from './bars.ts'

export interface BarcodeProps {
  value: string
  /** Spoken name ("Barcode 9990 0012 3456 7890"). */
  label: string
  /** Called when the bars cannot be drawn: the loading failed, or the value holds what Code 128 cannot. */
  onFailure?: ((reason: unknown) => void) | undefined
  /** Turned a quarter, for a long code on a narrow screen. */
  rotated?: boolean | undefined
  /** As tall as there is room for. */
  tall?: boolean | undefined
}

/** A Code 128 on its own white paper in both themes, its digits in fours. The last code stays until the next one is drawn. */
export function Barcode({ value, label, onFailure, rotated, tall }: BarcodeProps) {
  const [drawn, setDrawn] = useState<{ value: string; bars: Bars }>()
  useEffect(() => {
    let current = true
    code128(value).then(
      (bars) => current && setDrawn({ value, bars }),
      (reason: unknown) => current && onFailure?.(reason),
    )
    return () => {
      current = false
    }
  }, [value, onFailure])
  const paper = (
    <div className="n-paper" data-tall={tall || undefined} aria-busy={drawn?.value !== value || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not loaded */}
      <svg className="n-bars" viewBox={`0 0 ${drawn?.bars.width ?? 1} ${barHeight}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {drawn && <path d={drawn.bars.path} />}
      </svg>
      <p className="n-digits" aria-hidden>
        {inFours(drawn?.value ?? value).map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- four fixed places
          <span key={index}>{group}</span>
        ))}
      </p>
    </div>
  )
  return rotated ? <div className="n-turn">{paper}</div> : paper
}
