import { Trans } from '@lingui/react/macro'
import { Button, Icon, Notice } from '@nikau/ui'
import { useEffect, useRef } from 'react'
import { useDesk, useDeskState, useSession } from '../../lib/desk-context.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { PasskeyProblem } from './PasskeyProblem.tsx'
import { useCeremony } from './useCeremony.ts'

/**
 * Lies over the whole page until a passkey was used. A modal `<dialog>`: the browser itself keeps everything else, also what is open
 * over the page, from the focus and from screen readers, and its backdrop hides it from sight.
 */
export function LockedScreen() {
  const desk = useDesk()
  const { isLockedByHand } = useDeskState()
  const { operator } = useSession()
  const element = useRef<HTMLDialogElement>(null)
  const ceremony = useCeremony()
  useEffect(() => {
    const before = document.activeElement
    const dialog = element.current!
    if (!dialog.open) dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  const firstName = operator.name.split(' ')[0]!
  return (
    // It is above every other layer, and Escape does not close it.
    <dialog
      ref={element}
      className="dk-locked"
      aria-labelledby="locked"
      data-react-aria-top-layer="true"
      onCancel={(event) => event.preventDefault()}
      onClose={() => element.current?.isConnected && element.current.showModal()}
    >
      <div className="dk-locked-card">
        <span className="dk-locked-icon">
          <Icon name="lock" />
        </span>
        <h1 id="locked">{isLockedByHand ? <Trans>Locked</Trans> : <Trans>Locked after 15 minutes</Trans>}</h1>
        <p>
          <Trans>What you were typing is kept on this page. Nobody can see it until you are back.</Trans>
        </p>
        {ceremony.problem && (
          <Notice tone="negative" live="assertive" title={<Trans>Still locked</Trans>}>
            <PasskeyProblem problem={ceremony.problem} />
          </Notice>
        )}
        <Button full icon={<DeskIcon name="passkey" />} busy={ceremony.isBusy} needsSignal={false} onPress={ceremony.start}>
          <Trans>{firstName}, use your passkey</Trans>
        </Button>
        <button type="button" className="dk-text-button" onClick={() => void desk.signOut().catch(() => {})}>
          <Trans>Someone else</Trans>
        </button>
      </div>
    </dialog>
  )
}
