import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, FilterChips, Header, Page, PageBody, Panes, SearchField, Title } from '@nikau/ui'
import { useParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ExportButton } from './ExportButton.tsx'
import { ActivityFeed } from './ActivityFeed.tsx'
import { ActivityPane } from './ActivityDetail.tsx'
import { TokenActivityFeed } from './TokenActivityFeed.tsx'
import { useActivities } from './useActivities.ts'
import { type Search, useActivitySearch } from './useActivitySearch.ts'

/** All wallet and token activity, with filters and search by name or amount. */
export function ActivityScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const search = useActivitySearch(paths.activity)
  const activities = useActivities(search.query, { withPending: search.isUnfiltered || search.filter === 'pending' })
  const panes = useTwoPanes()
  const { activityKey } = useParams()
  const selected = search.selectedKey ?? activityKey ?? activities.data?.[0]?.key
  return (
    <Panes detail={panes ? selected !== undefined && search.filter !== 'tokens' && <ActivityPane id={selected} /> : undefined}>
      <Page bar={bar}>
        <Header backHref={back} backLabel={t`Back`} end={activities.walletId !== undefined && <ExportButton walletId={activities.walletId} />} />
        <PageBody tight>
          <Title>
            <Trans>Activity</Trans>
          </Title>
          <div className="flex flex-col gap-3 pt-4 pb-1">
            <SearchField label={t`Name or amount`} value={search.text} onChange={search.setText} />
            <FilterChips
              label={t`Filter`}
              value={search.filter}
              onChange={search.setFilter}
              options={[
                { value: 'all', label: t`All` },
                { value: 'in', label: t({ message: 'In', context: 'money that came in' }) },
                { value: 'out', label: t({ message: 'Out', context: 'money that went out' }) },
                { value: 'pending', label: t`Pending` },
                { value: 'tokens', label: t`Tokens` },
              ]}
            />
          </div>
          <FilteredActivity search={search} activities={activities} selected={selected} />
        </PageBody>
      </Page>
    </Panes>
  )
}

function FilteredActivity({ search, activities, selected }: { search: Search; activities: ReturnType<typeof useActivities>; selected: string | undefined }) {
  if (search.filter === 'tokens') return <TokenActivityFeed search={search} />
  if (search.filter !== 'pending') return <ActivityFeed activities={activities} search={search} selected={selected} />
  const pending = activities.data?.filter(({ type }) => type === 'topup-pending')
  if (pending?.length === 0)
    return (
      <EmptyState drawing="receipt" title={<Trans>No pending top-ups</Trans>}>
        <Trans>Top-ups your bank hasn’t paid yet show up here.</Trans>
      </EmptyState>
    )
  return <ActivityFeed activities={{ ...activities, data: pending, hasMore: false }} search={search} selected={selected} />
}
