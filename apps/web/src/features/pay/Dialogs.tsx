import { Trans } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { Button, Dialog, Icon, Money, Spinner, SplitAmounts } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useSpoken } from '../../lib/amount-words.ts'

export interface PartialDialogProps {
  payable: Cents
  remaining: Cents
  onContinue: () => void
  onCancel: () => void
}

/** A part payment leaves something open, so it is never made by one tap. */
export function PartialDialog({ payable, remaining, onContinue, onCancel }: PartialDialogProps) {
  const spoken = useSpoken()
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

const longAfterMs = 10_000

/** Nobody knows yet whether the payment went through. There is nothing to press: a second try could only confuse. */
export function CheckingDialog() {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longAfterMs)
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
          <Trans>Asking again</Trans>
        </Spinner>
      }
    >
      <p>
        <Trans>Your payment was sent, and we have not heard back yet.</Trans>
      </p>
      {long && (
        <p>
          <Trans>Still working. You can leave this page: when you come back to it, it tells you what became of the payment.</Trans>
        </p>
      )}
    </Dialog>
  )
}
