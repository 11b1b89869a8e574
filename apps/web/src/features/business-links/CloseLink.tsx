import { Trans, useLingui } from '@lingui/react/macro'
import { archivePaymentLink, type PaymentLink } from '@nikau/contract/payment-links'
import { Button, Dialog, Notice } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadLinks } from './useLinks.ts'

/** Closes a link for good, after a question. */
export function CloseLink({ link: { id, name } }: { link: PaymentLink }) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const archive = useEndpointMutation(archivePaymentLink)
  const close = async () => {
    const closed = await archive.mutateAsync({ params: { id } }).catch(() => undefined) // shown below
    if (!closed) return
    setAsking(false)
    await reloadLinks()
    toast({ text: t`Link closed` })
  }
  return (
    <>
      <Button variant="quiet" size="s" onPress={() => setAsking(true)}>
        <Trans>Close this link</Trans>
      </Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={<Trans>Close “{name}”?</Trans>}
        actions={
          <>
            <Button full variant="destructive" onPress={() => void close()} busy={archive.isPending} busyLabel={t`Closing`}>
              <Trans>Close it</Trans>
            </Button>
            <Button full variant="outlined" onPress={() => setAsking(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>Nobody can pay by it any more, and stickers and posters with its code say that they’re no longer used. This can’t be undone.</Trans>
        {archive.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>The link is still open</Trans>}>
            <CallProblem error={archive.error} />
          </Notice>
        )}
      </Dialog>
    </>
  )
}
