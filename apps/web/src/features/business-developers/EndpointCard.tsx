import { Trans, useLingui } from '@lingui/react/macro'
import { rotateWebhook, sendTestEvent, updateWebhook, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, Code, Icon, Notice, PortalCard, StatusChip } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { AddressSheet } from './AddressSheet.tsx'
import { CopyText } from '../../lib/CopyText.tsx'
import { FailingNotice } from './FailingNotice.tsx'
import { reloadDeliveries, reloadWebhooks } from './reload.ts'
import { ReplaySheet } from './ReplaySheet.tsx'
import { RotateDialog } from './RotateDialog.tsx'
import { SignatureSheet } from './SignatureCheck.tsx'
import { dayOf } from './times.ts'

type Open = 'address' | 'rotate' | 'signature' | 'replay' | undefined

/** An endpoint with everything that can be done about it. */
export function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { id: webhookId, accountId, url, keyId, status, enabled, createdAt } = endpoint
  const params = { accountId, webhookId }
  // What is sent about live money too is an owner’s to redirect.
  const mayChange = useBusiness().role !== 'developer' || endpoint.liveness === 'test'
  const [open, setOpen] = useState<Open>()
  const update = useEndpointMutation(updateWebhook)
  const rotate = useEndpointMutation(rotateWebhook)
  const test = useEndpointMutation(sendTestEvent)
  const [since, isActive] = [dayOf(createdAt), status === 'active' && enabled]
  const turn = async () => {
    const done = await update.mutateAsync({ params, body: { enabled: !enabled } }).catch(() => undefined) // shown below
    if (done) reloadWebhooks()
  }
  const sendTest = async () => {
    const sent = await test.mutateAsync({ params }).catch(() => undefined) // shown below
    if (!sent) return
    reloadDeliveries()
    toast({ text: t`Test event ${sent.sequence} is on its way` })
  }
  const close = () => setOpen(undefined)
  return (
    <PortalCard title={<Code>{url}</Code>} end={<EndpointStatus endpoint={endpoint} />}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          <Trans>
            Signs with <Code>{keyId}</Code>, every event, since {since}
          </Trans>
        </p>
        <PublishedKeys url={endpoint.jwksUrl} />
        <Pending endpoint={endpoint} />
        {isActive && <FailingNotice endpoint={endpoint} />}
        <div className="grid grid-cols-2 gap-2 fold:flex fold:flex-wrap">
          <Action onPress={() => setOpen('signature')}>
            <Trans>Check a signature</Trans>
          </Action>
          <Action onPress={() => void sendTest()} busy={test.isPending} isDisabled={!isActive}>
            <Trans>Send a test event</Trans>
          </Action>
          <Action onPress={() => setOpen('replay')} isDisabled={!isActive}>
            <Trans>Send events again</Trans>
          </Action>
          {mayChange && (
            <>
              <Action onPress={() => setOpen('address')}>
                <Trans>Change the address</Trans>
              </Action>
              <Action onPress={() => setOpen('rotate')} busy={rotate.isPending}>
                <Trans>New signing key</Trans>
              </Action>
              <Action onPress={() => void turn()} busy={update.isPending}>
                {enabled ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
              </Action>
            </>
          )}
        </div>
        {!mayChange && (
          <p className="text-ink-2">
            <Trans>This endpoint is told about live payments too. Ask an owner to change it.</Trans>
          </p>
        )}
        <ActionProblem error={update.error ?? rotate.error ?? test.error} />
      </div>
      {open === 'address' && <AddressSheet endpoint={endpoint} onClose={close} />}
      {open === 'rotate' && <RotateDialog rotate={rotate} params={params} onClose={close} />}
      {open === 'signature' && <SignatureSheet endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplaySheet endpoint={endpoint} onClose={close} />}
    </PortalCard>
  )
}

/** What a server is given to verify signatures with. */
function PublishedKeys({ url }: { url: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere text-ink-2">
        <Trans>
          Your server checks signatures with the keys at <Code>{url}</Code>
        </Trans>
      </p>
      <CopyText text={url} />
    </div>
  )
}

function Action({ children, ...rest }: { children: ReactNode; onPress: () => void; busy?: boolean; isDisabled?: boolean }) {
  return (
    <Button variant="outlined" size="s" {...rest}>
      {children}
    </Button>
  )
}

function ActionProblem({ error }: { error: CallError | null }) {
  if (!error) return undefined
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>That didn’t work</Trans>}>
      {error.code === 'WEBHOOK_NOT_ACTIVE' ? <Trans>The endpoint is switched off, or its address hasn’t answered yet.</Trans> : <CallProblem error={error} />}
    </Notice>
  )
}

function EndpointStatus({ endpoint: { status, enabled } }: { endpoint: WebhookEndpoint }) {
  if (!enabled)
    return (
      <StatusChip icon={<Icon name="close" size="xs" />}>
        <Trans>Off</Trans>
      </StatusChip>
    )
  if (status === 'active')
    return (
      <StatusChip tone="positive">
        <Trans>On</Trans>
      </StatusChip>
    )
  return status === 'pending' ? (
    <StatusChip tone="warning">
      <Trans>Not answered yet</Trans>
    </StatusChip>
  ) : (
    <StatusChip tone="negative">
      <Trans>Didn’t answer</Trans>
    </StatusChip>
  )
}

/** An address that has to answer its challenge. */
function Pending({ endpoint: { status, url, pendingUrl } }: { endpoint: WebhookEndpoint }) {
  const asked = pendingUrl ?? url
  if (status === 'failed')
    return (
      <Notice tone="negative" level={3} title={<Trans>Your server didn’t answer the challenge</Trans>}>
        <Trans>No events are sent. Correct your server, then change the address to the same one to be asked again.</Trans>
      </Notice>
    )
  if (status === 'active' && pendingUrl === undefined) return undefined
  return (
    <Notice tone="info" level={3} title={<Trans>We’re waiting for {asked}</Trans>}>
      {status === 'active' ? (
        <Trans>Events go to the address above until it has answered its challenge.</Trans>
      ) : (
        <Trans>Events are sent as soon as it has answered its challenge.</Trans>
      )}
    </Notice>
  )
}
