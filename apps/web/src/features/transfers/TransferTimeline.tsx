import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FundsTransfer, StepKey, TransferStep } from '@nikau/contract/funds-transfers'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Timeline, type TimelineEvent } from '@nikau/ui'
import { useState } from 'react'
import { Message } from '../../lib/Message.tsx'

type Texts = Readonly<Record<StepKey, { past: MessageDescriptor; coming: MessageDescriptor }>>
const same = (text: MessageDescriptor) => ({ past: text, coming: text })

const texts: Readonly<Record<FundsTransfer['type'], Texts>> = {
  topup: {
    requested: same(msg`You requested a top-up`),
    sent: { past: msg`Sent to your bank`, coming: msg`Sending to your bank` },
    'at-bank': same(msg`Paid by your bank`),
    held: same(msg`Held until you enter the code`),
    done: same(msg`In your wallet`),
    failed: same(msg`Your bank declined it`),
    reversed: same(msg`Your bank reversed it`),
  },
  withdrawal: {
    requested: same(msg`You requested a withdrawal`),
    sent: { past: msg`Sent to your bank`, coming: msg`Sending to your bank` },
    'at-bank': same(msg`Received by your bank`),
    held: same(msg`Held until you enter the code`),
    done: same(msg`In your bank account`),
    failed: same(msg`Your bank returned it`),
    reversed: same(msg`Your bank returned it`),
  },
}
const cancelled = msg`You cancelled it`
const approved = msg`You approved it at your bank`

/** The transfer's steps with their dates, past and expected. */
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
        const told = step.key === 'sent' && transfer.bank !== undefined ? approved : step.at ? past : coming
        const text = step.key === 'failed' && transfer.failure === 'aborted' ? cancelled : told
        return { key: `${index}${step.key}`, state, stateSpoken: spoken[state], text: <Message of={text} />, time: <StepTime step={step} /> }
      })}
    />
  )
}

/** A held transfer waits for the person to enter the code, not for the bank. */
function stateOf({ held, failure }: FundsTransfer, { key, at }: TransferStep, isNext: boolean): Exclude<TimelineEvent['state'], 'returned'> {
  if (held && key === 'held') return 'now'
  if (at === undefined) return isNext && !held ? 'now' : 'later'
  return (key === 'failed' && failure !== 'aborted') || key === 'reversed' ? 'failed' : 'done'
}

/** The time for today, the date for other days. */
function StepTime({ step: { at, by } }: { step: TransferStep }) {
  const [today] = useState(() => calendarDate(new Date()))
  if (at) return calendarDate(at) === today ? timeOfDay(at) : shortDate(at)
  if (by === undefined) return undefined
  const day = shortDate(by)
  return <Trans>by {day}</Trans>
}
