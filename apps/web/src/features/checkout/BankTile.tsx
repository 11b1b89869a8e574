import { useLingui } from '@lingui/react/macro'
import { Avatar } from '@nikau/ui'
import type { banks } from './methods.ts'

/** A bank to pay from. While the bank's page opens, a spinner replaces the logo and the button keeps the focus. */
export function BankTile({ bank, opening, onPress }: { bank: (typeof banks)[number]; opening: boolean; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="n-tile checkout-tile" aria-busy={opening || undefined} onClick={onPress}>
      {opening ? <span className="n-spinner" aria-hidden /> : <Avatar tone="bank">{bank.monogram}</Avatar>}
      {bank.name}
      <span className="n-hidden" aria-live="polite">
        {opening ? t`Opening your bank` : ''}
      </span>
    </button>
  )
}
