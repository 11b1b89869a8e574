import { getPaymentRequest, type PaymentRequest } from '@nikau/contract/payment-requests'
import { deployed } from '../../lib/config.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'

export type CodePayment = Pick<PaymentRequest, 'id' | 'merchantName' | 'createdAt' | 'offlineCode' | 'barcode'>

/** The request of a payment: its code, to read out to support, and the request itself if a till made it with the person's code. */
export function useCodePayment(requestId: string | undefined): { shortCode: string | undefined; request: CodePayment | undefined; isLoading: boolean } {
  const query = useEndpointQuery(getPaymentRequest, { params: { id: requestId ?? '' } }, { enabled: deployed.people.guard && requestId !== undefined })
  const isByCode = query.data?.patronCodeId !== undefined || query.data?.offlineCode !== undefined
  return { shortCode: query.data?.shortCode, request: isByCode ? query.data : undefined, isLoading: query.isLoading }
}
