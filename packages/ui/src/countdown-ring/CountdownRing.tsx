import type { ReactNode } from 'react'

const circumference = 283

export type RingTone = 'brand' | 'accent' | 'negative'

/** Accent at a quarter or less of the time, negative at a tenth or less. */
export function ringTone(fraction: number): RingTone {
  return fraction <= 0.1 ? 'negative' : fraction <= 0.25 ? 'accent' : 'brand'
}

export interface CountdownRingProps {
  /** What is left: 1 at the start, 0 at the end. */
  fraction: number
  /** The figure inside, "42". */
  children?: ReactNode
  /** Under the figure, "sec". */
  unit?: ReactNode
  /** Spoken politely when it changes. Change it rarely: at 60, 30 and 10 seconds. */
  announcement?: ReactNode
  size?: 'm' | 'l' | undefined
}

/** Time running out. The seconds stand inside as well: the ring is never the only sign. */
export function CountdownRing({ fraction, children, unit, announcement, size = 'l' }: CountdownRingProps) {
  const left = Math.min(1, Math.max(0, fraction))
  return (
    <div className="n-ring" data-tone={ringTone(left)} data-size={size}>
      <svg viewBox="0 0 100 100" aria-hidden>
        <circle className="n-ring-track" cx="50" cy="50" r="45" />
        {left > 0 && <circle className="n-ring-value" cx="50" cy="50" r="45" strokeDasharray={circumference} strokeDashoffset={circumference * (1 - left)} />}
      </svg>
      {children !== undefined && (
        <span className="n-ring-figure">
          {children}
          {unit !== undefined && <span className="n-ring-unit">{unit}</span>}
        </span>
      )}
      {announcement !== undefined && <output className="n-hidden">{announcement}</output>}
    </div>
  )
}
