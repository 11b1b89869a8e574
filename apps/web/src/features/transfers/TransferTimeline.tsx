import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FundsTransfer, StepKey, TransferStep } from '@nikau/contract/funds-transfers'
import { calendarDate, shortDate, timeOfDay } from '@nikau/contract/nz-time'
import { Timeline, type TimelineEvent } from '@nikau/ui'
import { useState } from 'react'
import { Words } from '../../lib/Words.tsx'

type Texts = Readonly<Record<StepKey, { past: MessageDescriptor; coming: MessageDescriptor }>>
const same = (text: MessageDescriptor) => ({ past: text, coming: text })

const texts: Readonly<Record<FundsTransfer['type'], Texts>> = {
  topup: {
    asked: same(msg`You asked for a top up`),
    sent: { past: msg`Sent to your bank`, coming: msg`Goes to your bank` },
    'at-bank': { past: msg`Your bank has paid`, coming: msg`Your bank pays` },
    held: same(msg`Held until you enter the code`),
    done: same(msg`In your wallet`),
    failed: same(msg`Your bank did not pay it`),
    reversed: same(msg`Your bank took it back`),
  },
  withdrawal: {
    asked: same(msg`You asked for a withdrawal`),
    sent: { past: msg`Sent to the bank`, coming: msg`Goes to the bank` },
    'at-bank': { past: msg`Your bank has it`, coming: msg`Your bank gets it` },
    held: same(msg`Held until you enter the code`),
    done: same(msg`In your bank account`),
    failed: same(msg`The bank sent it back`),
    reversed: same(msg`The bank sent it back`),
  },
}
const takenBack = msg`You took it back`

/** Asked, sent, at the bank, done or failed, each with its day: what has happened, and by when the rest will. */
export function TransferTimeline({ transfer }: { transfer: FundsTransfer }) {
  const { t } = useLingui()
  const now = transfer.timeline.findIndex((step) => step.at === undefined)
  const spoken = { done: t`Done`, now: t`Now`, later: t`Later`, failed: t`Failed` }
  return (
    <Timeline
      label={t`What happened`}
      events={transfer.timeline.map((step, index): TimelineEvent => {
        const state = stateOf(transfer, step, index === now)
        const { past, coming } = texts[transfer.type][step.key]
        const text = step.key === 'failed' && transfer.failure === 'aborted' ? takenBack : step.at ? past : coming
        return { key: `${index}${step.key}`, state, stateSpoken: spoken[state], text: <Words of={text} />, time: <StepTime step={step} /> }
      })}
    />
  )
}

/** What is held waits there, for the person and not for the bank. */
function stateOf({ held, failure }: FundsTransfer, { key, at }: TransferStep, isNext: boolean): TimelineEvent['state'] {
  if (held && key === 'held') return 'now'
  if (at === undefined) return isNext && !held ? 'now' : 'later'
  return (key === 'failed' && failure !== 'aborted') || key === 'reversed' ? 'failed' : 'done'
}

/** Of today the time, of other days the day. */
function StepTime({ step: { at, by } }: { step: TransferStep }) {
  const [today] = useState(() => calendarDate(new Date()))
  if (at) return calendarDate(at) === today ? timeOfDay(at) : shortDate(at)
  if (by === undefined) return undefined
  const day = shortDate(by)
  return <Trans>by {day}</Trans>
}
