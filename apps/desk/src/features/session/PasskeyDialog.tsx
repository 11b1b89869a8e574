import { Trans } from '@lingui/react/macro'
import { Button, Dialog } from '@nikau/ui'
import { useEffect, useRef } from 'react'
import { useDesk } from '../../lib/desk-context.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { PasskeyProblem } from './PasskeyProblem.tsx'
import { useCeremony } from './useCeremony.ts'

/** A call waits for the passkey. It is asked for at once; this stays for the operator who closed the browser's dialog. */
export function PasskeyDialog() {
  const desk = useDesk()
  const { start, isBusy, problem } = useCeremony()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    start()
  }, [start])
  return (
    <Dialog
      isOpen
      onClose={desk.cancelPasskey}
      role="alertdialog"
      icon={<DeskIcon name="passkey" />}
      tone={problem ? 'negative' : 'neutral'}
      title={<Trans>Use your passkey to go on</Trans>}
      actions={
        <>
          <Button full busy={isBusy} needsSignal={false} onPress={start}>
            <Trans>Use passkey</Trans>
          </Button>
          <Button full variant="outlined" onPress={desk.cancelPasskey}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        {problem ? (
          <>
            <PasskeyProblem problem={problem} /> <Trans>Nothing was done.</Trans>
          </>
        ) : (
          <Trans>It confirms that this is you. What you pressed goes on by itself.</Trans>
        )}
      </p>
    </Dialog>
  )
}
