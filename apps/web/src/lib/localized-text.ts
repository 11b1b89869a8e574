import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { addDays, calendarDate, type CalendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import type { Cents } from '@nikau/money'
import type { CallError } from './call-error.ts'

/** An amount as screen readers read it: "minus 8 dollars 50". */
export function useSpokenAmount(): (amount: Cents) => string {
  const { t } = useLingui()
  return (amount) => {
    const size = amount < 0n ? -amount : amount
    const dollars = Number(size / 100n)
    const rest = String(size % 100n).padStart(2, '0')
    const whole = t`${plural(dollars, { one: '# dollar', other: '# dollars' })}`
    const said = rest === '00' ? whole : `${whole} ${rest}`
    return amount < 0n ? t`minus ${said}` : said
  }
}

/** "Today", "Yesterday", "Thu 12 Nov"; with the year when it is not the current one. */
export function useDayLabel(): (date: CalendarDate) => string {
  const { t } = useLingui()
  return (date) => {
    const today = calendarDate(new Date())
    if (date === today) return t`Today`
    if (date === addDays(today, -1)) return t`Yesterday`
    return date.slice(0, 4) === today.slice(0, 4) ? shortDate(date) : `${shortDate(date)} ${date.slice(0, 4)}`
  }
}

/** "4:12 pm" today, otherwise with the day. */
export function useTimeLabel(): (at: Date) => string {
  const dayLabel = useDayLabel()
  return (at) => {
    const [day, time] = [calendarDate(at), timeOfDay(at)]
    return day === calendarDate(new Date()) ? time : `${dayLabel(day)} ${time}`
  }
}

/** When a refusal ends by itself, if it says so. */
export function useUntil(error: Pick<CallError, 'body'> | null): string | undefined {
  const timeLabel = useTimeLabel()
  const until = error?.body.until
  return typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? timeLabel(new Date(until)) : undefined
}
