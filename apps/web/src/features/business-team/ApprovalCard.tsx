import { Trans, useLingui } from '@lingui/react/macro'
import { createRefundApproval } from '@nikau/contract/members'
import { timeOfDay } from '@nikau/nz/nz-time'
import { Button, Notice, PortalCard } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'

/** Makes the code that lets somebody else refund above their limit, once. */
export function ApprovalCard() {
  const { t } = useLingui()
  const { accountId, may } = useBusiness()
  const approve = useEndpointMutation(createRefundApproval)
  if (!may('refunds:approve')) return undefined
  const { data } = approve
  const until = data && timeOfDay(data.expiresAt)
  return (
    <PortalCard title={<Trans>Approve a refund</Trans>}>
      <div className="grid gap-3" aria-live="polite">
        <p className="text-ink-2">
          <Trans>Somebody wants to refund more than they may? Make a code and tell them. It approves one refund, up to your own limit.</Trans>
        </p>
        {data && (
          <>
            <output className="text-title tabular-nums tracking-widest">{data.code}</output>
            <p>
              <Trans>Good until {until}, once.</Trans>
            </p>
          </>
        )}
        {approve.error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>No code was made</Trans>}>
            <CallProblem error={approve.error} />
          </Notice>
        )}
        <div>
          <Button variant="outlined" size="s" onPress={() => approve.mutate({ params: { accountId } })} busy={approve.isPending} busyLabel={t`Making a code`}>
            {data ? <Trans>Make another code</Trans> : <Trans>Make a code</Trans>}
          </Button>
        </div>
      </div>
    </PortalCard>
  )
}
