import { Trans } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { Icon } from '@nikau/ui'

interface SumProps {
  cents: Cents | undefined
  /** A difference or a change keeps its sign. */
  hasSign?: boolean | undefined
  /** Zero is what it should be: it has a tick. */
  hasTick?: boolean | undefined
  isStrong?: boolean | undefined
}

/** An amount in a row. Zero and an absent value are never mixed up. */
export function Sum({ cents, hasSign, hasTick, isStrong }: SumProps) {
  if (cents === undefined)
    return (
      <span className="dk-absent">
        <span aria-hidden>–</span>
        <span className="n-hidden">
          <Trans>no amount</Trans>
        </span>
      </span>
    )
  return (
    <span className="dk-sum" data-strong={isStrong || undefined}>
      {hasTick && cents === 0n && <Icon name="check" size="s" />}
      {format(cents, { plus: hasSign ?? false })}
    </span>
  )
}
