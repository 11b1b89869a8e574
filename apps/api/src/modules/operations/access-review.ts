import { addDays, addMonths, type CalendarDate, calendarDate, instantAt } from '@nikau/nz/nz-time'

/** The review of a quarter, in which each operator's roles are confirmed by another operator (DESK-14). */
export interface AccessReview {
  /** `2027-Q1`. */
  quarter: string
  /** When the quarter begins: operators who were added later are not reviewed in it. */
  from: Date
  lastDay: CalendarDate
  /** The end of the last day. */
  endsAt: Date
}

const reviewDays = 7

/** Of the quarter that contains a moment, in Auckland. */
export function accessReviewAt(at: Date): AccessReview {
  const today = calendarDate(at)
  const index = Math.floor((Number(today.slice(5, 7)) - 1) / 3)
  const firstDay = `${today.slice(0, 4)}-${String(index * 3 + 1).padStart(2, '0')}-01`
  return {
    quarter: `${today.slice(0, 4)}-Q${index + 1}`,
    from: instantAt(firstDay),
    lastDay: addDays(firstDay, reviewDays - 1),
    endsAt: instantAt(addDays(firstDay, reviewDays)),
  }
}

/** The first and the last day of the review after this one. */
export function nextReviewDays({ lastDay }: AccessReview): { firstDay: CalendarDate; lastDay: CalendarDate } {
  const firstDay = addMonths(`${lastDay.slice(0, 7)}-01`, 3)
  return { firstDay, lastDay: addDays(firstDay, reviewDays - 1) }
}
