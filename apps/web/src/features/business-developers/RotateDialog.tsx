import { Trans, useLingui } from '@lingui/react/macro'
import type { rotateWebhook } from '@nikau/contract/webhooks'
import { Button, Dialog } from '@nikau/ui'
import type { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadWebhooks } from './reload.ts'

interface RotateDialogProps {
  rotate: ReturnType<typeof useEndpointMutation<typeof rotateWebhook>>
  params: { accountId: string; webhookId: string }
  onClose: () => void
}

/** Asks once: receivers that keep keys by hand stop verifying. */
export function RotateDialog({ rotate, params, onClose }: RotateDialogProps) {
  const { t } = useLingui()
  const run = async () => {
    onClose()
    const done = await rotate.mutateAsync({ params }).catch(() => undefined) // shown on the card
    if (!done) return
    reloadWebhooks()
    toast({ text: t`Events are signed with a new key` })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={<Trans>Make a new signing key?</Trans>}
      actions={
        <>
          <Button full onPress={() => void run()}>
            <Trans>Make a new key</Trans>
          </Button>
          <Button variant="outlined" full onPress={onClose}>
            <Trans>Keep this one</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Events are signed with the new key from now on. The old one stays published for a day. Servers that read our published keys notice nothing.
        </Trans>
      </p>
    </Dialog>
  )
}
