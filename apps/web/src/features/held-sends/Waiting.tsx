import { Trans, useLingui } from '@lingui/react/macro'
import type { HeldSend } from '@nikau/contract/held-sends'
import { addDays, calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Figure, HourglassIcon, Section, StatusChip, Timeline } from '@nikau/ui'
import { useEffect, useState } from 'react'

/** "Sun 4:12 pm": a wait of days needs no date. */
const dayAndTime = (at: Date) => `${shortDate(at).slice(0, 3)} ${timeOfDay(at)}`

/** The hour at which the person decides is the largest thing on the screen. */
export function Waiting({ held }: { held: HeldSend }) {
  const { t } = useLingui()
  const isDue = held.status === 'due'
  const spoken = { done: t`Done`, now: t`Now`, later: t`Later` }
  const nothingLeft = (
    <span className="block text-label font-normal text-ink-2">
      <Trans>Nothing has left your wallet</Trans>
    </span>
  )
  const [tomorrow] = useState(() => addDays(calendarDate(new Date()), 1))
  const isTomorrow = calendarDate(held.decideAt) === tomorrow
  return (
    <>
      <span className="grid size-14 place-items-center rounded-full bg-warning-tint text-warning">
        <HourglassIcon />
      </span>
      <h1 className="n-heading pt-3" tabIndex={-1}>
        {isDue ? <Trans>Do you still want to send it?</Trans> : isTomorrow ? <Trans>Waiting until tomorrow</Trans> : <Trans>Waiting</Trans>}
      </h1>
      <p className="text-label text-ink-2">{isDue ? <Trans>You’ve waited. Now you decide.</Trans> : <Trans>Then you decide. It won’t send itself.</Trans>}</p>
      {!isDue && (
        <>
          <div className="pt-3">
            <Figure>{dayAndTime(held.decideAt)}</Figure>
          </div>
          <p className="pt-3">
            <TimeLeft until={held.decideAt} />
          </p>
        </>
      )}
      <Section>
        <Timeline
          label={t`What happens`}
          events={[
            { key: 'written', state: 'done', stateSpoken: spoken.done, text: <Trans>You wrote this send</Trans>, time: dayAndTime(held.createdAt) },
            {
              key: 'waiting',
              state: isDue ? 'done' : 'now',
              stateSpoken: isDue ? spoken.done : spoken.now,
              text: (
                <>
                  <Trans>Waiting</Trans>
                  {!isDue && nothingLeft}
                </>
              ),
            },
            {
              key: 'decide',
              state: isDue ? 'now' : 'later',
              stateSpoken: isDue ? spoken.now : spoken.later,
              text: (
                <>
                  <Trans>We ask you again</Trans>
                  {isDue && nothingLeft}
                </>
              ),
              time: dayAndTime(held.decideAt),
            },
            {
              key: 'forgotten',
              state: 'later',
              stateSpoken: spoken.later,
              text: <Trans>Forgotten, if you don’t answer</Trans>,
              time: shortDate(held.forgottenAt),
            },
          ]}
        />
      </Section>
    </>
  )
}

/** "23 h 48 min to go" */
function TimeLeft({ until }: { until: Date }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.max(0, Math.ceil((until.getTime() - now) / 60_000))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return (
    <StatusChip tone="warning">
      {hours > 0 ? (
        <Trans>
          {hours} h {rest} min to go
        </Trans>
      ) : (
        <Trans>{rest} min to go</Trans>
      )}
    </StatusChip>
  )
}
