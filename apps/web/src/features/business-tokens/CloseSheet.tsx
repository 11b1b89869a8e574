import { Trans, useLingui } from '@lingui/react/macro'
import { closeCollection, type Collection } from '@nikau/contract/collections'
import { Button, Notice, Sheet } from '@nikau/ui'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadTokens } from './reload.ts'

/** Closing is for good, so it is asked once. */
export function CloseSheet({ collection: { id, name }, onClose }: { collection: Collection; onClose: () => void }) {
  const { t } = useLingui()
  const close = useEndpointMutation(closeCollection)
  const run = async () => {
    const closed = await close.mutateAsync({ params: { id } }).catch(() => undefined) // shown below
    if (!closed) return
    reloadTokens()
    toast({ text: t`${name} is closed` })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Stop giving out {name}?</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void run()} busy={close.isPending} busyLabel={t`Closing`}>
          <Trans>Stop giving out</Trans>
        </Button>
      }
    >
      <p>
        <Trans>No more are given out from now on, and it can’t be opened again. Customers keep those they have and can use them to their last day.</Trans>
      </p>
      {close.error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>It isn’t closed</Trans>}>
          <CallProblem error={close.error} />
        </Notice>
      )}
    </Sheet>
  )
}
