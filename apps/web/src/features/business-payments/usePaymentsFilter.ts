import type { QueryOf } from '@nikau/contract'
import type { getMerchantPaymentTotals } from '@nikau/contract/merchant-payments'
import type { PaymentStatus } from '@nikau/contract/payment-status'
import { addDays, calendarDate, type CalendarDate } from '@nikau/nz/nz-time'
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'

/** `usual`: 7 days, or any day while something is searched. */
export const periods = ['usual', 'today', 'month'] as const
export type Period = (typeof periods)[number]

export const statusGroups = {
  all: undefined,
  paid: ['paid'],
  'part-paid': ['part-paid'],
  refunded: ['part-refunded', 'refunded'],
  checking: ['waiting', 'bank-finishing'],
  'not-paid': ['declined', 'expired', 'cancelled'],
} as const satisfies Record<string, readonly PaymentStatus[] | undefined>
export type StatusGroup = keyof typeof statusGroups

export interface PaymentsFilter {
  period: Period
  group: StatusGroup
  text: string
  /** The text as it is searched; it follows the typing. */
  searched: string
  isFiltered: boolean
  today: CalendarDate
  /** The first day; undefined for any. */
  from: CalendarDate | undefined
  query: NonNullable<QueryOf<typeof getMerchantPaymentTotals>>
  setPeriod: (period: Period) => void
  setGroup: (group: StatusGroup) => void
  setText: (text: string) => void
  clear: () => void
}

const daysOf = { usual: 7, today: 1, month: 31 } as const

/** The filter lives in the address, so that coming back from a payment restores the list. */
export function usePaymentsFilter(): PaymentsFilter {
  const [params, setParams] = useSearchParams()
  const [today] = useState(() => calendarDate(new Date()))
  const [text, setText] = useState(params.get('q') ?? '')
  const searched = useDeferredValue(text.trim())
  const period = periods.find((name) => name === params.get('days')) ?? 'usual'
  const group = (Object.keys(statusGroups) as StatusGroup[]).find((name) => name === params.get('status')) ?? 'all'
  const change = (values: Record<string, string>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(name)
          else before.set(name, value)
        }
        return before
      },
      { replace: true },
    )
  const from = period === 'usual' && searched !== '' ? undefined : addDays(today, 1 - daysOf[period])
  const status = statusGroups[group]
  return {
    period,
    group,
    text,
    searched,
    isFiltered: period !== 'usual' || group !== 'all' || searched !== '',
    today,
    from,
    query: { ...(from !== undefined && { from }), ...(status && { status: [...status] }), ...(searched !== '' && { search: searched }) },
    setPeriod: (chosen) => change({ days: chosen === 'usual' ? '' : chosen }),
    setGroup: (chosen) => change({ status: chosen === 'all' ? '' : chosen }),
    setText: (typed) => {
      setText(typed)
      change({ q: typed.trim() })
    },
    clear: () => {
      setText('')
      change({ q: '', days: '', status: '' })
    },
  }
}
