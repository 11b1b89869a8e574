import type { PaymentLinkStatus } from '@nikau/contract/payment-links'
import { type Cents, cents } from '@nikau/money'
import { addDays, type CalendarDate, calendarDate } from '@nikau/nz/nz-time'

/** How a link may be paid. */
export interface LinkTerms {
  kind: 'fixed' | 'typed' | 'till'
  amount: bigint | null
  least: bigint | null
  most: bigint | null
  once: boolean
  lastDay: CalendarDate | null
  closedAt: Date | null
}

export function statusOfLink(link: LinkTerms, { isPaid, now }: { isPaid: boolean; now: Date }): PaymentLinkStatus {
  if (link.closedAt !== null) return 'closed'
  if (link.once && isPaid) return 'used'
  return link.lastDay !== null && calendarDate(now) > link.lastDay ? 'ended' : 'open'
}

/** The amount to request; undefined when it is not one that the link asks for. */
export function amountOf(link: LinkTerms, typed: Cents | undefined): Cents | undefined {
  if (link.kind === 'fixed') return typed === undefined || typed === link.amount ? cents(link.amount!) : undefined
  if (link.kind === 'till' || typed === undefined) return undefined
  return typed >= (link.least ?? 0n) && (link.most === null || typed <= link.most) ? typed : undefined
}

const longestDays = 2 * 366

export function isLastDayValid(lastDay: CalendarDate, now: Date): boolean {
  const today = calendarDate(now)
  return lastDay >= today && lastDay <= addDays(today, longestDays)
}

/** Time to choose a bank and sign in there. A payment that has begun may take longer. */
export const requestSeconds = 15 * 60

export const maxOpenLinks = 500

/** Calls a minute for one link from one address. */
export const callsPerMinute = 20
