import { calendarDate } from '@nikau/contract/nz-time'
import type { WalletActivity } from '@nikau/contract/wallet-activity'
import { DayHeading, List } from '@nikau/ui'
import { useId } from 'react'
import { useDayText } from '../../lib/amount-words.ts'
import { ActivityRow } from './ActivityRow.tsx'

/** Movements under the days on which they happened. */
export function ActivityList({
  activities,
  hrefOf,
  selected,
  level,
}: {
  activities: readonly WalletActivity[]
  hrefOf: (activity: WalletActivity) => string
  /** The key of the one that is open beside the list. */
  selected?: string | undefined
  level?: 2 | 3 | undefined
}) {
  const id = useId()
  const dayText = useDayText()
  return [...Map.groupBy(activities, ({ createdAt }) => calendarDate(createdAt))].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`${id}${day}`}>
      <DayHeading id={`${id}${day}`} level={level}>
        {dayText(day)}
      </DayHeading>
      <List labelledBy={`${id}${day}`}>
        {ofDay.map((activity) => (
          <ActivityRow key={activity.key} activity={activity} href={hrefOf(activity)} selected={activity.key === selected} />
        ))}
      </List>
    </section>
  ))
}
