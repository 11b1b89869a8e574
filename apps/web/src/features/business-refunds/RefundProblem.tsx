import { Trans } from '@lingui/react/macro'
import type { refundPaymentRequest } from '@nikau/contract/payment-request-actions'
import { cents, format } from '@nikau/money'
import { Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { entryOf, type RefusalTable } from '../../lib/refusal-table.ts'

/** Why nothing was refunded, or that it is not known yet. */
export function RefundProblem({ error, lastDay }: { error: CallError; lastDay: string }) {
  // The field for the code says it.
  if (error.code === 'REFUND_APPROVAL_INVALID') return null
  if (isOutcomeUnknown(error))
    return (
      <Notice tone="warning" live="assertive" level={3} title={<Trans>We don’t know yet whether it was refunded</Trans>}>
        <Trans>Press Refund again. It’s refunded once, however often you press.</Trans>
      </Notice>
    )
  if (error.code === 'REPEAT_REFERENCE')
    return (
      <Notice tone="warning" live="assertive" level={3} title={<Trans>An earlier refund went through</Trans>}>
        <Trans>A refund of another amount was just made for this payment. Check it before you refund more.</Trans>
      </Notice>
    )
  const text = entryOf(texts, error.code)
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was refunded</Trans>}>
      {text ? text({ error, lastDay }) : <CallProblem error={error} />}
    </Notice>
  )
}

interface About {
  error: CallError
  lastDay: string
}

const changed = () => <Trans>This payment has changed. Check what can go back and try again.</Trans>

const texts: RefusalTable<typeof refundPaymentRequest, (about: About) => ReactNode> = {
  LINE_ITEMS_SUM_CHECK_FAILED: changed,
  LEGS_SUM_CHECK_FAILED: changed,
  REQUEST_NOT_FOUND: changed,
  FORBIDDEN: () => <Trans>You can’t refund this payment. Ask an owner.</Trans>,
  REPEAT_REFERENCE: changed,
  NOT_PAID: changed,
  ALREADY_REFUNDED: () => <Trans>All of it has gone back already.</Trans>,
  INVALID_AMOUNT: () => <Trans>Less can go back than you entered. Check what is left.</Trans>,
  PARTIAL_REFUNDS_NOT_ALLOWED: () => <Trans>A token goes back whole or not at all.</Trans>,
  INACTIVE_ASSET: () => <Trans>The token has ended and can’t go back. Refund the rest as another amount.</Trans>,
  REFUND_NOT_SUPPORTED: changed,
  REFUND_WINDOW_EXCEEDED: ({ lastDay }) => <Trans>This payment could be refunded until {lastDay}.</Trans>,
  // Only a till is refused so.
  TILL_LIMIT_EXCEEDED: changed,
  REFUND_LIMIT_EXCEEDED: () => <Trans>It’s more than you, or whoever gave you the code, can refund. Ask an owner.</Trans>,
  REFUND_APPROVAL_INVALID: changed,
  PRE_AUTH_PENDING: changed,
  CONFIRMATION_NOT_FOUND: changed,
  REFUND_DECLINED: () => <Trans>Your account is closed for refunds. Contact us.</Trans>,
  SETTLEMENT_BALANCE_TOO_LOW: ({ error }) => <BalanceTooLow error={error} />,
}

function BalanceTooLow({ error: { body } }: Pick<About, 'error'>) {
  const available = format(cents(typeof body.available === 'string' ? body.available : 0n))
  return <Trans>You have {available} available for refunds. More is there as soon as customers pay you: what was paid out to your bank doesn’t count.</Trans>
}
