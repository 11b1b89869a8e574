import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'

/** When a sale was noted, with its day where that is not the day on which it was recorded. */
export function notedTime({ notedAt, createdAt }: { notedAt?: Date | undefined; createdAt: Date }): string | undefined {
  if (notedAt === undefined) return undefined
  const time = timeOfDay(notedAt)
  return calendarDate(notedAt) === calendarDate(createdAt) ? time : `${shortDate(notedAt)}, ${time}`
}
