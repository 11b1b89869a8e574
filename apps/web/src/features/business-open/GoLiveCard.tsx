import { Trans } from '@lingui/react/macro'
import { type Checklist, goLive, type MissingPart } from '@nikau/contract/businesses'
import { Button, Notice, PortalCard } from '@nikau/ui'
import type { ReactNode } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { refreshOpening, useLimitsText } from '../../lib/opening.ts'

/** The last step: to the operators, who verify the business, and then live. */
export function GoLiveCard({ checklist }: { checklist: Checklist }) {
  const live = useEndpointMutation(goLive)
  const { missing } = checklist.steps.find(({ step }) => step === 'go-live')!
  const press = async () => {
    await live.mutateAsync({ params: { accountId: checklist.accountId } }).catch(() => undefined) // shown below
    await refreshOpening()
  }
  return (
    <PortalCard title={<Trans>Go live</Trans>}>
      <div className="flex flex-col items-start gap-4" role="status">
        <State checklist={checklist} />
        {live.error && !live.isPending && (
          <p className="text-negative">
            {live.error.code === 'NOT_READY' ? (
              <Trans>Something is still missing. The checklist says what.</Trans>
            ) : (
              <>
                <Trans>That didn’t work.</Trans> <CallProblem error={live.error} />
              </>
            )}
          </p>
        )}
        {missing === 'submission' && (
          <p className="text-ink-2">
            <Trans>By sending it you accept the fees on this page. We keep a record of them, and tell you at least 30 days before they change.</Trans>
          </p>
        )}
        {(missing === 'submission' || missing === 'going-live') && (
          <Button busy={live.isPending} onPress={() => void press()}>
            {missing === 'submission' ? <Trans>Send to be checked</Trans> : <Trans>Go live</Trans>}
          </Button>
        )}
      </div>
    </PortalCard>
  )
}

function State({ checklist }: { checklist: Checklist }) {
  const { missing } = checklist.steps.find(({ step }) => step === 'go-live')!
  if (missing === undefined) return <LiveState limits={checklist.limits} />
  if (missing === 'submission' && checklist.status === 'refused')
    return (
      <Notice tone="negative" level={3} title={<Trans>We couldn’t verify your business</Trans>}>
        <Trans>Check the details and send it again, or contact us.</Trans>
      </Notice>
    )
  const texts: Partial<Record<MissingPart, ReactNode>> = {
    submission: <Trans>We look at every new business before it takes real money. Usually the same business day.</Trans>,
    verification: <Trans>We’re checking your business. Usually the same business day. Come back to go live.</Trans>,
    'going-live': <Trans>Your business is verified. We open your live shop with the same name, address and methods as the test shop.</Trans>,
    suspended: <Trans>Your business is suspended. Contact us.</Trans>,
  }
  const steps = <Trans>Do the steps above first. You can link your payout account now and enter its code later.</Trans>
  return <p className="text-ink-2">{texts[missing] ?? steps}</p>
}

function LiveState({ limits }: Pick<Checklist, 'limits'>) {
  const limitsText = useLimitsText()
  return (
    <Notice tone="positive" level={3} title={<Trans>You’re live</Trans>}>
      {limits && limitsText(limits)}
    </Notice>
  )
}
