import { Trans } from '@lingui/react/macro'
import { cents, format } from '@nikau/money'
import type { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'

const amountIn = (value: unknown) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? format(cents(value)) : undefined)

/** Why a call was refused, for the person at the till. Nothing here tells what the customer has. */
export function SaleProblem({ problem }: { problem: CallError }) {
  const left = amountIn(problem.body.left)
  switch (problem.code) {
    case 'PATRON_CODE_INVALID':
      return <Trans>This code doesn’t work. Ask for a fresh code.</Trans>
    case 'CHECKSUM_FAILED':
      return <Trans>The check digit is wrong. Scan or type the code again.</Trans>
    case 'INSUFFICIENT_ASSET_VALUE':
      return <Trans>This code doesn’t pay this amount.</Trans>
    case 'NO_AVAILABLE_PAYMENT_OPTIONS':
      return <Trans>This shop doesn’t take that card.</Trans>
    case 'RATE_LIMIT_EXCEEDED':
      // Only the limit of wrong codes ends at a time.
      if (problem.body.until === undefined) return <Trans>Too many tries for now. Wait a minute, then press again.</Trans>
      return <Trans>Too many codes that don’t work. Take cash or EFTPOS, and try again later.</Trans>
    case 'TILL_LIMIT_EXCEEDED':
      return left === undefined ? <Trans>This is over the limit of the till.</Trans> : <Trans>This is over the limit of the till. {left} is left.</Trans>
    case 'MERCHANT_LIMIT_EXCEEDED':
      return left === undefined ? <Trans>This is over the limit of the shop.</Trans> : <Trans>This is over the limit of the shop. {left} is left today.</Trans>
    case 'TILL_SIGN_ON_REQUIRED':
      return <Trans>Start at the till again with your code.</Trans>
    case 'VOID_WINDOW_EXCEEDED':
      return <Trans>Undo works for 24 hours. Refund it from the list of payments.</Trans>
    case 'ALREADY_REFUNDED':
      return <Trans>This was refunded already.</Trans>
    case 'REPEAT_REFERENCE':
      return <Trans>An earlier refund of this payment went through, with another amount. Look at what is left before you give back more.</Trans>
    case 'REFUND_WINDOW_EXCEEDED':
      return <Trans>It is too late to refund this payment.</Trans>
    case 'REFUND_APPROVAL_INVALID':
      return <Trans>That code doesn’t work. Codes last 5 minutes and approve one refund. Ask for a new one.</Trans>
    case 'REFUND_LIMIT_EXCEEDED':
      return <Trans>This is more than you can give back. Ask a manager for a code.</Trans>
    case 'SETTLEMENT_BALANCE_TOO_LOW':
      return <Trans>The shop’s balance is too low for this. Nothing was given back.</Trans>
    case 'INVALID_AMOUNT':
      return <Trans>That is more than can go back.</Trans>
    case 'NETWORK':
      if (problem.reason === 'TimeoutError') return <Trans>The answer took too long. Try again.</Trans>
      return <Trans>There is no connection. Try again.</Trans>
    default: {
      const { code } = problem
      if (isOutcomeUnknown(problem)) return <Trans>We don’t know yet whether that worked ({code}). Try again.</Trans>
      return <Trans>That didn’t work ({code}). Nothing has changed.</Trans>
    }
  }
}
