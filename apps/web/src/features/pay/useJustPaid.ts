import { useEffect, useState } from 'react'
import { celebratedMs, isJustPaid } from '../../lib/just-paid.ts'
import { serverNow } from '../../lib/server-clock.ts'

/** Whether the payment was made within minutes; becomes false on an open page as well. */
export function useJustPaid(paidAt: Date | undefined): boolean {
  const [now, setNow] = useState(serverNow)
  const isJust = isJustPaid(paidAt, now)
  const endsAt = paidAt && isJust ? paidAt.getTime() + celebratedMs : undefined
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setTimeout(() => setNow(serverNow()), endsAt - serverNow().getTime() + 1000)
    return () => clearTimeout(timer)
  }, [endsAt])
  return isJust
}
