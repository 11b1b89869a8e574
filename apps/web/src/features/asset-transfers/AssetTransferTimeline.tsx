import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetTransfer, AssetTransferStep } from '@nikau/contract/asset-transfers'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { BanIcon, Icon, Timeline, type TimelineEvent, UndoIcon } from '@nikau/ui'
import { useState } from 'react'
import { isByEmail, isWaiting, wasImmediate } from '../../lib/asset-transfer-state.ts'

/** What has happened with its times, and what happens on its own if nobody claims it. */
export function AssetTransferTimeline({ transfer }: { transfer: AssetTransfer }) {
  const { t } = useLingui()
  const [today] = useState(() => calendarDate(new Date()))
  const stepTime = (at: Date) => (calendarDate(at) === today ? timeOfDay(at) : shortDate(at))
  const spoken = { done: t`Done`, now: t`Now`, later: t`Later`, failed: t`Failed`, returned: t`Went back` }
  const past = shownSteps(transfer).map((step): TimelineEvent => {
    const state = stateOf(step)
    return {
      key: step.key,
      state,
      stateSpoken: spoken[state],
      icon: iconOf(step),
      text: <StepText transfer={transfer} step={step} />,
      time: stepTime(step.at),
    }
  })
  return <Timeline label={t`What happened`} events={[...past, ...comingEvents(transfer, spoken)]} />
}

type PastStep = AssetTransferStep & { at: Date }

/** Sending is one step for the sender: the message is queued in the instant in which they asked. The recipient sees when it was sent and when it was theirs. */
function shownSteps({ timeline, direction }: AssetTransfer): PastStep[] {
  const past = timeline.filter((step): step is PastStep => step.at !== undefined && step.key !== 'sent')
  return direction === 'sent' ? past : past.filter(({ key }) => key === 'asked' || key === 'claimed')
}

function stateOf({ key }: AssetTransferStep): TimelineEvent['state'] {
  if (key === 'failed') return 'failed'
  return key === 'cancelled' || key === 'declined' || key === 'expired' ? 'returned' : 'done'
}

function iconOf({ key }: AssetTransferStep) {
  if (key === 'cancelled') return <UndoIcon size="xs" />
  if (key === 'declined') return <BanIcon size="xs" />
  return key === 'expired' ? <Icon name="clock" size="xs" /> : undefined
}

function comingEvents({ timeline, status, direction }: AssetTransfer, spoken: { now: string; later: string }): TimelineEvent[] {
  if (direction === 'received') return []
  const dueDay = (key: AssetTransferStep['key']) => {
    const due = timeline.find((step) => step.key === key)?.due
    return due && shortDate(due)
  }
  const [reminder, returned] = [dueDay('reminded'), dueDay('returned')]
  if (status === 'expired') return [{ key: 'returned', state: 'now', stateSpoken: spoken.now, text: <Trans>Going back to you</Trans> }]
  if (!isWaiting(status)) return []
  return [
    {
      key: 'waiting',
      state: 'now',
      stateSpoken: spoken.now,
      text: <Trans>Waiting to be claimed</Trans>,
      detail: reminder === undefined ? undefined : <Trans>We send a reminder on {reminder}</Trans>,
    },
    {
      key: 'returned',
      state: 'later',
      stateSpoken: spoken.later,
      text: <Trans>Comes back to you</Trans>,
      detail: <Trans>if nobody claims it</Trans>,
      time: returned,
    },
  ]
}

function StepText({ transfer, step }: { transfer: AssetTransfer; step: AssetTransferStep }) {
  const { direction, senderName, recipientName, value } = transfer
  const email = isByEmail(transfer)
  switch (step.key) {
    case 'asked':
      return direction === 'sent' ? <Trans>You sent it</Trans> : <Trans>{senderName} sent it</Trans>
    case 'delivered':
      return email ? <Trans>Email delivered</Trans> : <Trans>Text delivered</Trans>
    case 'reminded':
      return <Trans>Reminder sent</Trans>
    case 'claimed':
      if (direction === 'received') return value === undefined ? <Trans>Yours</Trans> : <Trans>In your wallet</Trans>
      if (wasImmediate(transfer)) return <Trans>It arrived</Trans>
      return recipientName === undefined ? <Trans>Claimed</Trans> : <Trans>{recipientName} claimed it</Trans>
    case 'cancelled':
      return <Trans>You recalled it</Trans>
    case 'declined':
      return <Trans>Declined by the recipient</Trans>
    case 'expired':
      return <Trans>Not claimed in time</Trans>
    case 'failed':
      return email ? <Trans>Email not delivered</Trans> : <Trans>Text not delivered</Trans>
    case 'sent':
      return email ? <Trans>Email sent</Trans> : <Trans>Text sent</Trans>
    case 'returned':
      return value === undefined ? <Trans>Yours again</Trans> : <Trans>Back in your wallet</Trans>
  }
}
