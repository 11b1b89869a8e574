import { Trans } from '@lingui/react/macro'
import { type Cents, format, parseDollars } from '@nikau/money'
import { Button, Notice } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { toInputText } from '../../lib/amount-input.ts'
import { AmountSheet } from '../../lib/AmountSheet.tsx'

interface LimitSheetProps {
  title: string
  /** The limit as it is, if one is set. */
  limit?: Cents | undefined
  lowest: bigint
  highest: Cents
  isPending: boolean
  /** Why the limit was not changed; status 0 without a connection. */
  error: Pick<CallError, 'status' | 'code'> | null
  /** What ends the limit, where it can be ended. */
  endLabel?: ReactNode
  /** Sets the limit, or ends it with null; answers whether it was changed. */
  save: (limit: Cents | null) => Promise<boolean>
  onClose: () => void
  /** What the amount in the field would mean. */
  renderMeaning: (amount: Cents | undefined) => ReactNode
}

/** Sets one limit or ends it. */
export function LimitSheet({ title, limit, lowest, highest, isPending, error, endLabel, save, onClose, renderMeaning }: LimitSheetProps) {
  const [text, setText] = useState(limit === undefined ? '' : toInputText(limit))
  const amount = parseDollars(text)
  const most = format(highest)
  const change = async (to: Cents | null) => {
    if (await save(to)) onClose()
  }
  const submit = () => {
    if (amount === undefined || amount < lowest || amount > highest) return false
    void change(amount)
    return true
  }
  return (
    <AmountSheet
      title={title}
      text={text}
      onChange={setText}
      submitLabel={<Trans>Set limit</Trans>}
      isPending={isPending}
      onSubmit={submit}
      invalidText={<Trans>Enter an amount up to {most}</Trans>}
      below={<Trans>Up to {most}</Trans>}
      error={
        error && (
          <Notice tone="negative" live="assertive" title={<Trans>Your limit wasn’t changed</Trans>}>
            {error.code === 'OWN_LIMIT_TOO_HIGH' ? <Trans>It can be {most} at most. Enter a smaller amount.</Trans> : <CallProblem error={error} />}
          </Notice>
        )
      }
      otherAction={
        limit !== undefined &&
        endLabel && (
          <Button full variant="quiet" isDisabled={isPending} onPress={() => void change(null)}>
            {endLabel}
          </Button>
        )
      }
      onClose={onClose}
    >
      <p className="text-center text-label font-normal text-ink-2">{renderMeaning(amount)}</p>
    </AmountSheet>
  )
}
