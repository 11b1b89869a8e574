import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FingerprintIcon, Notice } from '@nikau/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { confirmWithPasskey } from './step-up-calls.ts'
import { StepUpProblem } from './StepUpProblem.tsx'

/** One press, then the device asks for the fingerprint, face or screen lock. */
export function PasskeyStep({ onConfirmed, onUseCode }: { onConfirmed: () => void; onUseCode: (() => void) | undefined }) {
  const { t } = useLingui()
  const confirm = useMutation({ mutationKey: ['POST', '/step-up/passkey'], mutationFn: confirmWithPasskey, retry: false, onSuccess: onConfirmed })
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => main.current?.focus(), [])
  return (
    <>
      {confirm.isError && (
        <Notice tone="warning" live="assertive" level={3} title={<Trans>That didn’t work</Trans>}>
          {confirm.error instanceof CallError && confirm.error.code !== 'PASSKEY_REFUSED' ? (
            <StepUpProblem error={confirm.error} />
          ) : (
            <Trans>Your passkey wasn’t confirmed. You can try again.</Trans>
          )}
        </Notice>
      )}
      <div className="grid gap-2">
        <Button full ref={main} icon={<FingerprintIcon />} busy={confirm.isPending} busyLabel={t`Waiting for your device`} onPress={() => confirm.mutate()}>
          <Trans>Use your passkey</Trans>
        </Button>
        {onUseCode && (
          <Button full variant="quiet" onPress={onUseCode}>
            <Trans>Use codes instead</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
