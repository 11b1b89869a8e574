import { useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { format } from '@nikau/money'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { refusalOf } from './refusal-of.ts'
import { TopupForm } from './TopupForm.tsx'
import { TopupHeader } from './TopupHeader.tsx'
import { useForPayment } from './useForPayment.ts'

/** Credits a test wallet with test money immediately. */
export function TestTopup({ asset, choice }: { asset: Asset; choice?: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const payment = useForPayment()
  const topUp = useEndpointMutation(topUpTestWallet)
  const { usageInfo } = displayOf(asset)
  return (
    <TopupForm
      assetId={asset.id}
      operation={`topup-${asset.id}`}
      head={
        <TopupHeader asset={asset}>
          {usageInfo !== undefined && (
            <>
              <br />
              {usageInfo}
            </>
          )}
        </TopupHeader>
      }
      send={(amount, idempotencyKey) => refusalOf(topUp.mutateAsync({ params: { walletId: asset.id }, body: { amount, assetId: asset.id, idempotencyKey } }))}
      sending={topUp.isPending}
      error={topUp.error}
      onEdit={topUp.reset}
      onDone={(amount) => {
        for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
        const added = format(amount)
        toast({ text: t`${added} is in your wallet` })
        void navigate(payment?.path ?? paths.home, { replace: payment !== undefined })
      }}
    >
      {choice}
    </TopupForm>
  )
}
