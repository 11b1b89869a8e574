import { Trans, useLingui } from '@lingui/react/macro'
import { listWebhookDeliveries, resendWebhookDelivery, type WebhookDelivery, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { CellDetail, Code, DataTable, FilterChips, Icon, IconButton, ListSkeleton, PortalCard, useSkeleton } from '@nikau/ui'
import { useState } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { DeliveryStatus, LastAnswer } from '../../lib/DeliveryStatus.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { ShowMore } from '../../lib/ShowMore.tsx'
import { toast } from '../../lib/toasts.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { livenessOf } from '../../lib/webhooks-of-view.ts'
import { reloadDeliveries } from './reload.ts'
import { whenOf } from './times.ts'

type Filter = 'all' | WebhookDelivery['status']

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpoint: { accountId, id: webhookId } }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>('all')
  const { isTest } = useBusiness()
  const liveness = livenessOf(isTest)
  const pages = useEndpointPages(listWebhookDeliveries, {
    params: { accountId, webhookId },
    query: { liveness, ...(filter !== 'all' && { status: filter }) },
  })
  const deliveries = toAsyncData(
    pages.data?.pages.flatMap(({ items }) => items),
    pages,
  )
  const skeleton = useSkeleton(deliveries.data === undefined && !deliveries.failed)
  return (
    <PortalCard title={<Trans>Deliveries</Trans>} flush>
      <div className="px-4 pb-2 fold:px-5">
        <FilterChips
          label={t`Status`}
          value={filter}
          onChange={setFilter}
          options={[
            { value: 'all', label: t`All` },
            { value: 'waiting', label: t`Waiting` },
            { value: 'delivered', label: t`Delivered` },
            { value: 'failed', label: t`Failed` },
          ]}
        />
      </div>
      {deliveries.failed && (
        <LoadFailed source={deliveries}>
          <Trans>Couldn’t load the deliveries</Trans>
        </LoadFailed>
      )}
      {skeleton && !deliveries.data && <ListSkeleton rows={6} />}
      <div aria-live="polite">
        {deliveries.data?.length === 0 && (
          <p className="px-4 pb-5 text-ink-2 fold:px-5">
            {filter === 'all' ? <Trans>Nothing has been sent yet. Send a test event to see one.</Trans> : <Trans>There are none with this status.</Trans>}
          </p>
        )}
      </div>
      {deliveries.data && deliveries.data.length > 0 && <DeliveryTable accountId={accountId} webhookId={webhookId} deliveries={deliveries.data} />}
      <ShowMore pages={pages} />
    </PortalCard>
  )
}

function DeliveryTable({ accountId, webhookId, deliveries }: { accountId: string; webhookId: string; deliveries: readonly WebhookDelivery[] }) {
  const { t } = useLingui()
  const resend = useEndpointMutation(resendWebhookDelivery)
  const send = async ({ id, sequence }: WebhookDelivery) => {
    const sent = await resend.mutateAsync({ params: { accountId, webhookId, deliveryId: id } }).catch(() => undefined) // shown below
    if (!sent) return
    reloadDeliveries()
    toast({ text: t`${sequence} is sent again` })
  }
  return (
    <>
      {resend.error && (
        <p className="px-5 pb-3 text-negative" role="alert">
          <Trans>It wasn’t sent again.</Trans> <CallProblem error={resend.error} />
        </p>
      )}
      <DataTable
        caption={t`Webhook deliveries, newest first`}
        columns={[
          { key: 'event', label: <Trans>Event</Trans>, fold: 'start-1' },
          { key: 'number', label: <Trans>No.</Trans>, align: 'end' },
          { key: 'status', label: <Trans>Status</Trans>, fold: 'end-1' },
          { key: 'answer', label: <Trans>Last answer</Trans>, fold: 'start-2' },
          { key: 'when', label: <Trans>When</Trans>, align: 'end', fold: 'end-2' },
          { key: 'send', label: <span className="n-hidden">{t`Send again`}</span>, align: 'end' },
        ]}
        rows={deliveries.map((delivery) => ({
          id: delivery.id,
          href: businessPaths.delivery(webhookId, delivery.id),
          cells: {
            event: (
              <>
                <Code>{delivery.type}</Code>
                {delivery.paymentRequestId !== undefined && <CellDetail>{delivery.paymentRequestId}</CellDetail>}
              </>
            ),
            number: String(delivery.sequence),
            status: <DeliveryStatus delivery={delivery} />,
            answer: <LastAnswer delivery={delivery} />,
            when: whenOf(delivery.createdAt),
            send: (
              <span className="relative z-1 inline-flex">
                <IconButton label={t`Send ${delivery.sequence} again`} icon={<Icon name="refresh" size="s" />} onPress={() => void send(delivery)} />
              </span>
            ),
          },
        }))}
      />
    </>
  )
}
