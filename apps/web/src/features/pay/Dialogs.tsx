import { Trans } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon, Money, Spinner, SplitAmounts } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useSpokenAmount } from '../../lib/localized-text.ts'

export interface PartialDialogProps {
  payable: Cents
  remaining: Cents
  onContinue: () => void
  onCancel: () => void
}

/** A part payment leaves an amount open, so it needs a confirmation. */
export function PartialDialog({ payable, remaining, onContinue, onCancel }: PartialDialogProps) {
  const spoken = useSpokenAmount()
  const rest = format(remaining)
  return (
    <Dialog
      isOpen
      onClose={onCancel}
      role="alertdialog"
      tone="warning"
      icon={<Icon name="warning" />}
      title={<Trans>Partial Payment</Trans>}
      actions={
        <>
          <Button full onPress={onContinue}>
            <Trans>Continue</Trans>
          </Button>
          <Button full variant="outlined" onPress={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>An extra payment of {rest} is required to complete this order.</Trans>
      </p>
      <SplitAmounts
        parts={[
          { label: <Trans>You pay now</Trans>, money: <Money size="m" text={format(payable)} spoken={spoken(payable)} /> },
          { label: <Trans>Still to pay</Trans>, money: <Money size="m" text={rest} spoken={spoken(remaining)} /> },
        ]}
      />
    </Dialog>
  )
}

const showSlowAfterMs = 10_000

/** The outcome of the payment is still unknown. There is no button, because the payment must not be sent twice. */
export function CheckingDialog() {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), showSlowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog
      isOpen
      onClose={() => {}}
      locked
      role="alertdialog"
      icon={<Icon name="refresh" />}
      title={<Trans>We’re checking</Trans>}
      assurance={<Trans>You will not be charged twice.</Trans>}
      actions={
        <Spinner>
          <Trans>Checking again</Trans>
        </Spinner>
      }
    >
      <p>
        <Trans>We’ve sent your payment and are waiting for a response.</Trans>
      </p>
      {slow && (
        <p>
          <Trans>Still working. You can leave this page. When you come back, you’ll see the result.</Trans>
        </p>
      )}
    </Dialog>
  )
}
