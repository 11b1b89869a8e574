import { Trans } from '@lingui/react/macro'
import type { CallError } from '../../lib/call-error.ts'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { SaleProblem } from './SaleProblem.tsx'

/** Why nothing went back, or that nobody knows yet. */
export function GiveBackProblem({ problem }: { problem: CallError }) {
  if (isOutcomeUnknown(problem)) return <Trans>We don’t know yet whether it was refunded. Press again: it’s refunded once.</Trans>
  return <SaleProblem problem={problem} />
}
