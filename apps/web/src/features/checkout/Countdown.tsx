import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/contract/nz-time'
import { useEffect, useState } from 'react'

/** Seconds from which on they are counted; before that the time of day says it more quietly. */
const countedFrom = 120
const spoken = [60, 30, 10]

/** Until when the request can be paid, by the server's clock. */
export function Countdown({ until, ahead }: { until: Date; ahead: number }) {
  const { t } = useLingui()
  const left = useSecondsLeft(until.getTime() - ahead)
  const time = timeOfDay(until)
  if (left > countedFrom) return <span>{<Trans>Expires {time}</Trans>}</span>
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  const seconds = spoken.findLast((at) => left <= at && left > at - 5)
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
  const left = () => Math.max(0, Math.ceil((end - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const tick = () => setSeconds(left())
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- what is left follows from the end and the clock
  }, [end])
  return seconds
}
