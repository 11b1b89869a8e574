import { Trans, useLingui } from '@lingui/react/macro'
import { type Freeze, operatorFreezeRefusal, unfreezeAccount } from '@nikau/contract/safety'
import { Button, Card, LinkButton, TextLink } from '@nikau/ui'
import * as z from 'zod/mini'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useAccountId } from '../../lib/account.ts'
import { deployed } from '../../lib/config.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { invalidateSafety, updateSafetyCache } from '../../lib/safety.ts'
import { toast } from '../../lib/toasts.ts'

/** What a freeze means, and how it ends: by the person after a check, or by the operator. */
export function FrozenCard({ freeze }: { freeze: Freeze }) {
  return <Card>{freeze.by === 'operator' ? <FrozenByOperator freeze={freeze} /> : <FrozenByPerson />}</Card>
}

function FrozenByPerson() {
  const { t } = useLingui()
  const account = useAccountId()
  const unfreeze = useEndpointMutation(unfreezeAccount)
  const submit = async () => {
    const done = await unfreeze.mutateAsync({ params: { accountId: account.data! } }).catch(() => undefined) // shown below the buttons
    if (!done) return invalidateSafety() // the operator may have frozen it as well
    updateSafetyCache(done)
    return toast({ text: t`Your wallet is no longer frozen` })
  }
  return (
    <>
      <h2 className="n-heading">
        <Trans>Nothing can leave</Trans>
      </h2>
      <p className="pt-1 text-label font-normal text-ink-2">
        <Trans>Money still comes in. Payments, sends and withdrawals are stopped.</Trans>
      </p>
      <div className="grid gap-2 pt-4">
        <Button full busy={unfreeze.isPending} busyLabel={t`Unfreezing`} isDisabled={account.data === undefined} onPress={() => void submit()}>
          <Trans>Unfreeze</Trans>
        </Button>
        <LinkButton full variant="tonal" href={paths.devices}>
          <Trans>Someone else was here</Trans>
        </LinkButton>
      </div>
      {unfreeze.isError && (
        <p className="pt-3 text-label font-semibold text-negative" role="alert">
          <UnfreezeProblem error={unfreeze.error} />
        </p>
      )}
      <p className="pt-3 text-center text-caption text-ink-2">
        <Trans>To unfreeze we check that it’s you.</Trans>
      </p>
    </>
  )
}

export function UnfreezeProblem({ error }: { error: CallError }) {
  const { code, body, status } = error
  if (status === 0) return <Trans>You’re offline. Your wallet stays frozen.</Trans>
  if (code !== 'FROZEN_BY_OPERATOR')
    return (
      <>
        <Trans>Your wallet stays frozen.</Trans> <CallProblem error={error} />
      </>
    )
  const reason = z.safeDecode(operatorFreezeRefusal, body as z.input<typeof operatorFreezeRefusal>).data?.reason
  return reason === undefined ? <Trans>Nikau has frozen your wallet.</Trans> : <Trans>Nikau has frozen your wallet: {reason}</Trans>
}

function FrozenByOperator({ freeze }: { freeze: Freeze }) {
  const timeLabel = useTimeLabel()
  const since = timeLabel(freeze.since)
  const { supportEmail } = deployed
  return (
    <>
      <h2 className="n-heading">
        <Trans>Nikau has frozen your wallet</Trans>
      </h2>
      <dl className="grid gap-3 pt-3">
        {freeze.reason !== undefined && (
          <div>
            <dt className="text-label text-ink-2">
              <Trans>Why</Trans>
            </dt>
            <dd>{freeze.reason}</dd>
          </div>
        )}
        <div>
          <dt className="text-label text-ink-2">
            <Trans>Since</Trans>
          </dt>
          <dd>{since}</dd>
        </div>
        <div>
          <dt className="text-label text-ink-2">
            <Trans>What to do</Trans>
          </dt>
          <dd>
            <Trans>
              Email <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>. We’ll tell you what we need to lift it.
            </Trans>
          </dd>
        </div>
      </dl>
      <p className="pt-3 text-label font-normal text-ink-2">
        <Trans>Your money stays yours. It still comes in, and nothing can leave.</Trans>
      </p>
    </>
  )
}
