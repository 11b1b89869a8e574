import { calendarDate, intervalOf, longDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { serverNow } from '../../lib/server-clock.ts'

/** `4:12:31 pm` */
export const timeWithSeconds = (at: Date): string => timeOfDay(at).replace(' ', `:${String(at.getUTCSeconds()).padStart(2, '0')} `)

/** A day of this year, or of another one with the year: `Fri 19 Nov` of next year reads as if it were near. */
export const dayOf = (at: Date): string => (intervalOf(at, 'yearly') === intervalOf(serverNow(), 'yearly') ? shortDate(at) : longDate(at))

/** The time of today, or the day with the time. The time stays on one line. */
export function whenOf(at: Date, timeOf: (at: Date) => string = timeOfDay): string {
  const time = timeOf(at).replace(' ', '\u00a0')
  return calendarDate(at) === calendarDate(serverNow()) ? time : `${dayOf(at)}, ${time}`
}
