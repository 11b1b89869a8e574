import type { QueryOf } from '@nikau/contract'
import type { getMerchantPaymentTotals } from '@nikau/contract/merchant-payments'
import { parseDollars } from '@nikau/money'
import { addDays, calendarDate, instantAt } from '@nikau/nz/nz-time'
import { parseShortCode } from '../payment-requests/index.ts'

export type FilterQuery = QueryOf<typeof getMerchantPaymentTotals>

/** What a search asks for. A short code is looked up first; without such a payment its text is searched like any other. */
export interface Search {
  text: string
  shortCode: string | undefined
  amount: bigint | undefined
  /** An amount with a dollar sign or cents is nothing but an amount. */
  isAmountOnly: boolean
}

export interface Filter {
  merchantId: string
  now: Date
  from: Date | undefined
  until: Date
  status: readonly string[] | undefined
  method: readonly string[] | undefined
  where: string | undefined
  search: Search | undefined
}

const defaultDays = 7

/** A list without days and without a search has the last 7. A search without days has all. */
export function toFilter(merchantId: string, query: FilterQuery, now: Date): Filter {
  const to = query.to ?? calendarDate(now)
  const search = query.search?.trim()
  const from = query.from ?? (search ? undefined : addDays(to, 1 - defaultDays))
  return {
    merchantId,
    now,
    from: from === undefined ? undefined : instantAt(from),
    until: instantAt(addDays(to, 1)),
    status: query.status,
    method: query.method,
    where: query.where,
    search: search ? toSearch(search) : undefined,
  }
}

function toSearch(text: string): Search {
  return { text, shortCode: parseShortCode(text), amount: parseDollars(text), isAmountOnly: /^\$|\.\d\d$/.test(text) && parseDollars(text) !== undefined }
}
