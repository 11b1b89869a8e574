import { Trans } from '@lingui/react/macro'
import type { OwnLimit } from '@nikau/contract/own-limits'
import { type Cents, format, parseDollars } from '@nikau/money'
import { Button, Notice } from '@nikau/ui'
import { useState } from 'react'
import { toInputText } from '../../lib/amount-input.ts'
import { AmountSheet } from '../../lib/AmountSheet.tsx'
import { useOwnLimitName, useSetOwnLimit } from '../../lib/own-limits.ts'
import { reloadTillSettings } from '../../lib/till-settings.ts'

interface OwnLimitEditorProps {
  limit: OwnLimit
  riseHours: number
  onClose: () => void
}

/** Sets one limit or ends it, and says when that takes effect. */
export function OwnLimitEditor({ limit, riseHours, onClose }: OwnLimitEditorProps) {
  const name = useOwnLimitName()(limit.name)
  const { set, isPending, error } = useSetOwnLimit()
  const [text, setText] = useState(limit.limit === undefined ? '' : toInputText(limit.limit))
  const amount = parseDollars(text)
  const highest = format(limit.highest)
  const save = async (to: Cents | null) => {
    if (!(await set(limit.name, to))) return
    if (limit.name === 'no-signal') reloadTillSettings()
    onClose()
  }
  const submit = () => {
    if (amount === undefined || amount > limit.highest) return false
    void save(amount)
    return true
  }
  const isRise = limit.limit !== undefined && amount !== undefined && amount > limit.limit
  return (
    <AmountSheet
      title={name}
      text={text}
      onChange={setText}
      submitLabel={<Trans>Set limit</Trans>}
      isPending={isPending}
      onSubmit={submit}
      invalidText={<Trans>Enter an amount up to {highest}</Trans>}
      below={<Trans>Up to {highest}</Trans>}
      error={
        error && (
          <Notice tone="negative" live="assertive" title={<Trans>Your limit wasn’t changed</Trans>}>
            {error.status === 0 ? <Trans>You’re offline. Check your connection and try again.</Trans> : <Trans>Something went wrong. Please try again.</Trans>}
          </Notice>
        )
      }
      otherAction={
        limit.limit !== undefined &&
        limit.name !== 'no-signal' && (
          <Button full variant="quiet" isDisabled={isPending} onPress={() => void save(null)}>
            <Trans>No limit, in {riseHours} hours</Trans>
          </Button>
        )
      }
      onClose={onClose}
    >
      <p className="text-center text-label font-normal text-ink-2">
        {isRise ? (
          <Trans>Takes effect in {riseHours} hours. You can take it back until then.</Trans>
        ) : limit.limit === undefined ? (
          <Trans>Takes effect at once, and counts from now on.</Trans>
        ) : (
          <Trans>Takes effect at once.</Trans>
        )}
      </p>
    </AmountSheet>
  )
}
