import { getPaymentRequest, getPaymentRequestSummary, type PaymentRequest, type PaymentRequestSummary } from '@nikau/contract/payment-requests'
import { type Part, partOf } from '../../lib/account.ts'
import { useFlags } from '../../lib/flags.ts'
import { queryClient, useAnswer } from '../../lib/hooks.ts'

type Total = NonNullable<PaymentRequest['paidBy']>['assetTotals'][number]

/** A request as these screens know it. What only the full answer tells may be missing: a flag can have them read the public summary. */
export interface ShownRequest
  extends Omit<PaymentRequestSummary, 'paidBy'>, Partial<Pick<PaymentRequest, 'shortCode' | 'taxNumber' | 'refundedAmount' | 'updatedAt'>> {
  paidBy?: { assetTotals: (Pick<Total, 'type' | 'total'> & Partial<Total>)[] } | undefined
}

export interface LoadedRequest extends Part<ShownRequest> {
  /** There is no such request. */
  missing: boolean
  /** Asks the server again; nothing when it could not be reached. */
  refresh: () => Promise<ShownRequest | undefined>
  /** What the person has just paid is paid, here and at once; the server is asked next. */
  markPaid: () => void
}

export function useRequest(id: string): LoadedRequest {
  const { v2GetPaymentRequestEnabled: full } = useFlags()
  const input = { params: { id } }
  const whole = useAnswer(getPaymentRequest, input, { enabled: full })
  const brief = useAnswer(getPaymentRequestSummary, input, { enabled: !full })
  const answer = full ? whole : brief
  const { method, path } = full ? getPaymentRequest : getPaymentRequestSummary
  return {
    ...partOf<ShownRequest>(answer.data, answer),
    missing: answer.data === undefined && (answer.error?.status === 404 || answer.error?.status === 400),
    refresh: async () => {
      const { data, isError } = await answer.refetch()
      return isError ? undefined : data
    },
    markPaid: () => queryClient.setQueryData<ShownRequest>([method, path, input], (known) => known && { ...known, status: 'paid' }),
  }
}
