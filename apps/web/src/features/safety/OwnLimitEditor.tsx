import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnLimit } from '@nikau/contract/own-limits'
import { type Cents, format, parseDollars } from '@nikau/money'
import { AmountField, Button, Notice, Sheet } from '@nikau/ui'
import { useRef, useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { useOwnLimitName, useSetOwnLimit } from '../../lib/own-limits.ts'

interface OwnLimitEditorProps {
  limit: OwnLimit
  riseHours: number
  onClose: () => void
}

/** Sets one limit or ends it, and says when that takes effect. */
export function OwnLimitEditor({ limit, riseHours, onClose }: OwnLimitEditorProps) {
  const { t } = useLingui()
  const name = useOwnLimitName()(limit.name)
  const { set, isPending, error } = useSetOwnLimit()
  const [text, setText] = useState(limit.limit === undefined ? '' : toInputText(limit.limit))
  const [isInvalid, setIsInvalid] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const amount = parseDollars(text)
  const highest = format(limit.highest)
  const submit = async (to: Cents | null | undefined) => {
    const isWrong = to === undefined || (to !== null && to > limit.highest)
    setIsInvalid(isWrong)
    if (isWrong) return field.current?.focus()
    if (await set(limit.name, to)) onClose()
  }
  const isRise = limit.limit !== undefined && amount !== undefined && amount > limit.limit
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={name}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full type="submit" form="own-limit" busy={isPending} busyLabel={t`Saving`}>
            <Trans>Set limit</Trans>
          </Button>
          {limit.limit !== undefined && (
            <Button full variant="quiet" isDisabled={isPending} onPress={() => void submit(null)}>
              <Trans>No limit, in {riseHours} hours</Trans>
            </Button>
          )}
        </>
      }
    >
      <form id="own-limit" className="flex flex-col gap-4 pt-2" noValidate onSubmit={(event) => (event.preventDefault(), void submit(amount))}>
        {error && (
          <Notice tone="negative" live="assertive" title={<Trans>Your limit wasn’t changed</Trans>}>
            {error.status === 0 ? <Trans>You’re offline. Check your connection and try again.</Trans> : <Trans>Something went wrong. Please try again.</Trans>}
          </Notice>
        )}
        <AmountField
          label={name}
          ref={field}
          value={text}
          onChange={setText}
          normalise={normaliseAmount}
          error={isInvalid && <Trans>Enter an amount up to {highest}</Trans>}
          below={<Trans>Up to {highest}</Trans>}
        />
        <p className="text-center text-label font-normal text-ink-2">
          {isRise ? (
            <Trans>Takes effect in {riseHours} hours. You can take it back until then.</Trans>
          ) : limit.limit === undefined ? (
            <Trans>Takes effect at once, and counts from now on.</Trans>
          ) : (
            <Trans>Takes effect at once.</Trans>
          )}
        </p>
      </form>
    </Sheet>
  )
}
