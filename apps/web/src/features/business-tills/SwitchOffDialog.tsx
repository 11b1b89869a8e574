import { Trans, useLingui } from '@lingui/react/macro'
import { switchOffTill, type Till } from '@nikau/contract/tills'
import { Button, Dialog, Notice } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { reloadTills } from '../../lib/useTills.ts'

/** A till is switched off after a question. No step-up: whoever has lost a device is in a hurry, and it can be paired again. */
export function SwitchOffDialog({ till, onClose }: { till: Till; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const switchOff = useEndpointMutation(switchOffTill)
  const { name } = till
  const confirm = async () => {
    const off = await switchOff.mutateAsync({ params: { accountId, tillId: till.id } }).catch(() => undefined) // shown below
    if (!off) return
    void reloadTills()
    toast({ text: t`${name} is off` })
    onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      role="alertdialog"
      title={<Trans>Switch off {name}?</Trans>}
      actions={
        <>
          <Button variant="destructive" full onPress={() => void confirm()} busy={switchOff.isPending} busyLabel={t`Switching off`}>
            <Trans>Switch off</Trans>
          </Button>
          <Button variant="outlined" full onPress={onClose}>
            <Trans>Keep it on</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          It ends at its next call: nobody takes or gives back money with it until it is paired again. A payment that a customer is approving now can still be
          paid.
        </Trans>
      </p>
      {switchOff.error && (
        <Notice tone="negative" live="assertive" level={3} title={<Trans>The till is still on</Trans>}>
          <CallProblem error={switchOff.error} />
        </Notice>
      )}
    </Dialog>
  )
}
