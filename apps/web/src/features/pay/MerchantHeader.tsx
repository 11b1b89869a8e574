import { getMerchantSummary } from '@nikau/contract'
import { initials, Avatar, Party } from '@nikau/ui'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import type { RequestView } from './useRequest.ts'

/** The merchant, with its location once that has loaded. */
export function MerchantHeader({ request }: { request: Pick<RequestView, 'merchantId' | 'merchantName'> }) {
  const location = useMerchantLocation(request.merchantId)
  return (
    <Party
      size="l"
      media={
        <Avatar shape="leaf" tone="solid" size="l">
          {initials(request.merchantName)}
        </Avatar>
      }
      name={request.merchantName}
      detail={location}
    />
  )
}

/** `Ponsonby, Auckland`. */
export function useMerchantLocation(merchantId: string): string | undefined {
  const location = useEndpointQuery(getMerchantSummary, { params: { id: merchantId } }).data?.location
  return location && ([location.suburb, location.city].filter(Boolean).join(', ') || undefined)
}
