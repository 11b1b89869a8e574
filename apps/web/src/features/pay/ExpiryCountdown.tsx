import { Trans, useLingui } from '@lingui/react/macro'
import { CountdownRing } from '@nikau/ui'
import { useState } from 'react'

const showFromSeconds = 120
const announceAtSeconds = [60, 30, 10]

/** The last two minutes before the request expires. */
export function ExpiryCountdown({ expiresAt, now }: { expiresAt: Date; now: Date }) {
  const { t } = useLingui()
  const secondsLeft = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
  const [announced, setAnnounced] = useState<{ threshold: number; seconds: number }>()
  const threshold = announceAtSeconds.findLast((seconds) => secondsLeft <= seconds)
  if (threshold !== undefined && threshold !== announced?.threshold && secondsLeft > 0) setAnnounced({ threshold, seconds: secondsLeft })
  if (secondsLeft > showFromSeconds || secondsLeft === 0) return undefined
  return (
    <CountdownRing
      fraction={secondsLeft / showFromSeconds}
      size="m"
      unit={<Trans>sec</Trans>}
      announcement={announced === undefined ? '' : t`${announced.seconds} seconds left to pay`}
    >
      {secondsLeft}
    </CountdownRing>
  )
}
