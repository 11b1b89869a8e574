import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'

/** Auckland's time: `2:41 pm` today, `Mon 16 Nov, 4:48 pm` on another day. */
export function momentText(at: Date, now: Date): string {
  return calendarDate(at) === calendarDate(now) ? timeOfDay(at) : fullMoment(at)
}

/** `Tue 17 Nov, 2:41 pm` */
export const fullMoment = (at: Date): string => `${shortDate(at)}, ${timeOfDay(at)}`

/** `2:41:08 pm` */
const timeWithSeconds = (at: Date): string => timeOfDay(at).replace(' ', `:${String(at.getUTCSeconds()).padStart(2, '0')} `)

/** To the second, as rows of a log have it: `2:41:08 pm` today, `Mon 16 Nov, 4:48:02 pm` on another day. */
export const secondText = (at: Date, now: Date): string =>
  calendarDate(at) === calendarDate(now) ? timeWithSeconds(at) : `${shortDate(at)}, ${timeWithSeconds(at)}`

/** To the millisecond: `Tue 17 Nov 2026, 2:41:08.114 pm` */
export function exactMoment(at: Date): string {
  const time = timeWithSeconds(at).replace(' ', `.${String(at.getUTCMilliseconds()).padStart(3, '0')} `)
  return `${shortDate(at)} ${calendarDate(at).slice(0, 4)}, ${time}`
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** An age or what is left, in two units: `4 d 3 h`, `22 h 31 min`, `12 min`, `41 s`. Seconds stand alone. */
export function spanText(ms: number): string {
  const positive = Math.max(0, ms)
  const at = Math.max(
    0,
    units.findIndex(([, size]) => positive >= size),
  )
  const first = units[positive < 1000 ? 3 : at]!
  const second = units[at + 1]
  const rest = second && second[0] !== 's' && positive >= 1000 ? Math.floor((positive % first[1]) / second[1]) : 0
  return `${Math.floor(positive / first[1])} ${first[0]}${rest > 0 ? ` ${rest} ${second![0]}` : ''}`
}
