import { useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { format } from '@nikau/money'
import { useNavigate } from 'react-router'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { LimitNotice } from './LimitNotice.tsx'
import { TopupForm } from './TopupForm.tsx'
import { TopupHeader } from './TopupHeader.tsx'
import { useForPayment } from './useForPayment.ts'

/** Credits a test wallet with test money immediately. */
export function TestTopup({ asset }: { asset: Asset }) {
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
      send={
        async (amount, idempotencyKey) =>
          await topUp.mutateAsync({ params: { walletId: asset.id }, body: { amount, assetId: asset.id, idempotencyKey } }).then(
            () => true,
            () => false,
          ) // shown in the error modal
      }
      sending={topUp.isPending}
      error={topUp.error}
      onDone={(amount) => {
        for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
        const added = format(amount)
        toast({ text: t`${added} is in your wallet` })
        void navigate(payment?.path ?? paths.home, { replace: payment !== undefined })
      }}
    >
      <LimitNotice />
    </TopupForm>
  )
}
