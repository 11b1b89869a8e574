import { Trans } from '@lingui/react/macro'

/** How many wait, beside a place of the navigation. */
export function Badge({ count, tone }: { count: number; tone?: 'lilac' | 'warning' | undefined }) {
  if (count === 0) return null
  return (
    <span className="dk-badge" data-tone={tone}>
      {count}
      <span className="n-hidden">
        {' '}
        <Trans>waiting</Trans>
      </span>
    </span>
  )
}
