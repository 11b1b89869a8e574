import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { serverNow } from '../../lib/server-clock.ts'

/** `4:12:31 pm` */
export const timeWithSeconds = (at: Date): string => timeOfDay(at).replace(' ', `:${String(at.getUTCSeconds()).padStart(2, '0')} `)

/** The time of today, or the day with the time. */
export function whenOf(at: Date, timeOf: (at: Date) => string = timeOfDay): string {
  return calendarDate(at) === calendarDate(serverNow()) ? timeOf(at) : `${shortDate(at)}, ${timeOf(at)}`
}
