import { Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionTotals } from '@nikau/contract/desk/exceptions'
import { format } from '@nikau/money'
import { spanText } from '../../lib/moments.ts'

/** The queue in five figures, of all that is open whatever the filter. */
export function Figures({ totals }: { totals: ExceptionTotals }) {
  const { t } = useLingui()
  const { open, withoutOwner, mine, overdue, secondPerson, closedToday } = totals
  const waiting = format(secondPerson.sum)
  const median = closedToday.medianSeconds === undefined ? undefined : spanText(closedToday.medianSeconds * 1000)
  return (
    <section className="dk-panel dk-strip" aria-label={t`In short`}>
      <dl>
        <div>
          <dt>
            <Trans>Open</Trans>
          </dt>
          <dd>{open.count}</dd>
          <dd className="dk-sub">
            <Trans>{withoutOwner} without an owner</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Money at stake</Trans>
          </dt>
          <dd>{format(open.sum)}</dd>
          <dd className="dk-sub">
            <Trans>sum of what is open</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Past their time</Trans>
          </dt>
          <dd data-tone={overdue > 0 ? 'negative' : undefined}>{overdue}</dd>
          <dd className="dk-sub">
            <Trans>target: 2 days for money that goes back</Trans>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Wait for a second person</Trans>
          </dt>
          <dd>{secondPerson.count}</dd>
          <dd className="dk-sub">{waiting}</dd>
        </div>
        <div>
          <dt>
            <Trans>Closed today</Trans>
          </dt>
          <dd>{closedToday.count}</dd>
          <dd className="dk-sub">{median === undefined ? <Trans>{mine} are yours</Trans> : <Trans>median {median}</Trans>}</dd>
        </div>
      </dl>
    </section>
  )
}
