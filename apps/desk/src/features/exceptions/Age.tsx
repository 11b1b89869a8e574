import { Trans } from '@lingui/react/macro'
import type { ExceptionRow } from '@nikau/contract/desk/exceptions'
import { spanText } from '../../lib/moments.ts'

type Aged = Pick<ExceptionRow, 'openedAt' | 'targetAt' | 'closedAt'>

/** The state of an age at a moment: it changes while the page is open. Due soon from 75 % of its time. */
export function ageAt({ openedAt, targetAt, closedAt }: Aged, now: Date): { state: ExceptionRow['age']; share: number; ms: number } {
  const at = closedAt ?? now
  const ms = at.getTime() - openedAt.getTime()
  const whole = targetAt.getTime() - openedAt.getTime()
  const share = Math.min(1, Math.max(0, ms / whole))
  return { state: at > targetAt ? 'overdue' : share >= 0.75 ? 'due-soon' : 'in-time', share, ms }
}

/** How long it is open, with how much of its time that is. */
export function Age({ row, now }: { row: Aged; now: Date }) {
  const { state, share, ms } = ageAt(row, now)
  return (
    <span className="dk-age" data-state={state}>
      <span className="dk-age-text">{spanText(ms)}</span>
      <span className="dk-age-line">
        <svg className="dk-age-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
          <rect width="100" height="6" />
          <rect width={Math.max(2, Math.round(share * 100))} height="6" />
        </svg>
        {state !== 'in-time' && <span className="dk-age-word">{state === 'overdue' ? <Trans>late</Trans> : <Trans>due soon</Trans>}</span>}
      </span>
    </span>
  )
}
