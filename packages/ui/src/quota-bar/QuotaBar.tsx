import { useId, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Fill } from '../progress/Progress.tsx'

export type QuotaTone = 'brand' | 'warning' | 'negative'

/** Amber from 75 % used, red at the limit. */
export function quotaTone(used: number): QuotaTone {
  return used >= 1 ? 'negative' : used >= 0.75 ? 'warning' : 'brand'
}

export interface QuotaBarProps {
  /** Fraction used, 0 to 1. */
  used: number
  /** "November". */
  label: ReactNode
  /** "$764.00 of $1,000.00" */
  text: string
  /** "$236.00 left this month"; with an icon near the limit. */
  message?: ReactNode
}

/** How much of a limit is used. */
export function QuotaBar({ used, label, text, message }: QuotaBarProps) {
  const labelId = useId()
  const tone = quotaTone(used)
  return (
    <div className="n-quota">
      <div className="n-quota-line">
        <span id={labelId}>{label}</span>
        <span className="n-quota-text">{text}</span>
      </div>
      <Meter used={used} labelId={labelId} text={text} />
      {message !== undefined && (
        <p className="n-quota-message" data-tone={tone}>
          {tone !== 'brand' && <Icon name={tone === 'negative' ? 'problem' : 'warning'} size="xs" />}
          <span>{message}</span>
        </p>
      )}
    </div>
  )
}

/** The bar alone; `text` is what a screen reader says of it. */
export function Meter({ used, labelId, text }: { used: number; labelId: string; text: string }) {
  const percent = Math.min(100, Math.max(0, used * 100))
  return (
    <div
      className="n-bar"
      data-tone={quotaTone(used)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <meter> cannot be styled in every browser
      role="meter"
      aria-labelledby={labelId}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <Fill percent={percent} />
    </div>
  )
}
