import { getWebhookDelivery, listWebhooks, type WebhookDeliveryDetail, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { type AsyncData, dependsOn, toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

interface FoundDelivery {
  endpoint: WebhookEndpoint
  delivery: WebhookDeliveryDetail
}

/** The delivery of the address. The query `webhook` says whose it is; without it every endpoint is asked, one after the other. */
export function useDelivery(): AsyncData<FoundDelivery> {
  const { accountId } = useBusiness()
  const { deliveryId = '' } = useParams()
  const [search] = useSearchParams()
  const webhooks = useEndpointQuery(listWebhooks, { params: { accountId } })
  const [tried, setTried] = useState(0)
  const named = search.get('webhook')
  const candidates = webhooks.data?.filter(({ id }) => named === null || id === named) ?? []
  const endpoint = candidates[tried]
  const query = useEndpointQuery(getWebhookDelivery, { params: { accountId, webhookId: endpoint?.id ?? '', deliveryId } }, { enabled: endpoint !== undefined })
  if (query.error?.status === 403 && tried < candidates.length - 1) setTried(tried + 1)
  const found = endpoint && query.data && !query.isPlaceholderData ? { endpoint, delivery: query.data } : undefined
  const isNowhere = webhooks.data !== undefined && endpoint === undefined
  if (isNowhere) return { data: undefined, failed: true, retrying: webhooks.isFetching, retry: () => void webhooks.refetch() }
  return dependsOn(toAsyncData(webhooks.data, webhooks), toAsyncData(found, query))
}
