import type { DayOfTakings } from '@nikau/contract/merchant-payments'
import { type Cents, cents } from '@nikau/money'
import { hourOf } from '@nikau/nz/nz-time'

/** How today compares with the other day up to the same time. `percent` is absent if nothing was taken until then. */
export type Comparison = { kind: 'nothing-then' } | { kind: 'same' } | { kind: 'more' | 'less'; amount: Cents; percent?: bigint | undefined }

export function compareTakings(today: DayOfTakings, other: DayOfTakings): Comparison {
  if (other.count === 0) return { kind: 'nothing-then' }
  const before = other.soFar.amount
  const difference = today.amount - before
  if (difference === 0n) return { kind: 'same' }
  const amount = cents(difference < 0n ? -difference : difference)
  return { kind: difference > 0n ? 'more' : 'less', amount, percent: before === 0n ? undefined : (amount * 200n + before) / (before * 2n) }
}

/** An hour of the clock in both days. When clocks go back an hour comes twice, when they go forward one is missing. */
export interface Hour {
  key: string
  /** 0 to 23. */
  hour: number
  /** Absent if it has not begun, or does not exist on that day. */
  today: Cents | undefined
  other: Cents | undefined
  isOpen: boolean
}

const hourMs = 3_600_000
/** Shown even if nothing happened in them. */
const usual = { first: 9, last: 16 }

/** The hours from the first to the last in which something was taken on either day, with the one that it is now. */
export function hoursOf(today: DayOfTakings, other: DayOfTakings, now: Date): Hour[] {
  const [mine, theirs] = [byKey(today), byKey(other)]
  const hours = [...new Set([...mine.keys(), ...theirs.keys()])].toSorted().map((key) => {
    const slot = mine.get(key)
    const age = slot && now.getTime() - slot.at.getTime()
    return {
      key,
      hour: Number(key.slice(0, 2)),
      today: age !== undefined && age >= 0 ? slot!.amount : undefined,
      other: theirs.get(key)?.amount,
      isOpen: age !== undefined && age >= 0 && age < hourMs,
    }
  })
  const isShown = ({ hour, today: amount, other: before, isOpen }: Hour) =>
    Boolean(amount) || Boolean(before) || isOpen || (hour >= usual.first && hour <= usual.last)
  return hours.slice(hours.findIndex(isShown), hours.findLastIndex(isShown) + 1)
}

function byKey({ hours }: DayOfTakings): Map<string, DayOfTakings['hours'][number]> {
  const slots = new Map<string, DayOfTakings['hours'][number]>()
  for (const slot of hours) {
    const hour = String(hourOf(slot.at)).padStart(2, '0')
    slots.set(slots.has(hour) ? `${hour} again` : hour, slot)
  }
  return slots
}

export function busiest(hours: readonly Hour[]): Hour | undefined {
  const [highest] = hours.toSorted((a, b) => Number((b.today ?? 0n) - (a.today ?? 0n)))
  return highest?.today ? highest : undefined
}

/** `9 am` */
export function hourName(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`
}
