import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { shortDate } from '@nikau/nz/nz-time'
import type { PaymentMethod, PaymentSuggestion } from './suggestion.ts'
import { type Cents, format, subtract, zero } from '@nikau/money'
import { Amount, Button, PaymentTile } from '@nikau/ui'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { AssetImage } from '../../lib/AssetImage.tsx'

export interface MethodTileProps {
  suggestion: PaymentSuggestion
  assets: readonly Asset[]
  remaining: Cents
  onChange: () => void
}

/** The suggested payment: the amount from each asset, and what remains. */
export function MethodTile({ suggestion, assets, remaining, onChange }: MethodTileProps) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const assetOf = (method: PaymentMethod) => assets.find(({ id }) => id === method.assetId)
  return (
    <PaymentTile
      kind={suggestion.partial ? 'partial' : 'full'}
      title={suggestion.partial ? <Trans>Partial Payment</Trans> : <Trans>Full Payment</Trans>}
      change={
        <span className="-me-4">
          <Button variant="quiet" size="s" onPress={onChange}>
            <Trans>Change</Trans>
          </Button>
        </span>
      }
      legs={suggestion.paymentMethods.map((method) => {
        const out = subtract(zero, method.payableAmount)
        return {
          key: method.assetId,
          media: <AssetImage type={method.assetType} asset={assetOf(method)} />,
          name: familyOf(method.assetType) === 'nikau.nzd' ? t`Wallet` : method.description,
          detail: <Detail method={method} asset={assetOf(method)} />,
          amount: <Amount text={format(out)} spoken={spoken(out)} />,
        }
      })}
      rest={suggestion.partial ? { label: <Trans>Still to pay</Trans>, amount: <Amount text={format(remaining)} spoken={spoken(remaining)} /> } : undefined}
    />
  )
}

/** For a token: the item that it covers and its expiry. For money: the balance after the payment. */
function Detail({ method, asset }: { method: PaymentMethod; asset: Asset | undefined }) {
  if (asset?.category === 'token') {
    const covered = method.lineItem?.name
    const expires = asset.expiresAt && shortDate(asset.expiresAt)
    if (covered !== undefined && expires !== undefined)
      return (
        <Trans>
          {covered} · Expires {expires}
        </Trans>
      )
    return covered ?? (expires !== undefined && <Trans>Expires {expires}</Trans>)
  }
  const balance = asset?.availableBalance ?? asset?.balance
  if (balance === undefined) return undefined
  const left = format(subtract(balance, method.payableAmount))
  return <Trans>{left} left after this</Trans>
}
