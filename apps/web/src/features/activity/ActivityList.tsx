import { calendarDate } from '@nikau/nz/nz-time'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { DayHeading, List } from '@nikau/ui'
import { useId } from 'react'
import { useDayLabel } from '../../lib/localized-text.ts'
import { ActivityRow } from './ActivityRow.tsx'

/** Activity rows grouped by New Zealand calendar day. */
export function ActivityList({
  activities,
  hrefOf,
  selected,
  level,
}: {
  activities: readonly WalletActivity[]
  hrefOf: (activity: WalletActivity) => string | undefined
  /** The key of the row open in the detail pane. */
  selected?: string | undefined
  level?: 2 | 3 | undefined
}) {
  const id = useId()
  const dayText = useDayLabel()
  return [...Map.groupBy(activities, ({ createdAt }) => calendarDate(createdAt))].map(([day, dayActivities]) => (
    <section key={day} aria-labelledby={`${id}${day}`}>
      <DayHeading id={`${id}${day}`} level={level}>
        {dayText(day)}
      </DayHeading>
      <List labelledBy={`${id}${day}`}>
        {dayActivities.map((activity) => (
          <ActivityRow key={activity.key} activity={activity} href={hrefOf(activity)} selected={activity.key === selected} />
        ))}
      </List>
    </section>
  ))
}
