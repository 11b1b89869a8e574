import { getMerchantSummary } from '@nikau/contract'
import { initials, Avatar, Party } from '@nikau/ui'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { pictureUrl } from '../../lib/shop-picture.ts'
import type { RequestView } from './useRequest.ts'

/** The merchant, with its location and its look once they have loaded. */
export function MerchantHeader({ request }: { request: Pick<RequestView, 'merchantId' | 'merchantName'> }) {
  const location = useMerchantLocation(request.merchantId)
  const { logo, colour } = useEndpointQuery(getMerchantSummary, { params: { id: request.merchantId } }).data ?? {}
  return (
    <Party
      size="l"
      media={
        <Avatar shape="leaf" tone="solid" size="l" colour={colour}>
          {logo === undefined ? initials(request.merchantName) : <img src={pictureUrl(logo)} alt="" />}
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
