import { Trans } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { format, parseDollars, zero } from '@nikau/money'
import { Figure, Money } from '@nikau/ui'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { useDraft } from './draft.ts'
import { recipientName } from './RecipientParty.tsx'

/** What goes to whom, at the top of the questions. */
export function SendSummary({ asset, alias }: { asset: Asset; alias: string }) {
  const { draft } = useDraft()
  const spoken = useSpokenAmount()
  const amount = parseDollars(draft.amountText) ?? zero
  const [name, number] = [recipientName(draft), formatAlias(alias)]
  return (
    <div className="min-w-0">
      {asset.category === 'money' ? <Money text={format(amount)} spoken={spoken(amount)} /> : <Figure>{displayOf(asset).paymentMethodTitle}</Figure>}
      <p className="pt-2 text-label text-ink-2">
        {name === undefined ? (
          <Trans>to {number}</Trans>
        ) : (
          <Trans>
            to {name}, {number}
          </Trans>
        )}
      </p>
    </div>
  )
}
