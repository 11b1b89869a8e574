import { Trans, useLingui } from '@lingui/react/macro'
import { setFlag, type Stop, type StopName, stopNow } from '@nikau/contract/desk/controls'
import { createProposal } from '@nikau/contract/desk/proposals'
import type { FlagName } from '@nikau/contract/flags'
import { Button, TextAreaField } from '@nikau/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCanAct, useDeskMutation } from '../../lib/desk-hooks.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { flagTexts, stopTexts } from './control-texts.ts'

/** What the operator has pressed, before they have said why. */
export type Change = { kind: 'stop'; name: StopName } | { kind: 'start'; stop: Stop } | { kind: 'flag'; name: FlagName; on: boolean }

const minReason = 3

/** Asks why. Stopping and flags act at once; starting again is proposed to a second person. */
export function ChangeForm({ change, onEnd }: { change: Change; onEnd: () => void }) {
  const { t } = useLingui()
  const canAct = useCanAct()
  const [reason, setReason] = useState('')
  const [isShort, setIsShort] = useState(false)
  const key = useRef(crypto.randomUUID())
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const options = { onDone: onEnd }
  const stopping = useDeskMutation(stopNow, options)
  const starting = useDeskMutation(createProposal, options)
  const setting = useDeskMutation(setFlag, options)
  const error = stopping.error ?? starting.error ?? setting.error
  const press = () => {
    const why = reason.trim()
    if (why.length < minReason) return setIsShort(true)
    const body = { reason: why, key: key.current }
    if (change.kind === 'stop') return stopping.mutate({ params: { name: change.name }, body })
    if (change.kind === 'flag') return setting.mutate({ params: { name: change.name }, body: { ...body, on: change.on } })
    const { name, start } = change.stop
    return starting.mutate({ body: { kind: start!.act, content: { name }, note: why, evidence: [], key: key.current } })
  }
  return (
    <Panel tone={change.kind === 'start' ? 'lilac' : undefined} title={<Title change={change} />}>
      <div className="dk-change-form">
        {error && <Refusal error={error} title={<Trans>Not done</Trans>} />}
        <p className="dk-ink-2">
          <Effect change={change} />
        </p>
        <TextAreaField
          ref={field}
          rows={2}
          maxLength={2000}
          label={<Trans>Why</Trans>}
          hint={<Trans>Kept for ever with your name. At least 3 characters.</Trans>}
          value={reason}
          onChange={(text) => {
            setReason(text)
            // Another reason is another call.
            key.current = crypto.randomUUID()
            if (text.trim().length >= minReason) setIsShort(false)
          }}
          error={isShort && <Trans>Say why, in at least 3 characters.</Trans>}
        />
        <div className="dk-buttons-end">
          <Button size="s" variant="outlined" onPress={onEnd}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            size="s"
            variant={change.kind === 'stop' ? 'destructive' : 'filled'}
            busy={stopping.isPending || starting.isPending || setting.isPending}
            busyLabel={t`Sending`}
            needsSignal={false}
            isDisabled={!canAct}
            onPress={press}
          >
            <PressText change={change} />
          </Button>
        </div>
      </div>
    </Panel>
  )
}

function Title({ change }: { change: Change }): ReactNode {
  const { i18n } = useLingui()
  const name = i18n._(change.kind === 'flag' ? flagTexts[change.name] : stopTexts[change.kind === 'start' ? change.stop.name : change.name].name)
  if (change.kind === 'stop') return <Trans>Stop: {name}</Trans>
  if (change.kind === 'start') return <Trans>Start again: {name}</Trans>
  return change.on ? <Trans>Turn on: {name}</Trans> : <Trans>Turn off: {name}</Trans>
}

function Effect({ change }: { change: Change }): ReactNode {
  const roleList = useRoleList()
  if (change.kind === 'stop') return <Trans>It takes effect at once, for everyone. What has begun goes on to its end.</Trans>
  if (change.kind === 'flag') return <Trans>The app shows it from its next load. No server decides by it.</Trans>
  const who = change.stop.start!.needs.map((roles) => roleList(roles)).join(', ')
  return <Trans>It stays stopped until a second person agrees. Needs {who}.</Trans>
}

function PressText({ change }: { change: Change }): ReactNode {
  if (change.kind === 'stop') return <Trans>Stop now</Trans>
  if (change.kind === 'start') return <Trans>Propose the start</Trans>
  return change.on ? <Trans>Turn on now</Trans> : <Trans>Turn off now</Trans>
}
