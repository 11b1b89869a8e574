import type { Liveness } from '@nikau/contract/amounts'
import { type Cents, cents } from '@nikau/money'
import { useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'

export interface ForPayment {
  /** The payment, which the top-up returns to. */
  path: string
  /** What the payment lacks. */
  lacking: Cents
  /** Test money is topped up for a test payment. */
  liveness: Liveness | undefined
}

/** The payment that the top-up is made for; undefined when the top-up is for its own sake. */
export function useForPayment(): ForPayment | undefined {
  const [params] = useSearchParams()
  const [requestId, lacking] = [params.get('pay'), params.get('cents')]
  if (requestId === null || !/^[\w-]{1,64}$/.test(requestId)) return undefined
  const liveness = params.get('liveness')
  return {
    path: paths.pay(requestId),
    lacking: cents(lacking !== null && /^\d{1,9}$/.test(lacking) ? BigInt(lacking) : 0n),
    liveness: liveness === 'test' || liveness === 'main' ? liveness : undefined,
  }
}
