import { useLingui } from '@lingui/react/macro'
import { type CalendarDate, weekdayOf } from '@nikau/nz/nz-time'

/** The name of the weekday of a day. */
export function useWeekday(): (day: CalendarDate) => string {
  const { t } = useLingui()
  const names = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`]
  return (day) => names[weekdayOf(day)]!
}
