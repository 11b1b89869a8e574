import { useLingui } from '@lingui/react/macro'
import { addDays, calendarDate, shortDate } from '@nikau/nz/nz-time'
import { useState } from 'react'

const daysAhead = [0, 1, 7, 14, 30, 90]

/** The last days to choose from, in words. */
export function useLastDays(): { value: string; text: string }[] {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(new Date()))
  return [{ value: '', text: t`No end` }, ...daysAhead.map((days) => addDays(today, days)).map((day) => ({ value: day, text: shortDate(day) }))]
}
