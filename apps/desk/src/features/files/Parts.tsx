import { Trans, useLingui } from '@lingui/react/macro'
import type { BankFile } from '@nikau/contract/desk/bank-files'
import { Icon } from '@nikau/ui'
import { outcomeTexts } from './texts.ts'

/** What became of the orders, as a bar and in words. */
export function Parts({ file: { parts, orders, addsUp } }: { file: BankFile }) {
  const { i18n } = useLingui()
  let before = 0
  return (
    <>
      <svg className="dk-parts" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
        {parts.map(({ outcome, orders: count }) => {
          const x = (before / orders) * 100
          before += count
          return <rect key={outcome} data-outcome={outcome} x={x} width={(count / orders) * 100} height="6" />
        })}
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
