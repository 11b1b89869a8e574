import { Trans } from '@lingui/react/macro'
import { ListSkeleton, Section, TextLink, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { ActivityList, activityHref, type useActivities } from '../activity/index.ts'

/** The latest activity, with a link to all of it. */
export function RecentActivity({ activities, selected }: { activities: ReturnType<typeof useActivities>; selected: string | undefined }) {
  const panes = useTwoPanes()
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
          <LoadFailed source={activities}>
            <Trans>We couldn’t load your activity</Trans>
          </LoadFailed>
        </div>
      ) : activities.data === undefined ? (
        <div aria-busy="true">{skeleton && <ListSkeleton rows={5} />}</div>
      ) : (
        <ActivityList
          activities={activities.data.slice(0, recentActivityCount)}
          selected={panes ? selected : undefined}
          hrefOf={(activity) => (panes ? `${paths.home}?open=${activity.key}` : activityHref(activity))}
        />
      )}
    </Section>
  )
}

export const recentActivityCount = 5
