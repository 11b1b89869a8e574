import { Trans, useLingui } from '@lingui/react/macro'
import type { WebhookDeliveryDetail } from '@nikau/contract/webhooks'
import { shortDate } from '@nikau/nz/nz-time'
import { CodeBlock, PortalCard, SelectField, Timeline, type TimelineEvent } from '@nikau/ui'
import { useState } from 'react'
import { timeWithSeconds, whenOf } from './times.ts'

interface Props {
  delivery: WebhookDeliveryDetail
}

/** Every try with its result, and what comes. */
export function Tries({ delivery: { tries, status, givenUpAt } }: Props) {
  const { t } = useLingui()
  const events = tries.map(({ number, at, result, status: answered, durationMs }): TimelineEvent => {
    const isTaken = answered !== undefined && answered >= 200 && answered < 300
    return {
      key: String(number),
      state: isTaken ? 'done' : 'failed',
      stateSpoken: isTaken ? t`Done` : t`Failed`,
      text: t`${answered ?? result} after ${durationMs} ms`,
      time: whenOf(at, timeWithSeconds),
    }
  })
  if (status === 'waiting')
    events.push(
      { key: 'next', state: 'now', stateSpoken: t`Now`, text: tries.length === 0 ? t`Being sent` : t`We try again by ourselves` },
      { key: 'end', state: 'later', stateSpoken: t`Later`, text: t`Given up, unless delivered`, time: shortDate(givenUpAt) },
    )
  if (status === 'failed') events.push({ key: 'end', state: 'failed', stateSpoken: t`Failed`, text: t`Given up` })
  return (
    <PortalCard title={<Trans>Tries</Trans>}>
      <Timeline label={t`Tries`} events={events} />
    </PortalCard>
  )
}

/** The start of what the server answered, the last one first. */
export function Answers({ delivery: { tries } }: Props) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const answered = tries.toReversed().filter(({ answer }) => answer !== undefined)
  const shown = answered.find(({ number }) => String(number) === chosen) ?? answered[0]
  if (!shown) return undefined
  return (
    <PortalCard title={<Trans>What your server answered</Trans>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {answered.length > 1 && (
          <SelectField
            label={t`Try`}
            value={String(shown.number)}
            onChange={setChosen}
            options={answered.map(({ number, result }) => ({ value: String(number), text: t`No. ${number}, ${result}` }))}
          />
        )}
        <CodeBlock label={t`Answer, its first 2,000 characters`} wrap>
          {shown.answer}
        </CodeBlock>
      </div>
    </PortalCard>
  )
}
