import { Trans } from '@lingui/react/macro'
import { ListSkeleton, Section, TextLink, useSkeleton } from '@nikau/ui'
import { Failed } from '../../lib/Failed.tsx'
import { paths } from '../../lib/paths.ts'
import { usePanes } from '../../lib/useWide.ts'
import { ActivityList, screenOf, type useActivities } from '../activity/index.ts'

/** The newest movements, and the way to all of them. */
export function RecentActivity({ activities, selected }: { activities: ReturnType<typeof useActivities>; selected: string | undefined }) {
  const panes = usePanes()
  const skeleton = useSkeleton(activities.data === undefined && !activities.failed)
  return (
    <Section
      title={<Trans>Activity</Trans>}
      flush
      end={
        <TextLink size="label" href={paths.activity}>
          <Trans>See all</Trans>
        </TextLink>
      }
    >
      {activities.failed ? (
        <div className="pt-3">
          <Failed part={activities}>
            <Trans>We couldn’t load your activity</Trans>
          </Failed>
        </div>
      ) : activities.data === undefined ? (
        <div aria-busy="true">{skeleton && <ListSkeleton rows={5} />}</div>
      ) : (
        <ActivityList
          activities={activities.data.slice(0, shown)}
          selected={panes ? selected : undefined}
          hrefOf={(activity) => (panes ? `${paths.home}?open=${activity.key}` : screenOf(activity))}
        />
      )}
    </Section>
  )
}

export const shown = 5
