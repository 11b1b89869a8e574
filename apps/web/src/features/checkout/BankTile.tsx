import { useLingui } from '@lingui/react/macro'
import { Avatar, Icon, NoSignalContext } from '@nikau/ui'
import { use } from 'react'
import type { banks } from './methods.ts'

/** A bank to pay from. While the bank's page opens, a spinner replaces the logo and the button keeps the focus. */
export function BankTile({ bank, opening, onPress }: { bank: (typeof banks)[number]; opening: boolean; onPress: () => void }) {
  const { t } = useLingui()
  const noSignal = use(NoSignalContext)
  const isDisabled = noSignal !== undefined
  return (
    <button
      type="button"
      className="n-tile checkout-tile"
      aria-busy={opening || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
    >
      {opening ? <span className="n-spinner" aria-hidden /> : <Avatar tone="bank">{isDisabled ? <Icon name="offline" /> : bank.monogram}</Avatar>}
      {bank.name}
      {isDisabled && <span className="n-hidden"> {noSignal}</span>}
      <span className="n-hidden" aria-live="polite">
        {opening ? t`Opening your bank` : ''}
      </span>
    </button>
  )
}
