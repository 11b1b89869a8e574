import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'

/** Indeterminate progress with a text ("Checking with BNZ…"). */
export function Spinner({ children }: { children: ReactNode }) {
  return (
    <output className="n-working">
      <span className="n-spinner" aria-hidden />
      <span>{children}</span>
    </output>
  )
}

/** The same inside a heading or a status, which announce it themselves. */
export function SpinnerText({ children }: { children: ReactNode }) {
  return (
    <span className="n-working">
      <span className="n-spinner" aria-hidden />
      <span>{children}</span>
    </span>
  )
}

/** Determinate progress: 1 of 3 steps. */
export function ProgressBar({ fraction, label, valueText }: { fraction: number; label: string; valueText?: string | undefined }) {
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> cannot be styled in every browser
    <div className="n-bar" role="progressbar" aria-label={label} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-valuetext={valueText}>
      <Fill percent={percent} />
    </div>
  )
}

/** An SVG, so that its length is an attribute: the content security policy forbids inline styles. */
export function Fill({ percent }: { percent: number }) {
  return (
    <svg className="n-bar-fill" aria-hidden>
      <rect width={`${percent}%`} height="100%" />
    </svg>
  )
}

export interface Step {
  label: ReactNode
  state: 'done' | 'now' | 'later'
}

/** The steps of a short flow. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol className="n-steps" aria-label={label}>
      {steps.map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps never reorder
        <li className="n-step" data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined} key={index}>
          {step.state === 'done' ? <Icon name="check" size="xs" /> : <span>{index + 1}</span>}
          {step.label}
        </li>
      ))}
    </ol>
  )
}

/** A pulsing dot before a live status. */
export function Live({ children }: { children: ReactNode }) {
  return <span className="n-live">{children}</span>
}
