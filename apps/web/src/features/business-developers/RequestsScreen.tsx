import { Trans, useLingui } from '@lingui/react/macro'
import { listApiKeys } from '@nikau/contract/api-keys'
import { listRequests } from '@nikau/contract/request-log'
import { Button, EmptyState, FilterChips, ListSkeleton, PortalCard, PortalColumns, SearchField, SelectField, useSkeleton } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { DevelopersPage } from './DevelopersPage.tsx'
import { RequestDetail } from './RequestDetail.tsx'
import { RequestTable } from './RequestTable.tsx'
import { type RequestsFilter, useRequestsFilter } from './useRequestsFilter.ts'

/** The calls of the business's keys in the last 30 days. On a phone a call takes the place of the list. */
export function RequestsScreen() {
  const { accountId, isTest } = useBusiness()
  const filter = useRequestsFilter()
  const isWide = useTwoPanes()
  const pages = useEndpointPages(listRequests, { params: { accountId }, query: { ...filter.query, liveness: isTest ? 'test' : 'live' } })
  const requests = toAsyncData(
    pages.data?.pages.flatMap(({ items }) => items),
    pages,
  )
  const skeleton = useSkeleton(requests.data === undefined && !requests.failed)
  const { opened } = filter
  const detail = opened !== undefined && <RequestDetail key={opened} id={opened} onClose={filter.close} />
  const list = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Filters filter={filter} />
      {requests.failed && (
        <LoadFailed source={requests}>
          <Trans>Couldn’t load the calls</Trans>
        </LoadFailed>
      )}
      <div aria-live="polite">{requests.data?.length === 0 && <NoRequests filter={filter} />}</div>
      {skeleton && !requests.data && <ListSkeleton rows={8} />}
      {requests.data && requests.data.length > 0 && (
        <PortalCard title={<Trans>Calls</Trans>} flush>
          <RequestTable requests={requests.data} hrefOf={filter.hrefOf} />
          <div className="flex items-center justify-between px-4 py-3 text-ink-2 fold:px-5">
            <Trans>Kept for 30 days</Trans>
            {pages.hasNextPage && (
              <Button variant="tonal" size="s" onPress={() => void pages.fetchNextPage()} busy={pages.isFetchingNextPage}>
                <Trans>Show more</Trans>
              </Button>
            )}
          </div>
        </PortalCard>
      )}
    </div>
  )
  return <DevelopersPage current="requests">{!detail ? list : isWide ? <PortalColumns aside={detail}>{list}</PortalColumns> : detail}</DevelopersPage>
}

function Filters({ filter }: { filter: RequestsFilter }) {
  const { t } = useLingui()
  const { accountId, may } = useBusiness()
  const keys = useEndpointQuery(listApiKeys, { params: { accountId } }, { enabled: may('keys:write') })
  const names = new Set([...(keys.data ?? []).map(({ name }) => name), ...(filter.keyName === '' ? [] : [filter.keyName])])
  return (
    <search className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchField label={t`Request id, code or reference`} value={filter.text} onChange={filter.setText} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-3 fold:grid-cols-[minmax(0,1fr)_14rem]">
        <FilterChips
          label={t`Answer`}
          value={filter.outcome}
          onChange={filter.setOutcome}
          options={[
            { value: 'all', label: t`All` },
            { value: 'refused', label: t`Refused` },
            { value: 'failed', label: t`Failed on our side` },
          ]}
        />
        <SelectField
          label={t`Key`}
          value={filter.keyName}
          onChange={filter.setKeyName}
          options={[{ value: '', text: t`All keys` }, ...Array.from(names, (name) => ({ value: name, text: name }))]}
        />
      </div>
    </search>
  )
}

function NoRequests({ filter }: { filter: RequestsFilter }) {
  const { searched, isFiltered } = filter
  if (!isFiltered)
    return (
      <EmptyState drawing="receipt" title={<Trans>No calls yet</Trans>}>
        <Trans>Calls of your keys show here for 30 days.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      drawing="search"
      title={searched === '' ? <Trans>No calls like these</Trans> : <Trans>No calls match “{searched}”</Trans>}
      action={
        <Button variant="outlined" size="s" onPress={filter.clear}>
          <Trans>Clear search and filters</Trans>
        </Button>
      }
    >
      <Trans>Searched the last 30 days by request id, payment code, reference, idempotency key and the start of the path.</Trans>
    </EmptyState>
  )
}
