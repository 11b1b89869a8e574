import { Trans, useLingui } from '@lingui/react/macro'
import { listWebhooks, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, EmptyState, Icon, ListSkeleton, SelectField, useSkeleton } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { webhooksOfView } from '../../lib/webhooks-of-view.ts'
import { AddressSheet } from './AddressSheet.tsx'
import { Deliveries } from './Deliveries.tsx'
import { DevelopersPage } from './DevelopersPage.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { reloadWebhooks } from './reload.ts'

/** Where the business is told about its payments, and what was sent there. */
export function WebhooksScreen() {
  const { accountId, isTest } = useBusiness()
  const query = useEndpointQuery(listWebhooks, { params: { accountId } })
  const endpoints = toAsyncData(query.data && webhooksOfView(query.data, isTest), query)
  useReloadWhileAsked(endpoints.data)
  const [isAdding, setAdding] = useState(false)
  const [search] = useSearchParams()
  const shown = endpoints.data?.find(({ id }) => id === search.get('webhook')) ?? endpoints.data?.[0]
  const skeleton = useSkeleton(endpoints.data === undefined && !endpoints.failed)
  return (
    <DevelopersPage
      current="webhooks"
      actions={
        <Button icon={<Icon name="plus" />} onPress={() => setAdding(true)}>
          <Trans>Add an endpoint</Trans>
        </Button>
      }
    >
      {endpoints.failed && (
        <LoadFailed source={endpoints}>
          <Trans>Couldn’t load your endpoints</Trans>
        </LoadFailed>
      )}
      {skeleton && !endpoints.data && <ListSkeleton rows={4} />}
      {endpoints.data?.length === 0 && (
        <EmptyState drawing="receipt" title={<Trans>No endpoints yet</Trans>}>
          <Trans>Add the address of your server, and we tell it about every payment.</Trans>
        </EmptyState>
      )}
      {shown && endpoints.data && (
        <>
          {endpoints.data.length > 1 && <EndpointChoice endpoints={endpoints.data} shown={shown} />}
          <EndpointCard key={shown.id} endpoint={shown} />
          <Deliveries key={`${shown.id} deliveries`} endpoint={shown} />
        </>
      )}
      {isAdding && <AddressSheet onClose={() => setAdding(false)} />}
    </DevelopersPage>
  )
}

const askedMs = 4000

/** A server answers its challenge seconds after its address was entered: nobody should have to reload the page for that. */
function useReloadWhileAsked(endpoints: readonly WebhookEndpoint[] | undefined) {
  const isAsked = endpoints?.some(({ status, pendingUrl }) => status === 'pending' || pendingUrl !== undefined) === true
  useEffect(() => {
    if (!isAsked) return undefined
    const timer = setInterval(reloadWebhooks, askedMs)
    return () => clearInterval(timer)
  }, [isAsked])
}

function EndpointChoice({ endpoints, shown }: { endpoints: readonly WebhookEndpoint[]; shown: WebhookEndpoint }) {
  const { t } = useLingui()
  const [, setSearch] = useSearchParams()
  const choose = (id: string) =>
    setSearch(
      (before) => {
        before.set('webhook', id)
        return before
      },
      { replace: true },
    )
  return <SelectField label={t`Endpoint`} value={shown.id} onChange={choose} options={endpoints.map(({ id, url }) => ({ value: id, text: url }))} />
}
