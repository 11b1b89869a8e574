import { Trans, useLingui } from '@lingui/react/macro'
import { familyOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { shortDate } from '@nikau/contract/nz-time'
import type { PaymentMethod, PaymentSuggestion } from '@nikau/contract/suggestion'
import { type Cents, format, subtract, zero } from '@nikau/money'
import { Amount, Button, PaymentTile } from '@nikau/ui'
import { useSpoken } from '../../lib/amount-words.ts'
import { AssetPicture } from './AssetPicture.tsx'

export interface MethodTileProps {
  suggestion: PaymentSuggestion
  assets: readonly Asset[]
  remaining: Cents
  onChange: () => void
}

/** How the request would be paid: what is taken from where, and whether that is all of it. */
export function MethodTile({ suggestion, assets, remaining, onChange }: MethodTileProps) {
  const { t } = useLingui()
  const spoken = useSpoken()
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
          media: <AssetPicture type={method.assetType} asset={assetOf(method)} />,
          name: familyOf(method.assetType) === 'nikau.nzd' ? t`Wallet` : method.description,
          detail: <Detail method={method} asset={assetOf(method)} />,
          amount: <Amount text={format(out)} spoken={spoken(out)} />,
        }
      })}
      rest={suggestion.partial ? { label: <Trans>Still to pay</Trans>, amount: <Amount text={format(remaining)} spoken={spoken(remaining)} /> } : undefined}
    />
  )
}

/** Of a token, what it covers and until when it could be kept; of money, what stays. */
function Detail({ method, asset }: { method: PaymentMethod; asset: Asset | undefined }) {
  if (asset?.category === 'token') {
    const covered = method.lineItem?.name
    const ends = asset.expiresAt && shortDate(asset.expiresAt)
    if (covered !== undefined && ends !== undefined)
      return (
        <Trans>
          {covered} · Ends {ends}
        </Trans>
      )
    return covered ?? (ends !== undefined && <Trans>Ends {ends}</Trans>)
  }
  const balance = asset?.availableBalance ?? asset?.balance
  if (balance === undefined) return undefined
  const left = format(subtract(balance, method.payableAmount))
  return <Trans>{left} left after this</Trans>
}
