import { Trans, useLingui } from '@lingui/react/macro'
import { maxReplay, replayWebhook, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, Notice, Radio, RadioGroup, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { livenessOf } from '../../lib/webhooks-of-view.ts'
import { reloadDeliveries } from './reload.ts'

/** Sends a range of events again, or all that failed. */
export function ReplaySheet({ endpoint: { accountId, id: webhookId }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { t } = useLingui()
  const [what, setWhat] = useState<'failed' | 'range'>('failed')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { isTest } = useBusiness()
  const replay = useEndpointMutation(replayWebhook)
  const [fromSequence, toSequence] = [numberOf(from), numberOf(to)]
  const range = fromSequence !== undefined && toSequence !== undefined && fromSequence <= toSequence ? { fromSequence, toSequence } : undefined
  const count = range && range.toSequence - range.fromSequence + 1
  const isTooLong = count !== undefined && count > maxReplay
  const send = async () => {
    setChecked(true)
    const chosen = what === 'failed' ? { status: 'failed' as const } : isTooLong ? undefined : range
    const body = chosen && { ...chosen, liveness: livenessOf(isTest) }
    const sent = body && (await replay.mutateAsync({ params: { accountId, webhookId }, body }).catch(() => undefined)) // shown below
    if (!sent) return
    reloadDeliveries()
    toast({ text: sent.count === 0 ? t`There was nothing to send again` : t`${sent.count} are sent again` })
    onClose()
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Send events again</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void send()} busy={replay.isPending} busyLabel={t`Sending again`}>
          {what === 'range' && count !== undefined && !isTooLong ? <Trans>Send {count} again</Trans> : <Trans>Send again</Trans>}
        </Button>
      }
    >
      <div className="grid gap-5">
        <RadioGroup label={t`Which events`} value={what} onChange={setWhat}>
          <Radio value="failed" detail={<Trans>Given up, or still being tried</Trans>}>
            <Trans>All that failed</Trans>
          </Radio>
          <Radio value="range" detail={<Trans>Also those that your server has taken</Trans>}>
            <Trans>A range of numbers</Trans>
          </Radio>
        </RadioGroup>
        {what === 'range' && (
          <div className="n-side-by-side">
            <TextField
              label={t`From number`}
              inputMode="numeric"
              value={from}
              onChange={setFrom}
              autoComplete="off"
              error={isChecked && !range ? t`Enter two numbers, the smaller one first` : undefined}
            />
            <TextField
              label={t`To number`}
              inputMode="numeric"
              value={to}
              onChange={setTo}
              autoComplete="off"
              error={isTooLong ? t`At most ${maxReplay} at once, and these are ${count}` : undefined}
            />
          </div>
        )}
        <p className="text-ink-2">
          <Trans>At most 1,000 at once, in order, under the same ids and newly signed. New events are not held up.</Trans>
        </p>
        {replay.error && <ReplayProblem error={replay.error} />}
      </div>
    </Sheet>
  )
}

const numberOf = (text: string) => (/^\s*[1-9]\d{0,14}\s*$/.test(text) ? Number(text) : undefined)

export function ReplayProblem({ error }: { error: CallError }) {
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was sent again</Trans>}>
      {error.code === 'REPLAY_TOO_LONG' ? (
        <Trans>These are more than 1,000 events. Send them in ranges of at most 1,000 numbers.</Trans>
      ) : error.code === 'WEBHOOK_NOT_ACTIVE' ? (
        <Trans>The endpoint is switched off, or its address hasn’t answered yet.</Trans>
      ) : (
        <CallProblem error={error} />
      )}
    </Notice>
  )
}
