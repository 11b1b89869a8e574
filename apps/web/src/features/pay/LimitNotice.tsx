import { Trans } from '@lingui/react/macro'
import { defaultWalletType } from '@nikau/contract/asset-display'
import { add } from '@nikau/money'
import { Notice, TextLink } from '@nikau/ui'
import { useMode } from '../../lib/mode.ts'
import { useNearLimit, useSpendingLimit } from '../quotas/index.ts'
import type { PaymentMethod } from './suggestion.ts'

/** The limit that this payment from the wallet would exceed or come near to, before Pay is pressed. */
export function LimitNotice({ methods, id }: { methods: readonly PaymentMethod[]; id: string }) {
  const walletType = defaultWalletType(useMode())
  const limit = useSpendingLimit()
  const near = useNearLimit('spend')
  const fromWallet = add(...methods.filter(({ assetType }) => assetType === walletType).map(({ payableAmount }) => payableAmount))
  if (fromWallet <= 0n) return undefined
  if (limit !== undefined && fromWallet > limit.most)
    return (
      <div className="pt-4" id={id}>
        <Notice tone="warning" live="polite" title={<Trans>Over your limit</Trans>}>
          {limit.text}{' '}
          <TextLink href={limit.href}>
            <Trans>See your limits</Trans>
          </TextLink>
        </Notice>
      </div>
    )
  if (near === undefined) return undefined
  return (
    <p className="pt-3 text-label font-normal text-ink-2" id={id}>
      {near}
    </p>
  )
}
