import { Trans, useLingui } from '@lingui/react/macro'
import { abortFundsTransfer, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { format } from '@nikau/money'
import { Button, Dialog, Icon } from '@nikau/ui'
import { useState } from 'react'
import { useCall } from '../../lib/hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { transferChanged } from './useTransfer.ts'

/** A top-up that has not gone to the bank can be taken back. Whether it has gone meanwhile, the server knows. */
export function TakeBack({ transfer, again }: { transfer: FundsTransfer; again: () => Promise<unknown> }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const abort = useCall(abortFundsTransfer)
  const amount = format(transfer.amount)
  const close = () => {
    // What the server refused is shown as it now stands only here, because the button may go with it, and this dialog with the button.
    if (abort.isError) void again()
    abort.reset()
    setAsking(false)
  }
  const submit = async () => {
    const done = await abort.mutateAsync({ params: { id: transfer.id } }).catch(() => undefined) // said in the dialog
    if (!done) return
    transferChanged()
    toast({ text: t`Taken back. Nothing will be debited.` })
    setAsking(false)
    await again()
  }
  return (
    <>
      <Button variant="destructive" full onPress={() => setAsking(true)}>
        <Trans>Cancel this top up</Trans>
      </Button>
      <Dialog
        isOpen={asking}
        onClose={close}
        locked={abort.isPending}
        role="alertdialog"
        tone="warning"
        icon={<Icon name="top-up" />}
        title={<Trans>Cancel this top up?</Trans>}
        actions={
          <>
            <Button variant="destructive" full busy={abort.isPending} busyLabel={t`Cancelling`} onPress={() => void submit()}>
              <Trans>Cancel top up</Trans>
            </Button>
            <Button variant="quiet" full onPress={close} isDisabled={abort.isPending}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        {abort.isError ? (
          <p role="alert">
            {abort.error.code === 'FUNDS_TRANSFER_ALREADY_COMPLETE' ? (
              <Trans>It has gone to your bank and can’t be taken back here any more.</Trans>
            ) : (
              <Trans>It was not cancelled: something went wrong. Please try again.</Trans>
            )}
          </p>
        ) : (
          <Trans>{amount} will not be debited from your bank account.</Trans>
        )}
      </Dialog>
    </>
  )
}
