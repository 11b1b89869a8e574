import { Trans } from '@lingui/react/macro'
import { type Checklist, createTestPayment } from '@nikau/contract/businesses'
import { Button, LinkButton, Notice } from '@nikau/ui'
import { useEffect } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { refreshOpening } from '../../lib/opening.ts'
import { StepPage } from './StepPage.tsx'

/** A dollar of test money, which the owner pays to themselves in another tab. */
export function TestPaymentStep({ checklist }: { checklist: Checklist }) {
  const request = useEndpointMutation(createTestPayment)
  const isDone = checklist.steps.some(({ step, done }) => step === 'test-payment' && done)
  const isWaiting = request.data !== undefined && !isDone
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void refreshOpening(), 3000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <StepPage title={<Trans>First test payment</Trans>} detail={<Trans>See what your customers see</Trans>}>
      <div className="n-portal-card flex flex-col items-start gap-4">
        {isDone && (
          <Notice tone="positive" level={2} live="polite" title={<Trans>Paid</Trans>}>
            <Trans>Your test shop has taken its first payment.</Trans>
          </Notice>
        )}
        <p>
          <Trans>We make a request of $1.00 of test money at your shop. Pay it with your own Nikau, or with a test bank.</Trans>
        </p>
        {request.data ? (
          <LinkButton href={request.data.url} target="_blank" rel="noreferrer">
            <Trans>Pay $1.00</Trans>
          </LinkButton>
        ) : (
          <Button busy={request.isPending} onPress={() => request.mutate({ params: { accountId: checklist.accountId } })}>
            <Trans>Make a test request</Trans>
          </Button>
        )}
        {request.error && !request.isPending && (
          <p className="text-negative" role="alert">
            <Trans>There is no request yet.</Trans> <CallProblem error={request.error} />
          </p>
        )}
      </div>
    </StepPage>
  )
}
