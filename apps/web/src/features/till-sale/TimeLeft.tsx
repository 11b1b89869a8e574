import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { CountdownRing } from '@nikau/ui'
import { useState } from 'react'
import { useNow } from './useNow.ts'

export const secondsLeft = (request: PaymentRequest, now: Date): number => Math.max(0, Math.ceil((request.expiresAt.getTime() - now.getTime()) / 1000))

/** `1:36` */
export const inFigures = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** "1 minute 36 seconds left" */
export function useTimeInWords(): (seconds: number) => string {
  const { t } = useLingui()
  return (seconds) => {
    const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
    const minutesText = t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
    const secondsText = t`${plural(rest, { one: '# second', other: '# seconds' })}`
    if (minutes === 0) return t`${secondsText} left`
    return rest === 0 ? t`${minutesText} left` : t`${minutesText} ${secondsText} left`
  }
}

const announceAt = [60, 30, 10]

/** The time that the customer has, as a ring with figures; read out at 60, 30 and 10 seconds. */
export function TimeRing({ request }: { request: PaymentRequest }) {
  const inWords = useTimeInWords()
  const seconds = secondsLeft(request, useNow())
  const [announced, setAnnounced] = useState<number>()
  const step = announceAt.findLast((at) => seconds <= at)
  if (step !== announced) setAnnounced(step)
  return (
    <CountdownRing fraction={seconds / Math.max(1, request.expirySeconds)} announcement={announced === undefined ? '' : inWords(Math.min(announced, seconds))}>
      {inFigures(seconds)}
    </CountdownRing>
  )
}

export function TimeInWords({ request }: { request: PaymentRequest }) {
  const inWords = useTimeInWords()
  return <>{inWords(secondsLeft(request, useNow()))}</>
}
