import { useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import { type Asset, listAssets } from '@nikau/contract/assets'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions, topUpTestWallet } from '@nikau/contract/wallets'
import { format } from '@nikau/money'
import { useNavigate } from 'react-router'
import { queryClient, useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { NearLimit } from './NearLimit.tsx'
import { TopupForm } from './TopupForm.tsx'
import { TopupHead } from './TopupHead.tsx'

/** Puts play money into a test wallet, at once. */
export function TestTopup({ asset }: { asset: Asset }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const topUp = useCall(topUpTestWallet)
  const { usageInfo } = displayOf(asset)
  return (
    <TopupForm
      assetId={asset.id}
      act={`topup-${asset.id}`}
      head={
        <TopupHead asset={asset}>
          {usageInfo !== undefined && (
            <>
              <br />
              {usageInfo}
            </>
          )}
        </TopupHead>
      }
      send={
        async (amount, idempotencyKey) =>
          await topUp.mutateAsync({ params: { walletId: asset.id }, body: { amount, assetId: asset.id, idempotencyKey } }).then(
            () => true,
            () => false,
          ) // the modal says so
      }
      sending={topUp.isPending}
      error={topUp.error}
      onDone={(amount) => {
        for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
        const added = format(amount)
        toast({ text: t`${added} is in your wallet` })
        void navigate(paths.home)
      }}
    >
      <NearLimit />
    </TopupForm>
  )
}
