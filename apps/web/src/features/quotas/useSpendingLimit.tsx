import type { OwnLimit } from '@nikau/contract/own-limits'
import { type Cents, subtract, zero } from '@nikau/money'
import type { ReactNode } from 'react'
import { useScreenPath } from '../../lib/current-screen.ts'
import { paths } from '../../lib/paths.ts'
import { OwnLimitLeft } from '../../lib/OwnLimitText.tsx'
import { useOwnLimits } from '../../lib/own-limits.ts'
import { useQuotas, useRemainingText } from './useQuotas.ts'

export interface SpendingLimit {
  /** The most that one payment or send can be now. */
  most: Cents
  text: ReactNode
  /** Where the limit is explained, or changed. */
  href: string
}

/** The limit that leaves the least for a payment or send: Nikau's, or the person's own. Undefined while none is known. */
export function useSpendingLimit({ isToNewPerson = false }: { isToNewPerson?: boolean } = {}): SpendingLimit | undefined {
  const remainingText = useRemainingText()
  const spend = useQuotas().data?.spend
  const own = useOwnLimits({ enabled: useScreenPath('own-limits') !== undefined }).data?.limits ?? []
  const quotas = [spend?.monthlyQuota, spend?.yearlyQuota].filter((quota) => quota !== undefined)
  const limits: SpendingLimit[] = [
    ...quotas.map((quota) => ({ most: quota.remainingUsage, text: remainingText(quota), href: paths.limits })),
    ...own
      .filter(({ name }) => name === 'one-payment' || name === 'one-day' || (name === 'new-people' && isToNewPerson))
      .flatMap((limit) => {
        const most = leftOf(limit)
        return most === undefined ? [] : [{ most, text: <OwnLimitLeft limit={limit.name} left={most} />, href: paths.ownLimits }]
      }),
  ]
  return limits.length === 0 ? undefined : limits.reduce((lowest, limit) => (limit.most < lowest.most ? limit : lowest))
}

function leftOf({ limit, lowered, usage = zero }: OwnLimit): Cents | undefined {
  const inForce = lowered?.limit ?? limit
  if (inForce === undefined) return undefined
  return usage >= inForce ? zero : subtract(inForce, usage)
}
