import type { ReactNode } from 'react'

/** The result of a payment, centred on the page. */
export function Outcome({ icon, tone, children }: { icon: ReactNode; tone: 'positive' | 'warning' | 'negative' | 'neutral'; children: ReactNode }) {
  return (
    <div className="n-outcome">
      <span className="n-outcome-icon" data-tone={tone} aria-hidden>
        {icon}
      </span>
      {children}
    </div>
  )
}

/** The tick of the success screen, which draws itself unless it is `still`. */
export function SuccessLeaf({ still }: { still?: boolean }) {
  return (
    <span className="n-success" data-still={still || undefined} aria-hidden>
      <svg viewBox="0 0 48 48">
        <path d="m10 25 10 10 19-22" />
      </svg>
    </span>
  )
}
