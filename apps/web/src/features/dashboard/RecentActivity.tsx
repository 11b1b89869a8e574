import { Trans } from '@lingui/react/macro'
import { ListSkeleton, Section, TextLink, useSkeleton } from '@nikau/ui'
import type { AsyncData } from '../../lib/async-data.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { keptActivityCount, type WalletActivity } from '../../lib/wallet-activities.ts'
import { ActivityList, activityHref } from '../activity/index.ts'

interface RecentActivityProps {
  activities: AsyncData<WalletActivity[]>
  selected: string | undefined
  /** Without signal: as far as the activity goes. Then it is all that there is. */
  asOf: Date | undefined
  /** Without a session no receipt can be opened. */
  hasLinks: boolean
}

/** The latest activity, with a link to all of it. */
export function RecentActivity({ activities, selected, asOf, hasLinks }: RecentActivityProps) {
  const panes = useTwoPanes()
  const timeLabel = useTimeLabel()
  const time = asOf && timeLabel(asOf)
  const skeleton = useSkeleton(activities.data === undefined && !activities.failed)
  return (
    <Section
      title={<Trans>Activity</Trans>}
      flush
      end={
        time ? (
          <span className="text-label text-ink-2">
            <Trans>until {time}</Trans>
          </span>
        ) : (
          <TextLink size="label" href={paths.activity}>
            <Trans>See all</Trans>
          </TextLink>
        )
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
          activities={activities.data.slice(0, time ? keptActivityCount : recentActivityCount)}
          selected={panes ? selected : undefined}
          hrefOf={(activity) => (!hasLinks ? undefined : panes ? `${paths.home}?open=${activity.key}` : activityHref(activity))}
        />
      )}
    </Section>
  )
}

export const recentActivityCount = 5
