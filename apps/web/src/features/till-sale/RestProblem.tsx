import { Trans } from '@lingui/react/macro'
import type { CallError } from '../../lib/call-error.ts'
import { SaleProblem } from './SaleProblem.tsx'

/** Why the rest was not taken that way. */
export function RestProblem({ problem }: { problem: CallError }) {
  switch (problem.code) {
    case 'REQUEST_PAID':
      return <Trans>The rest was paid meanwhile. Nothing more was recorded: give back any cash you took for it.</Trans>
    case 'INVALID_AMOUNT':
      return <Trans>A part of it was paid meanwhile. Nothing was recorded: look at what is left.</Trans>
    case 'PAYMENT_UNCONFIRMED':
      return <Trans>A customer’s bank is finishing the payment of the rest. Wait a moment.</Trans>
    case 'REQUEST_EXPIRED':
      return <Trans>It is too late to take the rest here. Nothing was recorded.</Trans>
    default:
      return <SaleProblem problem={problem} />
  }
}
