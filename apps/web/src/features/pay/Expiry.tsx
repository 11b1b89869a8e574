import { Trans, useLingui } from '@lingui/react/macro'
import { CountdownRing } from '@nikau/ui'
import { useState } from 'react'

/** Time is spoken of only when it is short. */
const shownFromSeconds = 120
const spokenAt = [60, 30, 10]

/** What is left of a request's time, in its last two minutes. */
export function Expiry({ expiresAt, now }: { expiresAt: Date; now: Date }) {
  const { t } = useLingui()
  const left = Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000))
  const [spoken, setSpoken] = useState<{ due: number; left: number }>()
  const due = spokenAt.findLast((seconds) => left <= seconds)
  if (due !== undefined && due !== spoken?.due && left > 0) setSpoken({ due, left })
  if (left > shownFromSeconds || left === 0) return undefined
  return (
    <CountdownRing
      fraction={left / shownFromSeconds}
      size="m"
      unit={<Trans>sec</Trans>}
      announcement={spoken === undefined ? '' : t`${spoken.left} seconds left to pay`}
    >
      {left}
    </CountdownRing>
  )
}
