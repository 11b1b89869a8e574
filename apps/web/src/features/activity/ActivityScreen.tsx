import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, FilterChips, Header, Page, PageBody, Panes, SearchField, Title } from '@nikau/ui'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { usePanes } from '../../lib/useWide.ts'
import { ExportButton } from './ExportButton.tsx'
import { Movements } from './Movements.tsx'
import { OpenedBeside } from './Opened.tsx'
import { TokenMovements } from './TokenMovements.tsx'
import { useActivities } from './useActivities.ts'
import { type Search, useSearch } from './useSearch.ts'

/** Everything that happened to the wallet and to tokens, found again by kind, by name and by amount. */
export function ActivityScreen() {
  const { t } = useLingui()
  const { back, bar } = usePlace()
  const search = useSearch(paths.activity)
  const activities = useActivities(search.query, { withWaiting: search.open || search.filter === 'pending' })
  const panes = usePanes()
  const selected = search.opened ?? activities.data?.[0]?.key
  return (
    <Panes detail={panes && selected !== undefined && search.filter !== 'tokens' ? <OpenedBeside id={selected} /> : undefined}>
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
          <List search={search} activities={activities} selected={selected} />
        </PageBody>
      </Page>
    </Panes>
  )
}

function List({ search, activities, selected }: { search: Search; activities: ReturnType<typeof useActivities>; selected: string | undefined }) {
  if (search.filter === 'tokens') return <TokenMovements search={search} />
  if (search.filter !== 'pending') return <Movements activities={activities} search={search} selected={selected} />
  const waiting = activities.data?.filter(({ type }) => type === 'topup-pending')
  if (waiting?.length === 0)
    return (
      <EmptyState drawing="receipt" title={<Trans>Nothing is on its way</Trans>}>
        <Trans>Top ups that your bank has not paid yet wait here.</Trans>
      </EmptyState>
    )
  return <Movements activities={{ ...activities, data: waiting, hasMore: false }} search={search} selected={selected} />
}
