import { useLingui } from '@lingui/react/macro'
import { addDays, calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { useState } from 'react'

/** The last day that is left whole; on the day after it, the time until which a refund is possible. */
export function useLastDay(until: Date): string {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(new Date()))
  const end = calendarDate(until)
  const time = timeOfDay(until)
  return end === today ? t`${time} today` : shortDate(addDays(end, -1))
}
