import { Trans } from '@lingui/react/macro'
import { Button, EmptyState, LinkButton, ListSkeleton, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreenPath } from '../../lib/current-screen.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ActivityList } from './ActivityList.tsx'
import { activityHref } from './ActivityRow.tsx'
import { type Activities } from './useActivities.ts'
import type { Search } from './useActivitySearch.ts'
import { OnVisible } from './OnVisible.tsx'

/** Activity that matches the search; older pages load on scroll. */
export function ActivityFeed({ activities, search, selected }: { activities: Activities; search: Search; selected: string | undefined }) {
  const panes = useTwoPanes()
  const skeleton = useSkeleton(activities.data === undefined)
  if (activities.failed)
    return (
      <LoadFailed source={activities}>
        <Trans>We couldn’t load your activity</Trans>
      </LoadFailed>
    )
  if (activities.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={8} />}</div>
  if (activities.data.length === 0) return search.isUnfiltered ? <NoActivity /> : <NoMatch search={search} />
  return (
    <>
      <ActivityList
        activities={activities.data}
        level={2}
        selected={panes ? selected : undefined}
        hrefOf={(activity) => (panes ? search.hrefWithSelection(activity.key) : activityHref(activity))}
      />
      {activities.hasMore && <OnVisible key={activities.data.length} onVisible={activities.loadMore} />}
      <div aria-busy={activities.isLoadingMore}>{activities.isLoadingMore && <ListSkeleton rows={2} />}</div>
    </>
  )
}

function NoActivity() {
  const pay = useScreenPath('scan')
  return (
    <EmptyState
      drawing="receipt"
      title={<Trans>Nothing yet</Trans>}
      action={
        pay && (
          <LinkButton size="s" href={pay}>
            <Trans>Pay</Trans>
          </LinkButton>
        )
      }
    >
      <Trans>Your first payment shows up here.</Trans>
    </EmptyState>
  )
}

export function NoMatch({ search }: { search: Search }) {
  const text = search.text.trim()
  return (
    <EmptyState
      drawing="search"
      title={text ? <Trans>No match for “{text}”</Trans> : <Trans>Nothing here</Trans>}
      action={
        <Button variant="outlined" size="s" onPress={search.clear}>
          <Trans>Clear filters</Trans>
        </Button>
      }
    >
      {text ? <Trans>Check the spelling, or clear the filters.</Trans> : <Trans>No activity of this type.</Trans>}
    </EmptyState>
  )
}
