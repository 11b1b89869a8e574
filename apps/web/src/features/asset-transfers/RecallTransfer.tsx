import { Trans, useLingui } from '@lingui/react/macro'
import { type AssetTransfer, cancelAssetTransfer, getAssetTransfer } from '@nikau/contract/asset-transfers'
import { add, format } from '@nikau/money'
import { Button, Dialog, UndoIcon } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useAllAssets } from '../../lib/account-assets.ts'
import { queryClient, useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { invalidateAssets } from './invalidate-assets.ts'
import { useAssetText } from './useAssetText.ts'

/** Takes a transfer back that nobody has claimed. Of a recall and a claim at the same moment, the server lets one through. */
export function RecallTransfer({ transfer }: { transfer: AssetTransfer }) {
  const { t } = useLingui()
  const [isConfirming, setIsConfirming] = useState(false)
  const recall = useEndpointMutation(cancelAssetTransfer)
  const assetText = useAssetText(transfer)
  const balance = useBalanceAfter(transfer)
  const input = { params: { id: transfer.id } }
  const queryKey = [getAssetTransfer.method, getAssetTransfer.path, input]
  const close = () => {
    // Refetch only on close: the new state removes the button, and this dialog with it.
    if (recall.isError) void queryClient.invalidateQueries({ queryKey })
    recall.reset()
    setIsConfirming(false)
  }
  const submit = async () => {
    const done = await recall.mutateAsync(input).catch(() => undefined) // shown in the dialog
    if (!done) return
    setIsConfirming(false)
    queryClient.setQueryData(queryKey, done)
    invalidateAssets()
  }
  return (
    <>
      <Button variant="destructive" size="s" full onPress={() => setIsConfirming(true)}>
        <Trans>Recall {assetText}</Trans>
      </Button>
      <Dialog
        isOpen={isConfirming}
        onClose={close}
        locked={recall.isPending}
        role="alertdialog"
        icon={<UndoIcon />}
        title={<Trans>Recall {assetText}?</Trans>}
        assurance={balance === undefined || recall.isError ? undefined : <Trans>Your wallet would be {balance}</Trans>}
        actions={
          <>
            {!recall.error?.isRefusal && (
              <Button variant="destructive" full busy={recall.isPending} busyLabel={t`Recalling`} onPress={() => void submit()}>
                <Trans>Recall {assetText}</Trans>
              </Button>
            )}
            <Button variant="outlined" full onPress={close} isDisabled={recall.isPending}>
              {recall.error?.isRefusal ? <Trans>Close</Trans> : <Trans>Leave it</Trans>}
            </Button>
          </>
        }
      >
        {recall.isError ? (
          <p role="alert">
            <RecallProblem error={recall.error} />
          </p>
        ) : transfer.value === undefined ? (
          <Trans>The link stops working and the token is yours again at once. If it’s claimed first, it stays with the recipient.</Trans>
        ) : (
          <Trans>The link stops working and the money goes back to your wallet at once. If it’s claimed first, it stays with the recipient.</Trans>
        )}
      </Dialog>
    </>
  )
}

export function RecallProblem({ error }: { error: CallError }) {
  if (error.code === 'FORBIDDEN') return <Trans>It belongs to another account, so it can’t be recalled here.</Trans>
  if (error.isRefusal) return <Trans>It no longer waits, so it can’t be recalled.</Trans>
  return (
    <>
      <Trans>We don’t know yet whether it was recalled. It’s safe: the recipient has it, or you do.</Trans> <CallProblem error={error} />
    </>
  )
}

/** The wallet's balance with the amount back in it. */
function useBalanceAfter({ assetId, value }: AssetTransfer): string | undefined {
  const wallet = useAllAssets().data?.find(({ id }) => id === assetId)
  const balance = wallet?.availableBalance ?? wallet?.balance
  return value === undefined || balance === undefined ? undefined : format(add(balance, value))
}
