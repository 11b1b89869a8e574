import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { useEffect, useState } from 'react'

/** From here on seconds are counted; before that, the time of day is calmer. */
const countdownFromSeconds = 120
const announceAtSeconds = [60, 30, 10]

/** Time until the request expires, by the server's clock. */
export function Countdown({ expiresAt, clockOffset }: { expiresAt: Date; clockOffset: number }) {
  const { t } = useLingui()
  const secondsLeft = useSecondsLeft(expiresAt.getTime() - clockOffset)
  const time = timeOfDay(expiresAt)
  if (secondsLeft > countdownFromSeconds) return <span>{<Trans>Expires {time}</Trans>}</span>
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  const seconds = announceAtSeconds.findLast((at) => secondsLeft <= at && secondsLeft > at - 5)
  return (
    <>
      <span aria-hidden>
        <Trans>Expires in {clock}</Trans>
      </span>
      <span className="n-hidden" role="timer" aria-live="polite">
        {seconds === undefined ? '' : t`${seconds} seconds left to pay`}
      </span>
    </>
  )
}

function useSecondsLeft(end: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((end - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- secondsLeft depends on `end` only
  }, [end])
  return seconds
}
