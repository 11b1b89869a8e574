import { Trans, useLingui } from '@lingui/react/macro'
import { resendWebhookDelivery, type WebhookDeliveryDetail } from '@nikau/contract/webhooks'
import { Button, Code, CodeBlock, Icon, ListSkeleton, Notice, PortalCard, PortalColumns, PortalPage, useSkeleton } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { DeliveryStatus } from '../../lib/DeliveryStatus.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { toast } from '../../lib/toasts.ts'
import { CopyText } from '../../lib/CopyText.tsx'
import { reloadDeliveries } from './reload.ts'
import { SignatureCard } from './SignatureCheck.tsx'
import { timeWithSeconds, whenOf } from './times.ts'
import { Answers, Tries } from './Tries.tsx'
import { useDelivery } from './useDelivery.ts'

/** One delivery: what is sent, each try, and a check of its signature. */
export function DeliveryScreen() {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const found = useDelivery()
  const skeleton = useSkeleton(found.data === undefined && !found.failed)
  const resend = useEndpointMutation(resendWebhookDelivery)
  const { endpoint, delivery } = found.data ?? {}
  const send = async () => {
    if (!endpoint || !delivery) return
    const sent = await resend.mutateAsync({ params: { accountId, webhookId: endpoint.id, deliveryId: delivery.id } }).catch(() => undefined) // shown below
    if (!sent) return
    reloadDeliveries()
    toast({ text: t`${sent.sequence} is sent again` })
  }
  return (
    <PortalPage
      back={{ href: businessPaths.webhooks(endpoint?.id), label: <Trans>Webhooks</Trans> }}
      title={delivery ? <Code>{delivery.type}</Code> : <Trans>Webhook delivery</Trans>}
      status={delivery && <DeliveryStatus delivery={delivery} />}
      detail={delivery && <Detail delivery={delivery} />}
      actions={
        delivery && (
          <Button icon={<Icon name="refresh" />} variant="outlined" onPress={() => void send()} busy={resend.isPending} busyLabel={t`Sending again`}>
            <Trans>Send again</Trans>
          </Button>
        )
      }
    >
      {found.failed && (
        <LoadFailed source={found}>
          <Trans>Couldn’t load this delivery</Trans>
        </LoadFailed>
      )}
      {skeleton && !found.data && <ListSkeleton rows={6} />}
      {resend.error && (
        <Notice tone="negative" live="assertive" title={<Trans>It wasn’t sent again</Trans>}>
          <CallProblem error={resend.error} />
        </Notice>
      )}
      {endpoint && delivery && (
        <PortalColumns
          aside={
            <>
              <Tries delivery={delivery} />
              <Answers delivery={delivery} />
            </>
          }
        >
          <WhatWeSend delivery={delivery} />
          <SignatureCard endpoint={endpoint} delivery={delivery} />
        </PortalColumns>
      )}
    </PortalPage>
  )
}

function Detail({ delivery: { sequence, createdAt, body } }: { delivery: WebhookDeliveryDetail }) {
  const made = whenOf(createdAt, timeWithSeconds)
  const code = shortCodeIn(body)
  return code === undefined ? (
    <Trans>
      No. {sequence}, made {made}
    </Trans>
  ) : (
    <Trans>
      No. {sequence}, {code}, made {made}
    </Trans>
  )
}

/** Of the payment: the activity's own has its number behind it. */
function shortCodeIn(body: string): string | undefined {
  const { data } = JSON.parse(body) as { data?: { shortCode?: unknown } }
  return typeof data?.shortCode === 'string' ? data.shortCode.split('-').slice(0, 3).join(' ') : undefined
}

function WhatWeSend({ delivery: { url, headers, body } }: { delivery: WebhookDeliveryDetail }) {
  const { t } = useLingui()
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <PortalCard title={<Trans>What we send</Trans>} end={<CopyText text={body}>{<Trans>Copy the body</Trans>}</CopyText>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <CodeBlock label={t`Headers`} wrap>
          {[`POST ${url}`, ...lines].join('\n')}
        </CodeBlock>
        <CodeBlock label={t`Body, with line breaks for reading`}>{JSON.stringify(JSON.parse(body), undefined, 2)}</CodeBlock>
      </div>
    </PortalCard>
  )
}
