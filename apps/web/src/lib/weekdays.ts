import { useLingui } from '@lingui/react/macro'
import { type CalendarDate, weekdayOf } from '@nikau/nz/nz-time'

/** The name of a weekday; 0 is Sunday. */
export function useWeekdayName(): (weekday: number) => string {
  const { t } = useLingui()
  const names = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`]
  return (weekday) => names[weekday]!
}

/** The name of the weekday of a day. */
export function useWeekday(): (day: CalendarDate) => string {
  const nameOf = useWeekdayName()
  return (day) => nameOf(weekdayOf(day))
}
