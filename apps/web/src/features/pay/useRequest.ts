import { getPaymentRequest, getPaymentRequestSummary, type PaymentRequest, type PaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type AsyncData, toAsyncData } from '../../lib/async-data.ts'
import { useFlags } from '../../lib/flags.ts'
import { queryClient, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { serverNow } from '../../lib/server-clock.ts'

type Total = NonNullable<PaymentRequest['paidBy']>['assetTotals'][number]

/** The request as these screens show it. A flag can switch them to the public summary, which lacks some fields. */
export interface RequestView
  extends
    Omit<PaymentRequestSummary, 'paidBy'>,
    Partial<Pick<PaymentRequest, 'shortCode' | 'taxNumber' | 'refundedAmount' | 'updatedAt' | 'preAuth' | 'patronCodeId'>> {
  paidBy?: { assetTotals: (Pick<Total, 'type' | 'total'> & Partial<Total>)[] } | undefined
}

export interface LoadedRequest extends AsyncData<RequestView> {
  /** There is no such request. */
  missing: boolean
  /** Refetches the request; undefined when that fails. */
  refresh: () => Promise<RequestView | undefined>
  /** Marks the cached request as paid before the refetch. */
  markPaid: () => void
}

export function useRequest(id: string): LoadedRequest {
  const { v2GetPaymentRequestEnabled: full } = useFlags()
  const input = { params: { id } }
  const fullQuery = useEndpointQuery(getPaymentRequest, input, { enabled: full })
  const summaryQuery = useEndpointQuery(getPaymentRequestSummary, input, { enabled: !full })
  const query = full ? fullQuery : summaryQuery
  const { method, path } = full ? getPaymentRequest : getPaymentRequestSummary
  return {
    ...toAsyncData<RequestView>(query.data, query),
    missing: query.data === undefined && (query.error?.status === 404 || query.error?.status === 400),
    refresh: async () => {
      const { data, isError } = await query.refetch()
      return isError ? undefined : data
    },
    markPaid: () =>
      queryClient.setQueryData<RequestView>([method, path, input], (cached) => cached && { ...cached, status: 'paid', paidAt: cached.paidAt ?? serverNow() }),
  }
}
