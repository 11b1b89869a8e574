import { getMerchantSummary } from '@nikau/contract'
import { initials, Mark, Party } from '@nikau/ui'
import { useAnswer } from '../../lib/hooks.ts'
import type { ShownRequest } from './useRequest.ts'

/** Who is paid. Where they are is told when it is known; nothing waits for it. */
export function Merchant({ request }: { request: Pick<ShownRequest, 'merchantId' | 'merchantName'> }) {
  const place = usePlaceOf(request.merchantId)
  return (
    <Party
      size="l"
      media={
        <Mark shape="leaf" tone="solid" size="l">
          {initials(request.merchantName)}
        </Mark>
      }
      name={request.merchantName}
      detail={place}
    />
  )
}

/** `Ponsonby, Auckland`. */
export function usePlaceOf(merchantId: string): string | undefined {
  const location = useAnswer(getMerchantSummary, { params: { id: merchantId } }).data?.location
  return location && ([location.suburb, location.city].filter(Boolean).join(', ') || undefined)
}
