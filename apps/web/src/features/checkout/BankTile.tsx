import { useLingui } from '@lingui/react/macro'
import { Mark } from '@nikau/ui'
import type { banks } from './methods.ts'

/** A bank to pay from. While its page is being fetched the mark gives way to a spinner, and the focus stays. */
export function BankTile({ bank, opening, onPress }: { bank: (typeof banks)[number]; opening: boolean; onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="n-tile checkout-tile" aria-busy={opening || undefined} onClick={onPress}>
      {opening ? <span className="n-spinner" aria-hidden /> : <Mark tone="bank">{bank.mark}</Mark>}
      {bank.name}
      <span className="n-hidden" aria-live="polite">
        {opening ? t`Opening your bank` : ''}
      </span>
    </button>
  )
}
