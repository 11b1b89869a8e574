import { Trans, useLingui } from '@lingui/react/macro'
import type { BankFile } from '@nikau/contract/desk/bank-files'
import { Icon } from '@nikau/ui'
import { outcomeTexts } from './texts.ts'

/** What became of the orders, as a bar and in words. */
export function Parts({ file: { parts, orders, addsUp } }: { file: BankFile }) {
  const { i18n } = useLingui()
  const countBefore = (place: number) => parts.slice(0, place).reduce((count, part) => count + part.orders, 0)
  return (
    <>
      <svg className="dk-parts" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        {parts.map(({ outcome, orders: count }, place) => (
          <rect key={outcome} data-outcome={outcome} x={(countBefore(place) / orders) * 100} width={(count / orders) * 100} height="6" />
        ))}
      </svg>
      <span className="dk-sub">{parts.map(({ outcome, orders: count }) => `${count} ${i18n._(outcomeTexts[outcome])}`).join(', ')}</span>
      {!addsUp && (
        <span className="dk-with-icon" data-tone="negative">
          <Icon name="problem" size="xs" />
          <Trans>does not add up</Trans>
        </span>
      )}
    </>
  )
}
