import { Plural, Trans } from '@lingui/react/macro'
import type { PaymentLink, PaymentLinkStatus } from '@nikau/contract/payment-links'
import { format } from '@nikau/money'
import { StatusChip } from '@nikau/ui'

export function LinkAmount({ link: { kind, amount } }: { link: PaymentLink }) {
  if (kind === 'till') return <Trans>Typed by till</Trans>
  return amount === undefined ? <Trans>Customer types</Trans> : format(amount)
}

export function LinkStatusChip({ status }: { status: PaymentLinkStatus }) {
  if (status === 'open')
    return (
      <StatusChip tone="positive">
        <Trans>Open</Trans>
      </StatusChip>
    )
  return <StatusChip>{status === 'used' ? <Trans>Paid</Trans> : status === 'ended' ? <Trans>Ended</Trans> : <Trans>Closed</Trans>}</StatusChip>
}

export const PaymentCount = ({ count }: { count: number }) => <Plural value={count} one="# payment" other="# payments" />
