import { Trans } from '@lingui/react/macro'
import { Button, EmptyState, LinkButton, ListSkeleton, useSkeleton } from '@nikau/ui'
import { Failed } from '../../lib/Failed.tsx'
import { useWay } from '../../lib/screen.ts'
import { usePanes } from '../../lib/useWide.ts'
import { ActivityList } from './ActivityList.tsx'
import { screenOf } from './ActivityRow.tsx'
import { type Activities } from './useActivities.ts'
import type { Search } from './useSearch.ts'
import { WhenSeen } from './WhenSeen.tsx'

/** The movements that fit the search, older ones as one scrolls. */
export function Movements({ activities, search, selected }: { activities: Activities; search: Search; selected: string | undefined }) {
  const panes = usePanes()
  const skeleton = useSkeleton(activities.data === undefined)
  if (activities.failed)
    return (
      <Failed part={activities}>
        <Trans>We couldn’t load your activity</Trans>
      </Failed>
    )
  if (activities.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={8} />}</div>
  if (activities.data.length === 0) return search.open ? <NothingYet /> : <NothingFound search={search} />
  return (
    <>
      <ActivityList
        activities={activities.data}
        level={2}
        selected={panes ? selected : undefined}
        hrefOf={(activity) => (panes ? search.beside(activity.key) : screenOf(activity))}
      />
      {activities.hasMore && <WhenSeen key={activities.data.length} onSeen={activities.more} />}
      <div aria-busy={activities.loadingMore}>{activities.loadingMore && <ListSkeleton rows={2} />}</div>
    </>
  )
}

function NothingYet() {
  const pay = useWay('scan')
  return (
    <EmptyState
      drawing="receipt"
      title={<Trans>Nothing yet.</Trans>}
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

export function NothingFound({ search }: { search: Search }) {
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
      {text ? <Trans>Check the spelling, or clear the filters.</Trans> : <Trans>No movement of this kind.</Trans>}
    </EmptyState>
  )
}
