import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Notice, Sheet, Skeleton, useSkeleton } from '@nikau/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { endStepUp } from '../../lib/step-up.ts'
import { CodeStep } from './CodeStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { stepUpMethodsQuery, type StepUpMethods } from './step-up-calls.ts'

/** Asks the person to confirm who they are, over the screen whose call waits for it. */
export function StepUpSheet() {
  const { t } = useLingui()
  const { key } = useLocation()
  const [openedAt] = useState(key)
  const cancel = () => endStepUp(false)
  // The screen that asked is gone.
  useEffect(() => {
    if (key !== openedAt) endStepUp(false)
  }, [key, openedAt])
  return (
    <Sheet isOpen onClose={cancel} title={<Trans>Confirm it’s you</Trans>} closeLabel={t`Cancel`}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          <Trans>We check before money leaves or your security settings change. Nothing has been done yet.</Trans>
        </p>
        <Methods>{(methods) => <Steps methods={methods} onConfirmed={() => endStepUp(true)} />}</Methods>
      </div>
    </Sheet>
  )
}

function Methods({ children }: { children: (methods: StepUpMethods) => ReactNode }) {
  const methods = useQuery(stepUpMethodsQuery)
  const skeleton = useSkeleton(methods.isPending)
  if (methods.data) return children(methods.data)
  if (methods.isPending)
    return (
      <div aria-busy="true" className="min-h-32">
        {skeleton && <Skeleton shape="figure" />}
      </div>
    )
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>We couldn’t reach the check</Trans>}>
      <Trans>Check your connection. What you entered is still here.</Trans>
      <div className="pt-3">
        <Button variant="outlined" size="s" busy={methods.isFetching} onPress={() => void methods.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </Notice>
  )
}

function Steps({ methods, onConfirmed }: { methods: StepUpMethods; onConfirmed: () => void }) {
  const hasPasskey = methods.methods.includes('passkey')
  const codes = methods.methods.find((method) => method !== 'passkey')
  const [withCode, setWithCode] = useState(codes !== undefined && (!hasPasskey || !('PublicKeyCredential' in window)))
  if (withCode) return <CodeStep methods={methods} twoCodes={codes === 'two-codes'} onConfirmed={onConfirmed} />
  return <PasskeyStep onConfirmed={onConfirmed} onUseCode={codes && (() => setWithCode(true))} />
}
