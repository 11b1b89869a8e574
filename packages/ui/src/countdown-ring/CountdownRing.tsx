import type { ReactNode } from 'react'

const circumference = 283

export type RingTone = 'brand' | 'accent' | 'negative'

/** Accent at 25 % of the time or less, negative at 10 % or less. */
export function ringTone(fraction: number): RingTone {
  return fraction <= 0.1 ? 'negative' : fraction <= 0.25 ? 'accent' : 'brand'
}

export interface CountdownRingProps {
  /** Fraction of the time left, 1 to 0. */
  fraction: number
  /** The number inside, "42". */
  children?: ReactNode
  /** Under the number, "sec". */
  unit?: ReactNode
  /** Announced politely when it changes. Change it at 60, 30 and 10 seconds only. */
  announcement?: ReactNode
  size?: 'm' | 'l' | undefined
}

/** A countdown. The seconds are shown too: the ring is never the only signal. */
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
