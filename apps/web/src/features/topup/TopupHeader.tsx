import { Trans } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { format, zero } from '@nikau/money'
import { Title } from '@nikau/ui'
import type { ReactNode } from 'react'

/** The screen's title with the asset and its current balance. */
export function TopupHeader({ asset, title, children }: { asset: Asset; title?: ReactNode; children?: ReactNode }) {
  const { paymentMethodTitle } = displayOf(asset)
  const balance = format(asset.balance ?? zero)
  return (
    <Title
      lede={
        <>
          <Trans>
            {paymentMethodTitle} balance {balance}
          </Trans>
          {children}
        </>
      }
    >
      {title ?? <Trans>Topup</Trans>}
    </Title>
  )
}
