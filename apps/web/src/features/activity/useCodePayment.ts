import { isTokenType } from '@nikau/contract/asset-display'
import { getPaymentRequest, type PaymentRequest } from '@nikau/contract/payment-requests'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

export type CodePayment = Pick<PaymentRequest, 'id' | 'merchantName' | 'createdAt' | 'offlineCode' | 'barcode'>
export type TokenLeg = NonNullable<PaymentRequest['paidBy']>['assetTotals'][number]

interface RequestOfPayment {
  shortCode: string | undefined
  request: CodePayment | undefined
  /** With which the rest of the order was paid. */
  tokens: readonly TokenLeg[]
  isLoading: boolean
}

/** The request of a payment: its code, to read out to support, its tokens, and the request itself if a till made it with the person's code. */
export function useCodePayment(requestId: string | undefined): RequestOfPayment {
  const query = useEndpointQuery(getPaymentRequest, { params: { id: requestId ?? '' } }, { enabled: deployed.people.guard && requestId !== undefined })
  const isByCode = query.data?.patronCodeId !== undefined || query.data?.offlineCode !== undefined
  const tokens = query.data?.paidBy?.assetTotals.filter(({ type }) => isTokenType(type)) ?? []
  return { shortCode: query.data?.shortCode, request: isByCode ? query.data : undefined, tokens, isLoading: query.isLoading }
}
