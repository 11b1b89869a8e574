import { useLingui } from '@lingui/react/macro'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { useState } from 'react'

/** The day and time until which a refund is possible, which is the time of day that it was paid at. */
export function useLastDay(until: Date): string {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(new Date()))
  const end = calendarDate(until)
  const time = timeOfDay(until)
  const day = shortDate(until)
  return end === today ? t`${time} today` : t`${day}, ${time}`
}
