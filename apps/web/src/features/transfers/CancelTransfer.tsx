import { Trans, useLingui } from '@lingui/react/macro'
import { abortFundsTransfer, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { invalidateTransfer } from './useTransfer.ts'

/** Cancels a top-up that has not been sent to the bank; the server decides whether it is too late. */
export function CancelTransfer({ transfer, refresh }: { transfer: FundsTransfer; refresh: () => Promise<unknown> }) {
  const { t } = useLingui()
  const [isConfirming, setIsConfirming] = useState(false)
  const abort = useEndpointMutation(abortFundsTransfer)
  const amount = format(transfer.amount)
  const close = () => {
    // Refetch only on close: the new state may remove the button, and this dialog with it.
    if (abort.isError) void refresh()
    abort.reset()
    setIsConfirming(false)
  }
  const submit = async () => {
    const done = await abort.mutateAsync({ params: { id: transfer.id } }).catch(() => undefined) // shown in the dialog
    if (!done) return
    invalidateTransfer()
    toast({ text: t`Cancelled. Nothing will be debited.` })
    setIsConfirming(false)
    await refresh()
  }
  return (
    <>
      <Button variant="destructive" full onPress={() => setIsConfirming(true)}>
        <Trans>Cancel this top-up</Trans>
      </Button>
      <Dialog
        isOpen={isConfirming}
        onClose={close}
        locked={abort.isPending}
        role="alertdialog"
        tone="warning"
        icon={<Icon name="top-up" />}
        title={<Trans>Cancel this top-up?</Trans>}
        actions={
          <>
            {!abort.error?.isRefusal && (
              <Button variant="destructive" full busy={abort.isPending} busyLabel={t`Cancelling`} onPress={() => void submit()}>
                <Trans>Cancel top-up</Trans>
              </Button>
            )}
            <Button variant="quiet" full onPress={close} isDisabled={abort.isPending}>
              {abort.error?.isRefusal ? <Trans>Close</Trans> : <Trans>Keep it</Trans>}
            </Button>
          </>
        }
      >
        {abort.isError ? (
          <p role="alert">
            <CancelProblem error={abort.error} />
          </p>
        ) : (
          <Trans>{amount} won’t be debited from your bank account.</Trans>
        )}
      </Dialog>
    </>
  )
}

/** What is certain about the money, and why it was not cancelled. */
export function CancelProblem({ error }: { error: CallError }) {
  if (error.code === 'FUNDS_TRANSFER_ALREADY_COMPLETE') return <Trans>It has already been sent to your bank, so it can’t be cancelled.</Trans>
  if (error.code === 'ABORT_WITHDRAWAL_NOT_SUPPORTED') return <Trans>A withdrawal can’t be cancelled. Your money is on its way to your bank.</Trans>
  if (error.code === 'FORBIDDEN') return <Trans>It belongs to another account, so it wasn’t cancelled.</Trans>
  return (
    <>
      <Trans>It wasn’t cancelled. Your money is safe.</Trans> <CallProblem error={error} />
    </>
  )
}
