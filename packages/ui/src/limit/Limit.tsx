import { useId, type ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { Meter, quotaTone } from '../quota-bar/QuotaBar.tsx'
import { Skeleton } from '../skeleton/Skeleton.tsx'

export interface LimitUse {
  /** Fraction used, 0 to 1. */
  used: number
  /** "$85.00 today". */
  usedText: string
  /** "$415.00 left". */
  leftText: string
}

export interface LimitProps {
  name: ReactNode
  /** One line under the name. */
  detail?: ReactNode
  /** "$500.00". */
  text: string
  /** Opens the editor; the label names limit and amount. Without it the amount is text. */
  edit?: { label: string; onPress: () => void } | undefined
  use?: LimitUse | undefined
}

/** Limits below each other, inside a Card with `flush`. */
export function Limits({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="n-limits" aria-label={label}>
      {children}
    </ul>
  )
}

/** A limit with its amount and how much of it is used. */
export function Limit({ name, detail, text, edit, use }: LimitProps) {
  const nameId = useId()
  return (
    <li className="n-limit">
      <div className="n-limit-line">
        <span>
          <span className="n-limit-name" id={nameId}>
            {name}
          </span>
          {detail !== undefined && <span className="n-limit-detail">{detail}</span>}
        </span>
        {edit ? (
          <button type="button" className="n-limit-pill" aria-label={edit.label} onClick={edit.onPress}>
            {text}
          </button>
        ) : (
          <span className="n-limit-amount">{text}</span>
        )}
      </div>
      {use && <Use {...use} nameId={nameId} />}
    </li>
  )
}

function Use({ used, usedText, leftText, nameId }: LimitUse & { nameId: string }) {
  const tone = quotaTone(used)
  return (
    <>
      <Meter used={used} labelId={nameId} text={usedText} />
      <p className="n-limit-legend" data-tone={tone}>
        <span>
          {tone !== 'brand' && <Icon name={tone === 'negative' ? 'problem' : 'warning'} size="xs" />}
          {usedText}
        </span>
        <span>{leftText}</span>
      </p>
    </>
  )
}

/** Placeholder rows in the places of the limits. */
export function LimitsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="n-limits" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div className="n-limit" key={row}>
          <div className="n-limit-line">
            <Skeleton width={row % 2 ? 's' : 'm'} />
            <span className="n-limit-pill" data-empty>
              <Skeleton width="xs" />
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}
