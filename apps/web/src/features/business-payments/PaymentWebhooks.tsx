import { Trans, useLingui } from '@lingui/react/macro'
import { listWebhookDeliveries, listWebhooks, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { timeOfDay } from '@nikau/nz/nz-time'
import { DataTable, PortalCard } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { DeliveryStatus, LastAnswer } from '../../lib/DeliveryStatus.tsx'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { webhooksOfView } from '../../lib/webhooks-of-view.ts'

/** What was sent to the merchant's own systems about a payment, with their last answer. */
export function PaymentWebhooks({ accountId, paymentRequestId }: { accountId: string; paymentRequestId: string }) {
  const webhooks = useEndpointQuery(listWebhooks, { params: { accountId } })
  const shown = webhooksOfView(webhooks.data ?? [], useBusiness().isTest)
  if (shown.length === 0) return undefined
  return (
    <PortalCard title={<Trans>Webhook deliveries</Trans>} flush>
      {shown.map((webhook) => (
        <Deliveries key={webhook.id} webhook={webhook} paymentRequestId={paymentRequestId} />
      ))}
    </PortalCard>
  )
}

function Deliveries({ webhook, paymentRequestId }: { webhook: WebhookEndpoint; paymentRequestId: string }) {
  const { t } = useLingui()
  const { id: webhookId, accountId, url } = webhook
  const query = useEndpointQuery(listWebhookDeliveries, { params: { accountId, webhookId }, query: { paymentRequestId } })
  const deliveries = toAsyncData(query.data?.items, query)
  if (deliveries.failed)
    return (
      <LoadFailed source={deliveries}>
        <Trans>Couldn’t load the deliveries</Trans>
      </LoadFailed>
    )
  if (deliveries.data?.length === 0)
    return (
      <p className="px-5 pb-4 text-ink-2 wrap-anywhere">
        <Trans>Nothing was sent to {url}.</Trans>
      </p>
    )
  return (
    <DataTable
      caption={t`Webhooks sent to ${url}`}
      columns={[
        { key: 'event', label: <Trans>Event</Trans>, fold: 'start-1' },
        { key: 'number', label: <Trans>No.</Trans> },
        { key: 'status', label: <Trans>Status</Trans>, fold: 'end-1' },
        { key: 'answer', label: <Trans>Answer</Trans>, fold: 'start-2' },
        { key: 'when', label: <Trans>When</Trans>, align: 'end', fold: 'end-2' },
      ]}
      rows={(deliveries.data ?? []).map((delivery) => ({
        id: delivery.id,
        href: businessPaths.delivery(webhookId, delivery.id),
        cells: {
          event: <code className="wrap-anywhere">{delivery.type}</code>,
          number: String(delivery.sequence),
          status: <DeliveryStatus delivery={delivery} />,
          answer: <LastAnswer delivery={delivery} />,
          when: timeOfDay(delivery.createdAt),
        },
      }))}
    />
  )
}
