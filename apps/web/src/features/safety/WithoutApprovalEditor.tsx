import { Trans, useLingui } from '@lingui/react/macro'
import type { TillSettings } from '@nikau/contract/patron-codes'
import { type Cents, format, parseDollars } from '@nikau/money'
import { Button, Notice } from '@nikau/ui'
import { useState } from 'react'
import { toInputText } from '../../lib/amount-input.ts'
import { AmountSheet } from '../../lib/AmountSheet.tsx'
import { useUpdateTillSettings } from '../../lib/till-settings.ts'

/** Sets what tills may take in a day without asking, or ends it. */
export function WithoutApprovalEditor({ settings, onClose }: { settings: TillSettings; onClose: () => void }) {
  const { t } = useLingui()
  const { set, isPending, error } = useUpdateTillSettings()
  const limit = settings.withoutApproval?.limit
  const [text, setText] = useState(limit === undefined ? '' : toInputText(limit))
  const amount = parseDollars(text)
  const highest = format(settings.highestWithoutApproval)
  const save = async (withoutApproval: Cents | null) => {
    if (await set({ withoutApproval })) onClose()
  }
  const submit = () => {
    if (amount === undefined || amount === 0n || amount > settings.highestWithoutApproval) return false
    void save(amount)
    return true
  }
  return (
    <AmountSheet
      title={t`Pay at the till without asking me`}
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
        limit !== undefined && (
          <Button full variant="quiet" isDisabled={isPending} onPress={() => void save(null)}>
            <Trans>Always ask me</Trans>
          </Button>
        )
      }
      onClose={onClose}
    >
      <p className="text-center text-label font-normal text-ink-2">
        <Trans>In one day, with your barcode. Above it you approve each payment.</Trans>
      </p>
    </AmountSheet>
  )
}
